"""The nightly run: play each game of the day once, save the results, and report them."""
