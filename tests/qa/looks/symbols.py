"""Small drawings in colour, as emoji are, for machines without such a font."""

from __future__ import annotations

DRAWINGS = {
    "crown": '<path d="M3 19 L2 7 L8 12 L12 4 L16 12 L22 7 L21 19 Z" fill="#fbbf24" stroke="#b45309"/>'
    '<circle cx="12" cy="16" r="1.6" fill="#dc2626"/>',
    "star": '<path d="M12 2l3 6.6 7 .8-5.200 4.900 1.400 7.100-6.200-3.600-6.200 3.600 1.400-7.100L2 9.400l7-.8z" '
    'fill="#facc15" stroke="#ca8a04"/>',
    "cat": '<path d="M4 4l5 4h6l5-4v10a8 8 0 0 1-16 0z" fill="#f59e0b" stroke="#92400e"/>'
    '<circle cx="9" cy="13" r="1.300"/><circle cx="15" cy="13" r="1.300"/><path d="M11 16h2l-1 1.500z" fill="#db2777"/>',
    "tree": '<path d="M12 1l6 8h-3l4 6h-4l4 4H5l4-4H5l4-6H6z" fill="#15803d"/><rect x="10.500" y="19" width="3" '
    'height="4" fill="#78350f"/>',
    "cow": '<ellipse cx="12" cy="12" rx="8" ry="9" fill="#fff" stroke="#333"/><path d="M5 6q5 0 5 6-6 1-5-6" '
    'fill="#222"/><ellipse cx="12" cy="17" rx="6" ry="4" fill="#f9a8d4"/><circle cx="10" cy="17"/>'
    '<circle cx="14" cy="17"/><circle cx="15" cy="10" r="1.200"/>',
    "queen": '<path d="M3 7l4 8 2-10 3 9 3-9 2 10 4-8-3 14H6z" fill="#111"/>',
    "frog": '<circle cx="7" cy="6" r="4" fill="#65a30d"/><circle cx="17" cy="6" r="4" fill="#65a30d"/>'
    '<ellipse cx="12" cy="14" rx="10" ry="8" fill="#65a30d"/><circle cx="7" cy="6" r="1.500"/>'
    '<circle cx="17" cy="6" r="1.500"/><path d="M5 15q7 6 14 0" stroke="#222" fill="none"/>',
    "cherry": '<path d="M8 15Q10 6 18 3M16 17Q17 8 18 3" stroke="#3f6212" fill="none" stroke-width="1.500"/>'
    '<circle cx="7" cy="17" r="5" fill="#dc2626"/><circle cx="16" cy="18" r="5" fill="#b91c1c"/>',
    "flame": '<path d="M12 1q2 6 6 9a8 8 0 1 1-13 2q2 2 3 0-1-6 4-11z" fill="#f97316"/>'
    '<path d="M12 12q4 4 3 8h-6q-1-4 3-8z" fill="#fde047"/>',
    "sun": '<circle cx="12" cy="12" r="6" fill="#fbbf24"/><path d="M12 1v4M12 19v4M1 12h4M19 12h4M4 4l3 3M17 17l3 3'
    'M4 20l3-3M17 7l3-3" stroke="#f59e0b" stroke-width="2"/>',
    "moon": '<path d="M16 2a10 10 0 1 0 6 15A9 9 0 0 1 16 2z" fill="#94a3b8"/>',
    "bulb": '<path d="M12 1a8 8 0 0 0-4 15v2h8v-2a8 8 0 0 0-4-15z" fill="#fde047" stroke="#a16207"/>'
    '<rect x="9" y="19" width="6" height="4" fill="#9ca3af"/>',
    "dead bulb": '<path d="M12 1a8 8 0 0 0-4 15v2h8v-2a8 8 0 0 0-4-15z" fill="#6b7280" stroke="#374151"/>'
    '<rect x="9" y="19" width="6" height="4" fill="#4b5563"/>',
    "blue": '<circle cx="12" cy="12" r="10.500" fill="#1d9bf0" stroke="#1577b8"/>',
    "white": '<circle cx="12" cy="12" r="10.500" fill="#e6e7e8" stroke="#99aab5"/>',
    "red": '<circle cx="12" cy="12" r="10.500" fill="#dd2e44"/>',
    "black": '<circle cx="12" cy="12" r="10.500" fill="#31373d"/>',
    "hole": '<circle cx="12" cy="12" r="9" fill="none" stroke="#111" stroke-width="5"/>',
    "heart": '<path d="M12 22C2 14 1 9 3 5.500S10 2 12 7q2-5 7-3.500T12 22z" fill="#e11d48"/>',
    "diamond": '<path d="M12 1L23 12L12 23L1 12z" fill="#2563eb"/>',
    "square": '<rect x="2" y="2" width="20" height="20" rx="5" fill="#16a34a"/>',
}  # fmt: skip
"""Drawings of 24 by 24 by their name."""


def symbol(name: str, side: float, css: str = "") -> str:
    """Return a drawing as an SVG element of that width and height."""
    return (
        f'<svg viewBox="0 0 24 24" width="{side:.4g}" height="{side:.4g}" style="{css}">'
        f"{DRAWINGS[name]}</svg>"
    )


def symbol_at(name: str, x: float, y: float, side: float) -> str:
    """Return a drawing round a point within a larger SVG picture."""
    left, top = x - side / 2, y - side / 2
    return (
        f'<svg viewBox="0 0 24 24" x="{left:.2f}" y="{top:.2f}" width="{side:.4g}" '
        f'height="{side:.4g}">{DRAWINGS[name]}</svg>'
    )
