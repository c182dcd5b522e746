"""Pictures of readings, solutions and explanations."""
