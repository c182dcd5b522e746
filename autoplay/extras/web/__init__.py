"""Web page on this machine that reads pictures, solves puzzles and explains how; also available as
a JSON API."""
