"""The legends that no icon shows, drawn in a box of 200 by 200; a relic stands on its lower edge."""

from __future__ import annotations

import math

from .canvas import WHITE, mix
from .painting import Painting

GOLD = ((0, "#fff3bd"), (0.45, "#e9b747"), (1, "#8f5d16"))
STEEL = ((0, "#ffffff"), (0.5, "#c3d3e0"), (1, "#6f879c"))
DARK = "#2a1c14"


def _path(d: str, fill: str, more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}" {more}/>'


def _line(d: str, colour: str, width: float, opacity: float = 1) -> str:
    stroke = f'stroke="{colour}" stroke-width="{width}" opacity="{opacity:g}"'
    return f'<path d="{d}" fill="none" {stroke} stroke-linecap="round" stroke-linejoin="round"/>'


def _facets(corners: list[tuple[float, float]], middle: tuple[float, float], colour: str) -> str:
    """A cut stone: one triangle per side, brighter the more it faces the upper left."""
    drawn = ""
    for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
        angle = math.atan2((one[1] + other[1]) / 2 - middle[1], (one[0] + other[0]) / 2 - middle[0])
        light = math.cos(angle + math.radians(125))
        fill = mix(colour, WHITE, 0.5 * light) if light > 0 else mix(colour, "#1a0a10", -0.45 * light)
        drawn += _path(f"M{one[0]},{one[1]} L{other[0]},{other[1]} L{middle[0]},{middle[1]}Z", fill)
    return drawn


def alatyr(p: Painting) -> str:
    """A pale boulder with the eight-pointed star in it, burning from within."""
    corners = [
        (24.0, 150.0),
        (40.0, 84.0),
        (84.0, 44.0),
        (134.0, 50.0),
        (172.0, 98.0),
        (180.0, 156.0),
        (140.0, 192.0),
        (56.0, 190.0),
    ]
    star = (
        "M102,64 L112,104 L142,82 L120,112 L160,122 L120,132 L142,162 L112,140 "
        "L102,180 L92,140 L62,162 L84,132 L44,122 L84,112 L62,82 L92,104Z"
    )
    fire = p.radial([(0, "#fffbe0"), (0.5, "#ffc64a"), (1, "#e8791c")])
    return _facets(corners, (98, 116), "#e3cfa6") + _path(star, fire, 'stroke="#8a4a10" stroke-width="3"')


def andvaranaut(p: Painting) -> str:
    """A heavy gold ring with runes."""
    gold, shade = p.linear(GOLD, 0, 0, 1, 1), p.linear([(0, "#6a3f0c"), (1, "#c98f2c")], 0, 0, 1, 1)
    outer = "M100,16 a82,88 0 1 0 .1,0Z"
    drawn = _path(f"{outer} M100,52 a52,58 0 1 1 -.1,0Z", gold, 'fill-rule="evenodd" stroke="#5a3508" stroke-width="3"')
    drawn += _path("M100,52 a52,58 0 1 1 -.1,0Z M104,60 a47,52 0 1 0 .1,0Z", shade, 'fill-rule="evenodd"')
    runes = ("M0,-9 V9 M0,-9 L7,-3", "M-5,-9 V9 M5,-9 V9 M-5,-3 L5,3", "M0,-9 V9 M-6,-4 L6,4", "M-5,9 V-9 L5,0 L-5,4")
    for i in range(12):
        angle = math.radians(i * 30 + 15)
        x, y = 100 + 67 * math.sin(angle), 104 - 73 * math.cos(angle)
        rune = _line(runes[i % 4], "#6a3508", 2.6, 0.85)
        drawn += f'<g transform="translate({x:.1f},{y:.1f}) rotate({i * 30 + 15})">{rune}</g>'
    return drawn + _line("M34,70 C46,44 66,30 90,26", WHITE, 6, 0.7)


def ark(p: Painting) -> str:
    """A gilded chest on poles; two wings meet over its lid."""
    gold, side = p.linear(GOLD), p.linear([(0, "#f1c95f"), (1, "#9a6418")])
    wing = "M54,88 C34,58 46,26 94,14 C86,26 90,32 96,36 C86,40 88,48 94,52 C84,56 84,64 90,68 C80,72 76,80 74,88Z"
    feathers = _line("M62,82 C56,62 64,42 82,28 M68,84 C66,70 70,58 82,50", "#8f5d16", 2.6)
    half = _path(wing, gold, 'stroke="#7a4c10" stroke-width="3" stroke-linejoin="round"') + feathers
    drawn = f'<g>{half}</g><g transform="translate(200,0) scale(-1,1)">{half}</g>'
    drawn += _path("M22,88 H178 V106 H22Z", gold, 'stroke="#7a4c10" stroke-width="3"')
    drawn += _path("M30,106 H170 V176 H30Z", side, 'stroke="#7a4c10" stroke-width="3"')
    for x in (42, 84, 126):
        drawn += _path(f"M{x},118 h32 v44 h-32Z", "#b57d24", 'stroke="#7a4c10" stroke-width="2"')
        drawn += _path(f"M{x + 16},124 l9,16 l-9,16 l-9,-16Z", "#fbe39a")
    drawn += _path(
        "M0,166 H200 V176 H0Z", p.linear([(0, "#b57a45"), (1, "#5f3a1c")]), 'stroke="#4a2a10" stroke-width="2"'
    )
    return drawn + "".join(_path(f"M{x},176 h16 v18 h-16Z", "#8f5d16") for x in (34, 150))


def boots(p: Painting) -> str:
    """A pair of boots with wings at the ankles."""
    leather = p.linear([(0, "#b5713c"), (1, "#6a3a1c")])
    boot = "M52,24 H112 L108,110 C128,122 160,126 170,150 Q174,166 160,168 H58 Q50,140 56,110Z"
    wing = (
        "M70,112 C40,112 10,96 2,62 C14,72 22,74 30,74 C22,66 20,58 20,48 "
        "C32,62 42,66 52,68 C48,62 48,56 48,50 C62,68 78,84 80,104Z"
    )
    one = _path(boot, leather, f'stroke="{DARK}" stroke-width="3" stroke-linejoin="round"')
    one += _path("M54,168 H164 Q172,168 170,182 H54Z", "#3a2415") + _path(
        "M46,18 H118 V44 H46Z", "#e3b455", f'stroke="{DARK}" stroke-width="3"'
    )
    one += _line("M62,60 C66,90 62,120 64,150", "#d99a62", 4, 0.6)
    one += _path("M128,146 l4,9 l10,1 l-8,6 l3,10 l-9,-5 l-9,5 l3,-10 l-8,-6 l10,-1Z", "#ffe08a")
    one += _path(wing, "#fdf8ea", 'stroke="#8f9fb5" stroke-width="3" stroke-linejoin="round"')
    return f'<g transform="translate(52,-8) scale(.86)">{one}</g><g transform="translate(-4,14)">{one}</g>'


def girdle(p: Painting) -> str:
    """A sash of rose and gold, with a heart for a buckle."""
    silk, back = p.linear([(0, "#ff9fc0"), (0.5, "#f0628f"), (1, "#a82c5c")]), "#8a2450"
    drawn = _path("M22,86 C50,52 150,52 178,86 L178,104 C150,74 50,74 22,104Z", back)
    drawn += _path(
        "M18,84 C40,128 160,128 182,84 L184,124 C160,170 40,170 16,124Z", silk, 'stroke="#6a163c" stroke-width="3"'
    )
    for edge in ("M20,92 C44,134 156,134 180,92", "M18,118 C44,162 156,162 182,118"):
        drawn += _line(edge, "#f5cf6a", 5)
    tail = "M92,150 C84,166 80,180 74,196 L98,192 L102,152Z"
    drawn += _path(tail, silk) + _path("M104,150 C114,166 122,178 132,190 L110,196 L98,154Z", silk)
    drawn += "".join(
        f'<circle cx="{x}" cy="{y}" r="5" fill="#fff6e8"/>' for x, y in ((44, 122), (62, 131), (138, 131), (156, 122))
    )
    heart = "M100,164 C62,138 66,104 84,104 C94,104 99,112 100,118 C101,112 106,104 116,104 C134,104 138,138 100,164Z"
    return (
        drawn
        + _path(heart, p.linear(GOLD), 'stroke="#7a4c10" stroke-width="3"')
        + _path(heart, "#e0335f", 'transform="translate(38,50) scale(.62)"')
    )


def club(p: Painting) -> str:
    """A knotted club, banded with bronze."""
    wood = p.linear([(0, "#b98a56"), (0.6, "#8a5c30"), (1, "#553317")], 0, 0, 1, 1)
    body = (
        "M30,192 C20,190 16,180 22,172 L92,78 C90,44 112,10 150,10 "
        "C184,12 196,44 186,74 C176,102 146,116 118,104 L44,188 C40,192 36,193 30,192Z"
    )
    drawn = _path(body, wood, f'stroke="{DARK}" stroke-width="4" stroke-linejoin="round"')
    for x, y, r in ((150, 36, 11), (172, 66, 8), (126, 66, 9), (144, 86, 7), (118, 40, 6)):
        drawn += f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{r * 0.72:g}" fill="#5f3a1c"/>'
        drawn += f'<ellipse cx="{x - 2}" cy="{y - 2}" rx="{r * 0.55:g}" ry="{r * 0.4:g}" fill="#a87846"/>'
    for x, y in ((84, 116), (62, 144)):
        drawn += _line(f"M{x - 13},{y - 11} L{x + 13},{y + 11}", "#7a4c10", 13) + _line(
            f"M{x - 13},{y - 11} L{x + 13},{y + 11}", "#e3b455", 9
        )
    return drawn + _line("M104,74 C104,48 122,28 146,24", "#e3c291", 5, 0.6)


def excalibur(p: Painting) -> str:
    """The sword in the stone."""
    gold, blade = p.linear(GOLD), p.linear(STEEL, 0, 0, 1, 0)
    corners = [(20.0, 194.0), (30.0, 158.0), (66.0, 136.0), (132.0, 138.0), (172.0, 160.0), (184.0, 194.0)]
    drawn = _path("M88,60 H112 V150 H88Z", blade, 'stroke="#4a5f73" stroke-width="2.5"')
    drawn += _path("M100,60 H112 V150 H100Z", "#8fa6ba") + _line("M100,64 V148", "#ffffff", 2)
    drawn += _path(
        "M58,46 Q100,56 142,46 Q150,54 142,62 Q100,70 58,62 Q50,54 58,46Z", gold, 'stroke="#6a420c" stroke-width="2.5"'
    )
    drawn += _path("M92,12 H108 V50 H92Z", "#7a2436", 'stroke="#3a0f1a" stroke-width="2.5"') + _line(
        "M93,22 L107,18 M93,32 L107,28 M93,42 L107,38", "#e3b455", 3
    )
    drawn += '<circle cx="100" cy="6" r="11" fill="#e9b747" stroke="#6a420c" stroke-width="2.5"/>'
    drawn += '<circle cx="100" cy="6" r="5" fill="#4fb7ff"/>'
    drawn += _facets(corners, (100, 170), "#8d949c")
    return (
        drawn
        + _path("M84,150 L100,142 L118,150 L112,156 H90Z", "#2f343b")
        + _line("M66,136 L88,150 M120,148 L150,172", "#5b626b", 3)
    )


def kunee(p: Painting) -> str:
    """A dark helm with a violet crest; nobody looks out of it."""
    bronze = p.linear([(0, "#9aa4c4"), (0.5, "#565f86"), (1, "#272c48")], 0, 0, 1, 1)
    crest = p.linear([(0, "#b98cff"), (1, "#4f2a9a")])
    plume = "M46,62 C52,4 156,-16 186,62 C198,104 188,150 178,166 C176,112 160,62 112,50 C84,44 60,50 46,62Z"
    drawn = _path(plume, crest, 'stroke="#2a1458" stroke-width="3"')
    drawn += "".join(
        _line(d, "#d9c0ff", 3, 0.6)
        for d in ("M70,46 L74,24", "M98,42 L106,10", "M126,50 L144,20", "M150,70 L176,52", "M166,98 L190,92")
    )
    head = (
        "M44,124 C34,64 72,40 108,42 C150,46 164,84 160,126 C158,152 164,170 172,188 "
        "H126 C116,172 110,160 108,142 L92,144 L84,190 C62,186 50,164 44,124Z"
    )
    drawn += _path(head, bronze, 'stroke="#14172c" stroke-width="4" stroke-linejoin="round"')
    drawn += (
        _path("M54,122 C62,104 88,104 100,120 C92,134 70,136 54,122Z", "#05060f")
        + '<circle cx="79" cy="121" r="5" fill="#c9a6ff"/>'
    )
    drawn += _line("M50,98 C70,82 94,84 110,104 L112,140", "#e3b455", 4.5) + _line(
        "M66,66 C80,52 104,50 120,58", "#dfe6ff", 5, 0.6
    )
    return drawn + _line("M128,178 C120,164 116,152 116,140", "#aeb8da", 3, 0.6)


def stone(p: Painting) -> str:
    """A red stone in the sign of the alchemists: circle, square, triangle, circle."""
    sign = "".join(
        _line(d, "#f5d27a", 4.5)
        for d in ("M100,6 a94,94 0 1 0 .1,0Z", "M100,12 L181,152 H19Z", "M62,84 H138 V152 H62Z")
    )
    corners = [(100.0, 58.0), (138.0, 82.0), (146.0, 124.0), (118.0, 158.0), (80.0, 158.0), (54.0, 122.0), (64.0, 80.0)]
    table = _path(
        "M100,84 L120,98 L122,122 L108,136 L90,136 L78,120 L82,98Z", p.linear([(0, "#ffb3a8"), (1, "#e0263f")])
    )
    edge = _path(
        "M" + " L".join(f"{x},{y}" for x, y in corners) + "Z",
        "none",
        'stroke="#5a0a1c" stroke-width="4" stroke-linejoin="round"',
    )
    return sign + _facets(corners, (100, 110), "#cf1f3f") + table + edge + _line("M84,98 L96,90", WHITE, 5, 0.8)


RELICS = {
    "alatyr": alatyr,
    "andvaranaut": andvaranaut,
    "ark": ark,
    "boots": boots,
    "club": club,
    "excalibur": excalibur,
    "girdle": girdle,
    "kunee": kunee,
    "stone": stone,
}
