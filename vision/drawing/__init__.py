"""Pictures of what was read, found and explained."""
