"""`python -m player`: the command line."""

from player.cli.main import main

main()
