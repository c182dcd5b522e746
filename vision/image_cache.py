"""What was measured in a picture, kept as long as the picture: several games look for the same things in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar
from weakref import finalize

from vision.image import Image

P = ParamSpec("P")
T = TypeVar("T")


def cached_per_image(measure: Callable[Concatenate[Image, P], T]) -> Callable[Concatenate[Image, P], T]:
    """Measures a picture once that nobody can write to, for each set of further arguments, which have to be hashable.

    An argument that is left out is the same as its default. Nobody may change what comes of it.
    """
    known: dict[int, dict[Hashable, T]] = {}
    arguments = signature(measure)

    @wraps(measure)
    def measured(image: Image, /, *given: P.args, **named: P.kwargs) -> T:
        if image.flags.writeable:
            return measure(image, *given, **named)
        if id(image) not in known:
            known[id(image)] = {}
            finalize(image, known.pop, id(image))
        bound = arguments.bind(image, *given, **named)
        bound.apply_defaults()
        of_it, key = known[id(image)], tuple(bound.arguments.values())[1:]
        if key not in of_it:
            of_it[key] = measure(image, *given, **named)
        return of_it[key]

    return measured


def read_only_view(image: Image) -> Image:
    """The picture as one that nobody can write to: itself, or where somebody can, a view of it for the time being."""
    if image.base is None and not image.flags.writeable:
        return image
    view = image.view()
    view.setflags(write=False)
    return view
