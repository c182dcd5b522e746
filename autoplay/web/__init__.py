"""The web page on this machine: a picture in, the board, its solution and the steps to it out; and the same as JSON."""
