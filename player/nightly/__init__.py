"""The nightly run: play the day once, remember it, and report it."""
