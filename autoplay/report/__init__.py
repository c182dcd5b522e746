"""What the verbs say: text, JSON and drawings."""
