"""The command line. Nothing here imports more than the chosen command needs."""
