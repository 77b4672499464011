from player.cli import main

main()
