"""Pixels in, readings out: finds a puzzle board in a picture and reads its grid and marks."""
