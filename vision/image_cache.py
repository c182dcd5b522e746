"""Cache of measurements that lives as long as its picture: several games need the same
measurements."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar
from weakref import finalize

from vision.image import Image

P = ParamSpec("P")
T = TypeVar("T")


def cached_per_image(
    measure: Callable[Concatenate[Image, P], T],
) -> Callable[Concatenate[Image, P], T]:
    """Cache results per read-only image and hashable arguments.

    An omitted argument equals its default. The results must not be changed.
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
    """Return the picture itself if nothing can write to it, otherwise a read-only view."""
    if image.base is None and not image.flags.writeable:
        return image
    view = image.view()
    view.setflags(write=False)
    return view
