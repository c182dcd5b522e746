"""Checks that this machine has what the program needs, each with the command that installs what is missing."""
