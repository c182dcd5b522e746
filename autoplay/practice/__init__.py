"""The bundled practice site: pages that look and behave like real ones, on this machine.

`serve` starts it. The query string of a page chooses what it shows and which obstacles it has, for
example ``/?size=5&zoom=1.55&draw=rotate&ad=late&topad=1``. The options are the fields of
`StarOptions`, and the page ``/options`` lists them. The server checks the answers.
"""

from autoplay.practice.options import StarOptions
from autoplay.practice.routes import Submission
from autoplay.practice.server import DemoServer, serve

__all__ = ["DemoServer", "StarOptions", "Submission", "serve"]
