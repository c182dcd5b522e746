"""`python -m autoplay` is the command `autoplay`."""

from autoplay.cli import main

main(prog_name="autoplay")
