"""Fixtures: pictures with their expected readings; recording, checking and reporting them."""
