"""The functions of the library, which `player` offers under its own name (docs/api.md)."""
