"""Sight: boards read from the pixels of pictures. Needs OpenCV and numpy, the extra `sight`."""
