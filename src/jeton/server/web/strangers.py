"""What people see when they come by a name that the server does not know: why, and how to allow the name."""

from __future__ import annotations

import re
from html import escape

from jeton.words import LANGUAGES, Words

__all__ = ["host_page", "language_of"]

NAME = re.compile(r"[A-Za-z0-9._\[\]-]{1,253}(:[0-9]{1,5})?")
"""What can be a host: the page shows nothing else that was sent as one."""

PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Jeton</title>
<main><h1>{title}</h1>
<p>{why}
<p>{numbers}
<p>{keeper}
<pre><code>jeton serve --origin {origin}</code></pre>
<p>{settings}
</main>
"""


def host_page(host: str, scheme: str, language: str) -> bytes:
    """Return the page for a host.

    >>> "jeton serve --origin http://den.lan:8000" in host_page("den.lan:8000", "http", "en").decode()
    True
    >>> "<script>" in host_page("<script>", "http", "en").decode()
    False
    """
    shown = host if NAME.fullmatch(host) else "…"
    words = Words(language)
    said = {
        key: escape(words(f"keeper.host.{key}", host=shown))
        for key in ("title", "why", "numbers", "keeper", "settings")
    }
    return PAGE.format(language=language, origin=escape(f"{scheme}://{shown}"), **said).encode()


def language_of(accepted: str) -> str:
    """Return the first language of an `Accept-Language` that we speak; English if there is none.

    >>> language_of("de-DE,nl;q=0.8,en;q=0.5"), language_of("*")
    ('nl', 'en')
    """
    for part in accepted.split(","):
        wanted = part.partition(";")[0].strip().partition("-")[0].lower()
        if wanted in LANGUAGES:
            return wanted
    return "en"
