"""The bundled practice site: pages that look and behave like real puzzle pages, served on this machine.

`serve` starts it; what a page shows and what gets in the way is told in its query string, for example
``/?size=5&zoom=1.55&draw=rotate&ad=late&topad=1``. The options are the fields of `Options`, and the page
``/options`` lists them. Answers are judged by the server from the stars that were sent.
"""

from autoplay.practice.options import Options
from autoplay.practice.routes import Submission
from autoplay.practice.server import DemoServer, serve

__all__ = ["DemoServer", "Options", "Submission", "serve"]
