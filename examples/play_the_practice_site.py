"""Play a puzzle of the bundled practice site in a browser; any other address works too."""

from autoplay import AutoplayError, play
from autoplay.practice import serve

with serve() as site:
    try:
        outcome = play(f"{site.url}/?size=0", output="pictures")
        print(
            f"{outcome.verdict.result}: {outcome.presses} presses,",
            outcome.pictures.paths()["after"],
        )
    except AutoplayError as error:
        print(f"{error.message}. Try: {error.hint}")
