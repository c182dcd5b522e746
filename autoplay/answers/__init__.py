"""One source in, one report out: a picture is read, a puzzle is solved."""
