"""Extras beside the core: each folder is one, with its own commands, and may be deleted in one
commit.

Nothing outside of this package imports an extra, and no extra imports another. The command line
finds the modules in ``NAME/commands``, each of which has a command of the same name.
"""
