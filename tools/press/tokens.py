"""Boats, clues, fires and coins: hand-cut outlines with a rim of paper, as small SVG files without ids.

Each colour has a shape of its own that stays itself however a token is turned: circle, triangle, square, cross, moon.
"""

from __future__ import annotations

COLOURS = {"blue": "#5b9dff", "red": "#ff6f68", "green": "#4fc27a", "yellow": "#f4cb45", "purple": "#bf93ff"}
"""In the order of the seats; a dark mark on each has a contrast of 6 or more."""
SHAPES = {"blue": "circle", "red": "triangle", "green": "square", "yellow": "cross", "purple": "moon"}
INK, PAPER, WOOD = "#1c1622", "#f8eed8", "#8a5a34"

_MARKS = {
    "circle": "M-9,0 C-9,-6 -5,-9.4 0,-9.2 C6,-9.4 9.3,-5 9,0 C9.4,5.6 5,9.2 0,9 C-5.6,9.3 -9.2,5 -9,0Z",
    "triangle": "M-.6,-11 L10.8,8 L-10.2,8.6Z",
    "square": "M-8.7,-8.2 L8.4,-8.8 L8.8,8.3 L-8.2,8.8Z",
    "cross": (
        "M-3.8,-10 L3.6,-10.3 L4,-3.9 L10,-3.6 L10.2,3.8 L3.9,4 L3.6,10.2 L-3.9,9.9 L-3.7,3.8 L-10,3.9 "
        "L-10.2,-3.7 L-3.9,-3.9Z"
    ),
    "moon": "M4.5,-10 C-4,-11.6 -11,-4.6 -10,3 C-8.6,11.4 4,13.4 10,5 C2.6,7.6 -2.8,3.2 -2.4,-2 C-2,-6 .6,-9 4.5,-10Z",
}
_MAIN, _FORE, _MAST = (
    "M33,6 C50,12 58,28 56,42 L33,43Z",
    "M28,13 C17,20 10,31 9,42 L28,43Z",
    "M29,5 L32.4,4.6 L32.6,46 L29,46Z",
)
_HULL = "M6,46 L58,45 C57,53 52,59 46,59 L19,59.5 C12,59 7,53 6,46Z"
_FLAME = (
    "M31,6 C36,17 34,21 38,24 C40,21 40,18 39,15 C47,22 50,31 48,39 C46,50 39,55 32,55 C23,55 16,49 16,39 "
    "C16,31 21,27 22,19 C26,22 28,26 28,30 C32,24 33,16 31,8Z"
)
_CORE = (
    "M32,28 C35,33 41,37 40,44 C39,50 36,52 32,52 C27,52 24,49 24,44 C24,40 27,38 28,34 C30,36 31,37 31,39 "
    "C32,36 33,32 32,28Z"
)
_LOGS = "M12,46 L50,54 L48.6,58.6 L11,51Z M52,46 L14,54 L15.4,58.6 L53,51Z"
_DISC = "M32,6 C47,5.6 58.4,17 58,32 C58.4,47 47,58.2 32,58 C17,58.3 5.8,47 6,32 C5.8,17 17,5.8 32,6Z"
_STAR = "M0,-13 L3.6,-4.6 12.7,-4 5.7,1.9 7.9,10.7 0,5.9 -7.9,10.7 -5.7,1.9 -12.7,-4 -3.6,-4.6Z"


def _rim(*paths: str) -> str:
    """Draw paper, then ink, round all of these shapes."""
    return "".join(
        f'<path d="{path}" fill="{colour}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'
        for colour, width in ((PAPER, 8.4), (INK, 4.4))
        for path in paths
    )


def _fill(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="{colour}"/>'


def mark(colour: str, x: float, y: float, k: float = 1, fill: str = INK) -> str:
    """Return the shape of a colour, centred on a point."""
    return f'<path d="{_MARKS[SHAPES[colour]]}" transform="translate({x:g},{y:g}) scale({k:g})" fill="{fill}"/>'


def sail(colour: str) -> str:
    """Return the sail of a boat's owner, for all to see (G4); the rim is that of the whole boat."""
    main = COLOURS[colour]
    return (
        _rim(_MAIN, _FORE, _HULL, _MAST)
        + _fill(_MAIN, main)
        + _fill(_FORE, PAPER)
        + _fill(_MAST, INK)
        + _fill("M12,40 L20,26 L21,27.5 L15,40Z M18,40.5 L24,28 L25,29.5 L21,40.5Z", main)
        + _fill("M37,10 C44,14 48,19 50,25 C46,20 42,16 36.6,13Z", PAPER)
        + mark(colour, 43, 31.5, 0.92)
    )


def hull(sought: str = "") -> str:
    """Return the hull: plain wood while it hides whom the boat seeks, then that player's colour and shape (G45)."""
    planks = "M10,50.4 L54,49.6 L53.6,51.4 L11,52Z M17,55 L46,54.6 L45,56.2 L18,56.4Z"
    body = _rim_ink(_HULL) + _fill(_HULL, COLOURS[sought] if sought else WOOD) + _fill(planks, INK)
    if not sought:
        return body
    plate = f'<circle cx="32" cy="51.5" r="9.4" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
    return body + plate + mark(sought, 32, 51.5, 0.62)


def _rim_ink(path: str) -> str:
    return f'<path d="{path}" fill="{INK}" stroke="{INK}" stroke-width="4.4" stroke-linejoin="round"/>'


def clue(colour: str) -> str:
    """Return the clue arrow in a box of 96 by 48; it points at the middle of its ring, (82, 24)."""
    main = COLOURS[colour]
    head = "M38,14 L47,17 L46.4,9.6 L70,24 L46.4,38.6 L47,31.4 L38,34Z"
    disc = "M24,5 C35,4.6 43.4,13 43,24 C43.4,35 35,43.2 24,43 C13,43.3 4.8,35 5,24 C4.8,13 13,4.8 24,5Z"
    light = "M12,15 C15,10.6 20,8.4 25,8.6 C20,10 16,12.6 13.4,16.6Z M49,14.6 L60,21 L59,22.4 L49,17.4Z"

    def ring(stroke: str, width: float) -> str:
        return f'<circle cx="82" cy="24" r="10.5" fill="none" stroke="{stroke}" stroke-width="{width}"/>'

    return (
        ring(PAPER, 7)
        + _rim(head, disc)
        + ring(INK, 5.4)
        + ring(main, 2.4)
        + _fill(head, main)
        + _fill(disc, main)
        + _fill(light, PAPER)
        + mark(colour, 24, 24.6, 1.2)
        + f'<circle cx="82" cy="24" r="2.2" fill="{INK}"/>'
    )


def fire(colour: str, wand: bool = False) -> str:
    """Return a beacon fire; Merlin's, which says less (A12), carries a wand and a dashed ring about its mark."""
    light = "M20,36 C21,31 25,28 25.4,23.6 C27,27 24,31 22.6,36.4Z M44,30 C46,34 46,39 44.6,42 C44.4,38 44,34 42.4,31Z"
    dash = ' stroke-dasharray="5.5 4.2"' if wand else ""
    drawn = _rim(_FLAME, _LOGS) + _fill(_FLAME, "#f08a24") + _fill(_CORE, "#ffd45e") + _fill(_LOGS, WOOD)
    drawn += _fill(light, PAPER) + f'<circle cx="32" cy="43" r="12.6" fill="{INK}"/>'
    drawn += f'<circle cx="32" cy="43" r="10.9" fill="{COLOURS[colour]}" stroke="{PAPER}" stroke-width="2.4"{dash}/>'
    drawn += mark(colour, 32, 43.4, 0.72)
    if wand:
        drawn += (
            f'<path d="M40,26 L54,10" stroke="{INK}" stroke-width="8" stroke-linecap="round"/>'
            '<path d="M40,26 L54,10" stroke="#c9a6ff" stroke-width="4" stroke-linecap="round"/>'
            f'<path d="{_STAR}" transform="translate(54,11) scale(.7)" fill="{PAPER}" stroke="{INK}" stroke-width="2.8"/>'  # noqa: E501
        )
    return drawn


def coin(legend: bool = False) -> str:
    """Return a gold coin with a chest's keyhole, or a red legend coin with a star."""
    main, dark = ("#d8404e", "#7a1526") if legend else ("#f0c04c", "#8a5a10")
    ring = f'<circle cx="32" cy="32" r="20.4" fill="none" stroke="{dark}" stroke-width="2.6" stroke-dasharray="7 2.4"/>'
    drawn = _rim(_DISC) + _fill(_DISC, main) + ring
    drawn += _fill("M13,24 C17,15 24,10.6 32,10.4 C25,13 19.6,18 16,25Z", PAPER)
    if legend:
        return (
            drawn + f'<path d="{_STAR}" transform="translate(32,33)" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
        )
    return drawn + _fill("M32,19 a6.8,6.8 0 0 1 3.8,12.2 L38.4,44 H25.6 L28.2,31.2 A6.8,6.8 0 0 1 32,19Z", INK)


def seat(colour: str) -> str:
    """Return a player's shape on a disc, for lists and choices."""
    light = "M15,22 C19,14 26,10.4 33,10.4 C26,13 20.6,17 17.4,24Z"
    return _rim(_DISC) + _fill(_DISC, COLOURS[colour]) + _fill(light, PAPER) + mark(colour, 32, 33, 1.7)


def tokens() -> dict[str, str]:
    """Return every token by file name, as a whole SVG."""
    drawn = {"coin-gold": coin(), "coin-legend": coin(legend=True), "hull-hidden": hull()}
    for colour in COLOURS:
        drawn |= {
            f"boat-{colour}": sail(colour) + hull(),
            f"clue-{colour}": clue(colour),
            f"fire-{colour}": fire(colour),
            f"fire-{colour}-wand": fire(colour, wand=True),
            f"hull-{colour}": hull(colour),
            f"mark-{colour}": seat(colour),
            f"sail-{colour}": sail(colour),
        }
    return {name: _svg(inside, wide=name.startswith("clue")) for name, inside in sorted(drawn.items())}


def _svg(inside: str, wide: bool) -> str:
    box = "0 0 96 48" if wide else "0 0 64 64"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>\n'
