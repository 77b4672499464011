"""Pages without a network: the replica, captured pages, HAR files, saved pages."""
