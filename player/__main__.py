from player.cli.main import main

main()
