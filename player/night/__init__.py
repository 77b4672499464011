"""The nightly run: what it remembers, and who may run."""
