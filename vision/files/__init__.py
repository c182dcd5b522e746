"""Picture files: their formats, their content, and the notes in those that the program wrote."""
