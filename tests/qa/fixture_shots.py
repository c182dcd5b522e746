"""Pages that the fixtures are pictures of."""

from __future__ import annotations

from dataclasses import dataclass

SMALL = (400, 490)
"""A window that keeps the pictures of small boards small."""


@dataclass(frozen=True)
class Shot:
    """Page to be recorded: its name, its query string, the marks on it, the device px per CSS
    px."""

    name: str
    query: str
    marks: str = "none"
    scale: float = 1
    viewport: tuple[int, int] = (1280, 800)


PRACTICE = (
    Shot("5x5", "size=0&seed=0"),
    Shot("5x5-solved", "size=0&seed=1", "solved"),
    Shot("5x5-night", "size=0&seed=2&night=1"),
    Shot("6x6", "size=1&seed=0"),
    Shot("6x6-full", "size=1&seed=1&zoom=1", "full"),
    Shot("6x6-shapeless", "size=12&seed=0"),
    Shot("8x8", "size=3&seed=0"),
    Shot("8x8-coords", "size=3&seed=1&coords=1"),
    Shot("8x8-mistakes", "size=3&seed=2&errors=1", "wrong"),
    Shot("8x8-shapeless-half", "size=13&seed=0&zoom=1.25", "half"),
    Shot("10x10", "size=5&seed=0"),
    Shot("10x10-zoom-0.75", "size=5&seed=1&zoom=0.75"),
    Shot("10x10-zoom-1.25", "size=5&seed=2&zoom=1.25"),
    Shot("10x10-zoom-1.55", "size=5&seed=3&zoom=1.55", "half"),
    Shot("10x10-zoom-1.88", "size=5&seed=4&zoom=1.88"),
    Shot("10x10-scale-1.25", "size=5&seed=5", "half", 1.25),
    Shot("10x10-scale-1.5-zoom-1.25", "size=5&seed=0&zoom=1.25", scale=1.5),
    Shot("10x10-scale-2", "size=5&seed=1", "half", 2),
    Shot("10x10-scale-2-zoom-0.5", "size=5&seed=2&zoom=0.5", scale=2),
    Shot("10x10-solved", "size=5&seed=3", "solved"),
    Shot("10x10-full", "size=5&seed=4&zoom=1.25", "full"),
    Shot("10x10-thick", "size=5&seed=5&thick=1"),
    Shot("10x10-night-half", "size=5&seed=0&night=1&zoom=1.4", "half"),
    Shot("10x10-night-coords", "size=5&seed=1&night=1&coords=1"),
    Shot("10x10-coords-half", "size=5&seed=2&coords=1&zoom=1.25", "half"),
    Shot("10x10-advertisements", "size=5&seed=3&topad=1&bottomad=1&notice=1"),
    Shot("10x10-restored", "size=5&seed=4&restore=1", "restored"),
    Shot("10x10-shapeless", "size=14&seed=0"),
    Shot("10x10-shapeless-scale-1.25", "size=14&seed=1", "half", 1.25),
    Shot("14x14", "size=7&seed=0"),
    Shot("14x14-zoom-0.75-half", "size=7&seed=1&zoom=0.75", "half"),
    Shot("14x14-night-zoom-1.3", "size=7&seed=2&night=1&zoom=1.3", "half"),
    Shot("17x17-scale-1.25", "size=9&seed=0", scale=1.25),
    Shot("17x17-coords-half", "size=9&seed=0&coords=1", "half"),
    Shot("21x21", "size=10&seed=0", "half", viewport=(1280, 1000)),
    Shot("25x25", "size=11&seed=0", viewport=(1280, 1100)),
    Shot("25x25-zoom-0.6", "size=11&seed=0&zoom=0.6"),
    Shot("25x25-scale-2-half", "size=11&seed=0&zoom=0.7", "half", 2),
    Shot("25x25-thick-solved", "size=11&seed=0&thick=1", "solved", viewport=(1280, 1100)),
    Shot("queens-6x6", "skin=queens&size=1&seed=0"),
    Shot("queens-8x8-half", "skin=queens&size=3&seed=0", "half"),
    Shot("queens-8x8-locked", "skin=queens&size=3&seed=1&locked=2", "locked"),
    Shot("queens-8x8-colours-only", "skin=queens&size=3&seed=2&lines=0"),
    Shot("queens-8x8-colours-only-full", "skin=queens&size=3&seed=0&lines=0&zoom=1.3", "full"),
    Shot("queens-10x10-scale-1.5", "skin=queens&size=5&seed=0", "half", 1.5),
    Shot("queens-5x5-solved-zoom-1.55", "skin=queens&size=0&seed=0&zoom=1.55", "solved"),
    Shot("canvas-8x8", "skin=canvas&size=3&seed=0"),
    Shot("canvas-10x10-stars", "skin=canvas&size=5&seed=0", "stars"),
    Shot("canvas-10x10-zoom-1.25", "skin=canvas&size=5&seed=1&zoom=1.25", scale=1.25),
    Shot("canvas-5x5-solved", "skin=canvas&size=0&seed=0&zoom=0.8", "solved"),
)
PZPR = (
    Shot("5x5", "0-0"),
    Shot("6x6-scale-2", "1-0", scale=2),
    Shot("8x8-half", "3-0", "half"),
    Shot("10x10", "5-0"),
    Shot("10x10-scale-1.5-full", "5-1", "full", 1.5),
)
LAMPS = (
    Shot("3x3", "size=3&seed=1", viewport=SMALL),
    Shot("5x5-half", "seed=2", "half", viewport=SMALL),
    Shot("5x5-all-off", "seed=3", "solved", viewport=SMALL),
    Shot("5x5-all-on", "seed=4&target=on", "solved", viewport=SMALL),
    Shot("5x5-scale-2", "seed=5", "half", 2, viewport=SMALL),
    Shot("5x5-glow", "seed=6&theme=glow", viewport=(400, 560)),
    Shot("5x5-glow-scale-1.25", "seed=7&theme=glow", "half", 1.25, viewport=(400, 560)),
    Shot("5x5-circles", "seed=8&theme=circles", viewport=(400, 540)),
    Shot("4x6-rounded", "rows=4&cols=6&seed=9&theme=rounded", "half", viewport=SMALL),
    Shot("6x4-icons", "rows=6&cols=4&seed=10&theme=icons", viewport=(400, 560)),
    Shot("5x5-icons-zoom-0.8", "seed=11&theme=icons&zoom=0.8", "half", viewport=SMALL),
    Shot("5x5-gradient", "seed=12&theme=gradient", viewport=(400, 540)),
    Shot("7x7-light", "size=7&seed=13&theme=light", viewport=(440, 600)),
    Shot("5x5-dark", "seed=14&theme=dark", "half", viewport=SMALL),
    Shot("5x5-diagrams-random", "seed=15&theme=diagrams&rule=random", viewport=SMALL),
    Shot("9x9-canvas", "size=9&seed=16&theme=canvas", viewport=(460, 640)),
    Shot("5x5-canvas-scale-1.5", "seed=17&theme=canvas", "half", 1.5, viewport=SMALL),
    Shot("3x8-svg", "rows=3&cols=8&seed=18&theme=svg", viewport=SMALL),
    Shot("5x5-three-states", "seed=19&states=3", viewport=SMALL),
    Shot("4x4-glow-three-states", "size=4&seed=20&states=3&theme=glow", "half", viewport=SMALL),
    Shot("5x5-four-states-dark", "seed=21&states=4&theme=dark", viewport=SMALL),
    Shot("6x6-circles-holes", "size=6&seed=22&theme=circles&holes=15", viewport=(400, 560)),
    Shot("12x12-rounded-zoom-0.6", "size=12&seed=23&theme=rounded&zoom=0.6", viewport=(460, 640)),
    Shot("20x20-zoom-0.5", "size=20&seed=24&zoom=0.5", viewport=(600, 760)),
    Shot(
        "10x16-dark-zoom-0.6",
        "rows=10&cols=16&seed=25&theme=dark&zoom=0.6",
        "half",
        viewport=(600, 560),
    ),
    Shot("5x5-advertisements", "seed=26&topad=1&bottomad=1&theme=rounded", viewport=(760, 720)),
)
PEGS = (
    Shot("triangle5", "hole=0&seed=1", viewport=(440, 520)),
    Shot("triangle5-half-scale-2", "hole=4&seed=1", "half", 2, viewport=(440, 520)),
    Shot("triangle5-chosen", "pegs=9&seed=2", "chosen", viewport=(440, 520)),
    Shot("triangle5-tees", "pegs=8&seed=3&theme=tees", "half", viewport=(440, 560)),
    Shot("triangle5-leaning", "pegs=9&seed=12&theme=svg&lean=1", viewport=(440, 520)),
    Shot("triangle5-last-peg", "pegs=6&seed=4", "solved", viewport=(440, 560)),
    Shot(
        "triangle4-wood-zoom-0.8",
        "board=triangle4&pegs=6&seed=5&theme=wood&zoom=0.8",
        viewport=(440, 440),
    ),
    Shot("triangle6-dark", "board=triangle6&pegs=12&seed=6&theme=dark", viewport=(440, 520)),
    Shot(
        "triangle7-dark-scale-1.25",
        "board=triangle7&pegs=16&seed=7&theme=dark",
        "half",
        1.25,
        viewport=(480, 600),
    ),
    Shot("triangle5-upside-down", "pegs=8&seed=8&theme=flat&turn=180", viewport=(440, 500)),
    Shot("triangle5-canvas", "pegs=9&seed=9&theme=canvas", "half", viewport=(440, 500)),
    Shot("triangle5-symbols", "pegs=7&seed=10&theme=symbols", viewport=(440, 480)),
    Shot("triangle6-rings", "board=triangle6&pegs=11&seed=11&theme=rings", viewport=(440, 560)),
    Shot(
        "triangle5-hints",
        "pegs=9&seed=13&theme=flat&hints=1&gesture=click",
        "chosen",
        viewport=(440, 500),
    ),
    Shot("triangle6-ruled", "board=triangle6&pegs=10&seed=14&theme=ruled", viewport=(440, 560)),
    Shot("english", "board=english&seed=15", viewport=(520, 680)),
    Shot(
        "english-half-scale-1.5", "board=english&pegs=20&seed=16", "half", 1.5, viewport=(520, 680)
    ),
    Shot(
        "english-flat-zoom-0.6",
        "board=english&pegs=18&seed=17&theme=flat&zoom=0.6",
        viewport=(440, 480),
    ),
    Shot("english-ruled", "board=english&pegs=15&seed=18&theme=ruled", viewport=(440, 600)),
    Shot(
        "english-canvas-scale-2",
        "board=english&pegs=24&seed=19&theme=canvas",
        scale=2,
        viewport=(440, 620),
    ),
    Shot("english-pale", "board=english&pegs=16&seed=20&theme=pale", viewport=(460, 640)),
    Shot("english-dots", "board=english&pegs=20&seed=21&theme=dots", viewport=(440, 600)),
    Shot("european-wood", "board=european&pegs=18&seed=22&theme=wood", viewport=(460, 640)),
    Shot(
        "european-svg-scale-1.25",
        "board=european&pegs=22&seed=23&theme=svg",
        scale=1.25,
        viewport=(480, 660),
    ),
    Shot(
        "european-tees-zoom-0.7",
        "board=european&pegs=20&seed=24&theme=tees&zoom=0.7",
        viewport=(440, 600),
    ),
    Shot("wiegleb-symbols", "board=wiegleb&pegs=22&seed=25&theme=symbols", viewport=(480, 680)),
    Shot(
        "diamond-flat-zoom-0.7",
        "board=diamond&pegs=20&seed=26&theme=flat&zoom=0.7",
        viewport=(460, 620),
    ),
    Shot(
        "english-advertisements",
        "board=english&pegs=17&seed=27&topad=1&bottomad=1&theme=rings",
        viewport=(760, 900),
    ),
)
