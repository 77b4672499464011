"""Everything that a run leaves behind: evidence, run.zip, recordings, and the progress on the terminal."""
