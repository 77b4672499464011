"""The desktop: boards in windows of any program, read from the screen and played with the real pointer. X11 only."""
