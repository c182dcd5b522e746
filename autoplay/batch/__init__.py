"""What the verbs are given, and what is done about each item of many."""
