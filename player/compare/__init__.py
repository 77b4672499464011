"""Models for other solvers, to compare ours with; they come with the extra `compare`."""
