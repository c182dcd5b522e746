"""Browser and window: starting them, opening pages, screenshots, mouse and waiting."""
