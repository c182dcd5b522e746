"""Fixtures: pictures with what they are known to show, taken, kept, checked and reported."""
