"""Certificates: folders that prove a board's solution to be the only one, written, and checked by `checker`."""
