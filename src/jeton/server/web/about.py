"""What a page says of itself to sites that show links to it: a title, a sentence, and a picture (Open Graph)."""

from __future__ import annotations

from html import escape

from jeton.core.png import PREVIEW
from jeton.server.api import Problem
from jeton.server.api.common import AnyRequest
from jeton.server.api.matches import finished
from jeton.server.api.moments import turn_at
from jeton.server.web.strangers import language_of
from jeton.server.wire.gate import PREFIX, header
from jeton.store import StoreDown
from jeton.words import Words

__all__ = ["about_moment"]


async def about_moment(request: AnyRequest, table_id: str, step: int | None) -> str | None:
    """Return elements for the head of a finished match's page after so many moves; None if there is no such moment."""
    try:
        live, match = await finished(request, table_id)
    except (Problem, StoreDown):
        return None
    last, outcome = match.n_standing, match.outcome
    if outcome is None or (step is not None and step > last):
        return None
    words = Words(language_of(header(request.scope, b"accept-language") or ""))  # type: ignore[arg-type]
    at = last if step is None else step
    names = ", ".join(
        f"{state.name or seat + 1} {points}"
        for seat, (state, points) in enumerate(zip(live.core.seats, outcome.points, strict=True))
    )
    site = f"{request.scope['scheme']}://{header(request.scope, b'host')}{request.scope.get(PREFIX, '')}"  # type: ignore[arg-type]
    told = {
        "og:type": "article",
        "og:site_name": "Jeton",
        "og:title": f"{words(f'{match.header.title}.name')} · {names}",
        "og:description": words("review.about", step=turn_at(match, at), last=turn_at(match, last)),
        "og:url": f"{site}/m/{table_id}" + ("" if step is None else f"/{step}"),
        "og:image": f"{site}/api/tables/{table_id}/picture/{at}/preview",
        "og:image:width": str(PREVIEW[0]),
        "og:image:height": str(PREVIEW[1]),
    }
    tags = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items()]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])
