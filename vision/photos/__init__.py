"""Photos of boards: straightened, evenly lit, and read like a screenshot."""
