"""Secrets: what they are, their encoded forms, and the scrubber that removes them from all output."""
