"""What a person sees of a page and does to it: a browser, its window, the board in it, the mouse."""
