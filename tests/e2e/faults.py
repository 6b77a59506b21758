"""Asks the browser what is wrong with a drawn page: overlaps, cuts, text and targets too small."""

from __future__ import annotations

from typing import Any

AT_REST = """async () => {
    await document.fonts.ready;
    const moving = () => document.getAnimations().filter((one) =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
    // Two frames in a row: what ends may let something else begin, and a window of a new size is drawn anew.
    for (let frame = 0, still = 0; still < 2; frame++) {
        await new Promise(requestAnimationFrame);
        still = moving().length ? 0 : still + 1;
        if (frame > 1200) throw new Error('never at rest: ' + moving().map((one) => one.effect.target.outerHTML));
    }
}"""
LONGER = "() => document.documentElement.scrollHeight - innerHeight"
FAULTS = """([root, touch]) => {
    const found = [];
    const name = (e) => `${e.tagName.toLowerCase()}.${String(e.className?.baseVal ?? e.className).split(' ')[0]}`
        + ` "${(e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 30)}"`;
    const all = [...document.querySelectorAll(`${root}, ${root} *`)];
    const clips = ({ overflowY, textOverflow }) => /auto|scroll/.test(overflowY) || textOverflow === 'ellipsis';
    const scrollers = all.filter((e) => clips(getComputedStyle(e))).map((e) => [e, e.getBoundingClientRect()]);
    // A table is the window; a page may be longer than its window.
    const page = document.documentElement;
    const length = root === '.board' ? innerHeight : page.scrollHeight - page.scrollTop;
    const known = new Map();
    const look = (e) => {
        const box = e.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || e.closest('.sr')) return null;
        let [left, top, right, bottom, scrolls] = [0, 0, innerWidth, length, false];
        for (const [p, b] of scrollers) {
            if (p === e || !p.contains(e)) continue;
            scrolls = true;
            left = Math.max(left, b.left); top = Math.max(top, b.top);
            right = Math.min(right, b.right); bottom = Math.min(bottom, b.bottom);
        }
        const cut = box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1;
        return { box, cut, scrolls };
    };
    const shown = (e) => { if (!known.has(e)) known.set(e, look(e)); return known.get(e); };
    const hits = (e, box, corners) => {
        const inside = 6 * (e.currentCSSZoom ?? 1);
        const [x, y] = [Math.min(inside, box.width / 4), Math.min(inside, box.height / 4)];
        const points = [[box.left + box.width / 2, box.top + box.height / 2], [box.left + x, box.top + y],
            [box.right - x, box.top + y], [box.left + x, box.bottom - y], [box.right - x, box.bottom - y]];
        for (const [px, py] of points.slice(0, corners ? 5 : 1)) {
            const hit = document.elementFromPoint(px, py);
            if (!hit || !(e.contains(hit) || hit.contains(e) && hit.closest('button') === e))
                return hit ? name(hit) : 'nothing';
        }
        return '';
    };
    const buttons = all.filter((e) => e.matches('button, a')).map((e) => [e, shown(e)]).filter(([, s]) => s);
    const hidden = [];
    for (const [e, { box, cut, scrolls }] of buttons) {
        if (touch && Math.min(box.width, box.height) < 39.5)
            found.push(`target of ${box.width.toFixed(1)}x${box.height.toFixed(1)}: ${name(e)}`);
        if (cut && !scrolls) found.push(`outside: ${name(e)}`);
        else if (cut || box.bottom > innerHeight) hidden.push(e);
        else { const hit = hits(e, box, true); if (hit) found.push(`not hit: ${name(e)} but ${hit}`); }
    }
    const overlap = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    for (let i = 0; i < buttons.length; i++) for (let j = i + 1; j < buttons.length; j++) {
        const [[a, x], [b, y]] = [buttons[i], buttons[j]];
        if (x.cut || y.cut || a.contains(b) || b.contains(a)) continue;
        if (overlap(x.box, y.box) > 1) found.push(`overlap: ${name(a)} and ${name(b)}`);
    }
    // By how much text is drawn larger than it is set: a scale makes it smaller as a zoom does; boxes are whole px.
    const drawn = (e) => {
        const [zoom, box] = [e.currentCSSZoom ?? 1, e.getBoundingClientRect()];
        const by = Math.max(box.width / e.offsetWidth, box.height / e.offsetHeight);
        return by < 0.94 * zoom ? by : zoom;
    };
    const words = all.filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()));
    for (const e of words) {
        const s = shown(e);
        if (!s || e.closest('svg')) continue;
        const style = getComputedStyle(e);
        // A thumbnail's figures, and marks on gems, are pictures.
        const size = parseFloat(style.fontSize) * drawn(e);
        if (size < 10.9 && !e.closest('.mini')) found.push(`text of ${size} px: ${name(e)}`);
        // A large screen is looked at from further away; the tray's card is a picture of one that lies in the market.
        if (innerHeight >= 1080 && innerWidth > innerHeight && e.closest('.card, .deck, .noble')
            && !e.closest('.mini, .tray') && size < innerHeight * .0119)
            found.push(`a card's text of ${size} px: ${name(e)}`);
        if (s.cut && !s.scrolls) found.push(`outside: ${name(e)}`);
        const clipped = (style.overflowX !== 'visible' || e.matches('button')) && style.textOverflow !== 'ellipsis'
            && style.display !== 'inline';
        if (clipped && e.scrollWidth > e.clientWidth + 2) found.push(`cut: ${name(e)}`);
    }
    // Only people choose names of any length; all else that is said is said whole. A tile's second line is for nobody,
    // and an address in a field can be walked through and copied.
    const free = '.tile .name, .tile .said, .seat .name, .who b, .name b, .tower b, .paid b, .targets .name,'
        + '.tally .named, .sub, .topbar *, input';
    for (const [e] of scrollers)
        if (getComputedStyle(e).textOverflow === 'ellipsis' && !e.matches(free) && shown(e)
            && e.scrollWidth > e.clientWidth + 1) found.push(`cut short: ${name(e)}`);
    const lines = words.filter((e) => !e.closest('.card, .deck, .mini, .noble, .pile')).map((e) => [e, shown(e)])
        .filter(([, s]) => s && !s.cut);
    for (let i = 0; i < lines.length; i++) for (let j = i + 1; j < lines.length; j++) {
        const [[a, x], [b, y]] = [lines[i], lines[j]];
        if (a.contains(b) || b.contains(a)) continue;
        if (overlap(x.box, y.box) > 3) found.push(`over: ${name(a)} and ${name(b)}`);
    }
    for (const e of all.filter((e) => e.matches('.pile .count')))
        if (e.clientHeight < parseFloat(getComputedStyle(e).fontSize)) found.push(`lower than its number: ${name(e)}`);
    for (const e of all.filter((e) => e.matches('.market .card'))) {
        const w = e.getBoundingClientRect().width;
        if (w < 55.5) found.push(`card of ${w} px`);
    }
    for (const e of all.filter((e) => e.matches('.noble')))
        if (![...e.querySelectorAll('.name')].some((n) => n.getBoundingClientRect().width > 15))
            found.push(`no name: ${name(e)}`);
    // Every noble says what it is worth, beside its name and what it asks for.
    for (const e of all.filter((e) => e.matches('.noble'))) {
        const worth = [...e.querySelectorAll('.pts, .worth')].map((n) => n.getBoundingClientRect())
            .find((box) => box.width && box.height);
        if (!worth) found.push(`no points: ${name(e)}`);
        else for (const other of e.querySelectorAll('.asks span, .req, .name'))
            if (overlap(worth, other.getBoundingClientRect()) / (e.currentCSSZoom ?? 1) > 2)
                found.push(`points over ${other.classList[0] ?? 'asks'}: ${name(e)}`);
    }
    // Nothing on a card hides its points, its gem or its marks; what a noble asks for stays clear of its edge.
    for (const e of all.filter((e) => e.matches('.market .card'))) {
        const signs = [...e.querySelectorAll('.pts, .bonus, .tag, .tags, .who')]
            .map((s) => [s, s.getBoundingClientRect()]);
        for (let i = 0; i < signs.length; i++) for (let j = i + 1; j < signs.length; j++) {
            const [[a, x], [b, y]] = [signs[i], signs[j]];
            const over = overlap(x, y) / (e.currentCSSZoom ?? 1);
            if (over > 4) found.push(`${b.classList[0]} over ${a.classList[0]} by ${over.toFixed(1)}: ${name(e)}`);
        }
        const tag = e.querySelector('.tag')?.getBoundingClientRect();
        for (const other of tag ? e.querySelectorAll('.name, .cost :is(.gem, b)') : []) {
            const over = overlap(tag, other.getBoundingClientRect()) / (e.currentCSSZoom ?? 1);
            if (over > 1) found.push(`tag over ${other.classList[0] ?? 'cost'} by ${over.toFixed(1)}: ${name(e)}`);
        }
    }
    for (const e of all.filter((e) => e.matches('.noble .asks *'))) {
        const [box, edge] = [e.getBoundingClientRect(), e.closest('.noble').getBoundingClientRect()];
        if (box.width && (box.left < edge.left + 1 || box.right > edge.right - 1))
            found.push(`at the edge: ${name(e)}`);
    }
    const wide = page.scrollWidth - innerWidth;
    if (wide > 1) found.push(`wider than the window by ${wide}`);
    // Lists are made to be scrolled; whatever else has to be is said.
    const scrolled = scrollers.map(([e]) => [e, e.scrollHeight - e.clientHeight]).filter(([e, over]) =>
        over > 1 && /auto|scroll/.test(getComputedStyle(e).overflowY) && !e.matches('ol, ul'));
    for (const e of hidden) {
        e.scrollIntoView({ block: 'center', inline: 'center' });
        const hit = hits(e, e.getBoundingClientRect(), false);
        if (hit) found.push(`out of reach: ${name(e)} but ${hit}`);
    }
    for (const [e] of scrollers) e.scrollTo(0, 0);
    scrollTo(0, 0);
    return { found: [...new Set(found)], scrolled: scrolled.map(([e, over]) => [name(e).split(' ')[0], over]) };
}"""


def rest(page: Any) -> None:
    """Wait until the page is drawn and nothing on it moves, but for what never stops moving."""
    page.evaluate(AT_REST)


def longer(page: Any) -> list[str]:
    """Whether the page is longer than its window."""
    by = page.evaluate(LONGER)
    return [f"the page scrolls by {by}"] if by > 1 else []


def faults(page: Any, *, root: str = ".board", touch: bool = False) -> tuple[list[str], dict[str, int]]:
    """Return what is wrong once the page is at rest, and what has to be scrolled by how many px."""
    told = page.evaluate(f"async (asked) => {{ await ({AT_REST})(); return ({FAULTS})(asked); }}", [root, touch])
    return told["found"], dict(told["scrolled"])
