"""Sources of pictures and puzzles: files, folders, patterns, PDF pages, addresses, clipboard,
stdin."""
