"""Which sites look alike, and which of their looks is a peg's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.blobs.clustering import NOISE, cluster_labels, spanning_tree
from vision.blobs.foreground import lab_of
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.image import Bools, Floats, Places
from vision.peg_solitaire.patches import within
from vision.reading import Colour

ZONES: Final = (within(0.12), within(0.2, 0.12), within(0.28, 0.2), within(0.36, 0.28), within(0.44, 0.36))
"""The middle of a site and the rings round it whose mean colours tell looks apart."""
INNER: Final = within(0.3)
RING: Final = 0.04
"""Width, in steps, of the rings in which a peg is compared with a hole: one place of a face."""
RADII: Final = tuple(RING * ring for ring in range(4, 12))
"""Their outer radii; no peg that can be read is smaller."""
TOLD_APART: Final = 5.0
"""Least difference (L*a*b*, over the zones) of two looks."""
CLEAR_GAP: Final = 1.8
"""Least ratio of the difference between looks and those among sites of one look."""
MOST_LOOKS: Final = 8
FEWEST_ALIKE: Final = 2
"""Least sites of the usual look of a peg where there are more than two looks: a chosen peg and a hint are rare."""
SURE: Final = 1.5
"""Least sum of signs by which one look is a peg's and the other a hole's."""
LAST: Final = 2.0
"""How many times as clear it has to be that one peg is left: a start with one hole is far more frequent."""
UNSURE: Final = 0.3
"""What is lacking of confidence where it is just clear which look is a peg."""
BARE: Final = 7.0
"""Largest difference (L*a*b*) of the middle of a site from the page around where it is empty."""
FAINT: Final = 0.25
"""Largest difference of a hole from the page, as part of a peg's, where it is only hinted at."""
SHADOW: Final = 14.0
"""Largest difference (a*b*) of a hole's colour from that of the page, made as dark."""
PEG_HINT: Final = "say which look a peg has: --peg bright, --peg dark or --peg '#rrggbb'"
ONE_HINT: Final = "say so: --peg all or --peg none"


@dataclass(frozen=True, slots=True)
class Groups:
    """The look of each site, by number, what sites of each usually show, and how clearly the looks are parted."""

    labels: Places
    faces: tuple[Floats, ...]
    gap: float


@dataclass(frozen=True, slots=True)
class Told:
    """Whether each look is a peg's, and what tells so."""

    pegs: tuple[bool, ...]
    why: str
    confidence: float = 1.0


def group(what: str, faces: Floats) -> Groups:
    """Join sites (N, ACROSS, ACROSS, 3) that look alike, nearest first, up to where the next joint is far longer."""
    points = zones(faces)
    joint = sorted(spanning_tree(points))
    lengths = np.array([0.0, *(length for length, *_ in joint)])
    longer = lengths[1:] / np.maximum(lengths[:-1], NOISE)
    steps = [i for i, ratio in enumerate(longer) if ratio >= CLEAR_GAP and lengths[i + 1] >= TOLD_APART]
    last = max(steps, key=lambda i: float(longer[i]), default=len(joint))
    if len(joint) - last >= MOST_LOOKS:
        raise BoardNotFound(f"{what} all look different", hint="show the board with --crop X,Y,W,H")
    labels = cluster_labels(len(points), joint[:last])
    usual = tuple(np.median(faces[labels == look], axis=0) for look in range(labels.max() + 1))
    apart = float(lengths[last + 1]) if last < len(joint) else TOLD_APART
    return Groups(labels, usual, apart / max(float(lengths[last]), NOISE))


def zones(faces: Floats) -> Floats:
    """The mean colours of the zones, (N, zones * 3), so that distances are those of one colour."""
    means = np.stack([faces[:, zone].mean(axis=1) for zone in ZONES], axis=1)
    return np.asarray(means.reshape(len(faces), -1) / np.sqrt(len(ZONES)), np.float32)


def tell(what: str, groups: Groups, ground: Floats, peg: str) -> Told:
    """Which looks are those of pegs, on a page of colour ``ground``; raises AmbiguousBoard where it is not clear."""
    count = len(groups.faces)
    if count == 1:
        return _alone(what, peg)
    if peg in ("all", "none"):
        raise AmbiguousBoard(f"{what} have {count} looks", hint=PEG_HINT)
    if peg.startswith("#") or peg in ("bright", "dark"):
        return _said(groups, peg)
    signs = np.array([[sign(one, other, ground) for other in groups.faces] for one in groups.faces])
    least = [float(np.delete(signs[:, look], look).min()) for look in range(count)]
    hole = int(np.argmax(least))
    counts = np.bincount(groups.labels)
    if count == 2 and counts[1 - hole] == 1 and least[hole] < LAST * SURE:
        least[hole], hole = (0.0, 1 - hole) if peg == "any" else (-1.0, hole)
    pegs = [look != hole for look in range(count)] if count == 2 else _sorted_out(what, groups, hole)
    sure = (
        least[hole]
        if count == 2
        else min((float(signs[look, hole]) for look in range(count) if pegs[look]), default=0.0)
    )
    if sure < SURE and not (peg == "any" and count == 2):
        raise AmbiguousBoard(f"{what} have {count} looks, and it is not clear which is a peg", hint=PEG_HINT)
    why = f"pegs stand out by {sure:.1f}, where {SURE} is enough" if sure >= SURE else "pegs are the likelier look"
    return Told(tuple(pegs), why, 1 - UNSURE * SURE / max(sure, SURE))


def sign(one: Floats, other: Floats, ground: Floats) -> float:
    """How much more the first look is a peg's and the other a hole's than the other way round."""
    a, b = (np.median(face[INNER], axis=0) for face in (one, other))
    off_a, off_b = float(np.linalg.norm(a - ground)), float(np.linalg.norm(b - ground))
    chroma = (np.hypot(*a[1:]) - np.hypot(*b[1:])) / 30
    bright = (a[0] - b[0]) / 25
    total = np.clip(chroma, -2, 2) + np.clip(bright, -1.5, 1.5) + np.clip((off_a - off_b) / 25, -0.7, 0.7)
    total += 0.6 * (float(off_b < FAINT * off_a) - float(off_a < FAINT * off_b))
    bare = _bare(other, one, ground) - _bare(one, other, ground)
    total += 3 * bare if bare else float(_is_shadow(b, ground)) - float(_is_shadow(a, ground))
    total += np.clip((_gloss(one) - _gloss(other)) / 12, -1, 1)
    total += 1.5 * np.clip(3 * (_extent(one, ground) - _extent(other, ground)) / 0.3, -1, 1)
    return float(total + (_sits_in(one, other) - _sits_in(other, one)) * 1.5)


def _bare(one: Floats, other: Floats, ground: Floats) -> int:
    """1 where the page shows in the middle of a look, and not in that of another one."""
    off, most = (float(np.linalg.norm(np.median(face[ZONES[0]], axis=0) - ground)) for face in (one, other))
    return int(off < BARE and most > 2 * off + BARE)


def _is_shadow(look: Floats, ground: Floats) -> bool:
    """Whether a look is as the page, only darker: as a hole in it is."""
    if look[0] > 0.8 * ground[0]:
        return False
    return float(np.linalg.norm(look[1:] - ground[1:] * look[0] / max(float(ground[0]), 1.0))) < SHADOW


def _gloss(face: Floats) -> float:
    """How much brighter the brightest place near the middle is than most."""
    light = face[INNER][:, 0]
    return float(np.quantile(light, 0.97) - np.median(light))


def _extent(face: Floats, ground: Floats) -> float:
    """How far from the middle, in steps, something is seen."""
    off = [float(np.linalg.norm(np.median(face[zone], axis=0) - ground)) > BARE for zone in ZONES]
    return 0.44 * max((i + 1 for i, seen in enumerate(off) if seen), default=0) / len(ZONES)


def _sits_in(one: Floats, other: Floats) -> bool:
    """Whether the first look is something in the middle of the other."""
    rims = [np.median(face[ZONES[-1]], axis=0) for face in (one, other)]
    inner = [np.median(face[ZONES[0]], axis=0) for face in (one, other)]
    flat = np.linalg.norm(inner[1] - rims[1]) < BARE
    return bool(flat and np.linalg.norm(rims[0] - rims[1]) < BARE < np.linalg.norm(inner[0] - inner[1]))


def _sorted_out(what: str, groups: Groups, hole: int) -> list[bool]:
    """Which of several looks are pegs': as far from the holes' as most are; a hint on a hole is near it."""
    counts = np.bincount(groups.labels)
    counts[hole] = 0
    rim = rim_of(part_of(groups.faces[counts.argmax()], groups.faces[hole]))
    middles = np.stack([np.median(face[rim], axis=0) for face in groups.faces])
    off = np.linalg.norm(middles - middles[hole], axis=1)
    usual = float(off[counts.argmax()])
    if counts.max() < FEWEST_ALIKE:
        raise AmbiguousBoard(f"{what} have {len(counts)} looks, and all but one of them are rare", hint=PEG_HINT)
    pegs = []
    for look, distance in enumerate(off):
        near = float(np.linalg.norm(middles[look] - middles[counts.argmax()]))
        if 0.3 * usual < distance < 0.55 * usual and near > 0.5 * distance:
            raise AmbiguousBoard(f"some of {what} look neither as pegs nor as holes", hint=PEG_HINT)
        pegs.append(look != hole and distance > 0.3 * usual)
    return pegs


def _said(groups: Groups, peg: str) -> Told:
    middles = np.stack([np.median(face[INNER], axis=0) for face in groups.faces])
    if peg.startswith("#"):
        off = np.linalg.norm(middles - np.array(lab_of(peg)), axis=1)
    else:
        off = middles[:, 0] * (-1 if peg == "bright" else 1)
    return Told(tuple(bool(look == off.argmin()) for look in range(len(off))), f"pegs are what is {peg}, as told")


def _alone(what: str, peg: str) -> Told:
    if peg in ("all", "none", "any"):
        return Told((peg != "none",), "all sites look alike", 1 - UNSURE)
    raise AmbiguousBoard(f"{what} all look alike, be they pegs or holes", hint=ONE_HINT)


def part_of(peg: Floats, hole: Floats) -> float:
    """How much of a step a peg fills across: as far from its middle as it clearly differs from a hole."""
    rings = [within(radius, radius - RING) for radius in RADII]
    off = [float(np.linalg.norm(np.median(peg[ring], axis=0) - np.median(hole[ring], axis=0))) for ring in rings]
    return float(2 * max(radius for radius, far in zip(RADII, off, strict=True) if far >= max(off) / 2))


def rim_of(part: float) -> Bools:
    """The places in a peg that fills so much of a step, beyond the reach of what is drawn into a hole as a hint."""
    return within(0.45 * part, 0.3 * part)


def colour_of(face: Floats, part: float) -> Colour:
    """The colour of a look towards the rim of a peg that fills so much of a step."""
    return colour(np.median(face[rim_of(part)], axis=0))


def colour(lab: Floats) -> Colour:
    """A colour (3,) as readings keep it."""
    return float(lab[0]), float(lab[1]), float(lab[2])
