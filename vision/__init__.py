"""Read puzzle boards from pictures: find a board, read its grid and what is in its cells.

The names are listed in ``__init__.pyi``, where type checkers look, and imported on first use: code
that only handles errors of this package need not load OpenCV.
"""

import os

import lazy_loader

# OpenCV reads this when it is loaded, and refuses a header that declares more before it allocates
# anything: MAX_PIXELS of vision.files.loading.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
