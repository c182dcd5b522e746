"""Read puzzle boards from pictures: find a board, read its grid and what is in its cells.

The names are listed in ``__init__.pyi``, where type checkers look, and imported on first use: code
that only handles errors of this package need not load OpenCV.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
