"""All text that players read, in English, French and Dutch: plain JSON that the terminal and the page share.

A file `words/<language>/<domain>.json` holds sentences by key, in groups where that helps. `{name}` stands for a value,
the endings `_one` and `_other` for the forms of a plural. The page reads the same files (`ui/src/words`).

>>> Words("fr")("splendor.colour.green")
'émeraude'
>>> Words("en")("splendor.points", count=2)
'2 points'
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from unicodedata import normalize

__all__ = ["LANGUAGES", "Words", "also", "brought", "forget", "language", "load"]

LANGUAGES = ("en", "fr", "nl")

PLACEHOLDER = re.compile(r"\{(\w+)\}")
_FILLED = re.compile(r"(\b(?:de|que) )?\{(\w+)\}", re.IGNORECASE)
_TITLED = ("island", "other")
"""Values that may be the title of an island: inside a sentence its article is small, "naar de Piratenbaai"."""
_ARTICLE = re.compile("(De|Het|Le|La|Les|The) |L’")
_OPENS = re.compile(r"(^|[.:?(“«])\s*$")
"""What stands before a title that begins a sentence, or is a label of its own."""
_VOWEL = re.compile("[aeiouæœ]|y[^aeiouy]", re.IGNORECASE)
"""What French elides before, accents aside: d’Özge, d’Yves, but de Yann."""


class Words:
    """The words of one language.

    >>> words = Words("nl")
    >>> words("splendor.log.take", name="Zoé", tokens=words.list(["robijn", "onyx"]))
    'Zoé neemt robijn en onyx.'
    """

    def __init__(self, chosen: str = "en") -> None:
        """Raises `ValueError` for a language that is not there."""
        if chosen not in LANGUAGES:
            raise ValueError(f"expected a language among {', '.join(LANGUAGES)}, got {chosen!r}")
        self.language = chosen

    def __call__(self, key: str, **values: object) -> str:
        """Return the sentence of a key, its values filled in; `count` chooses the plural form.

        Raises `KeyError` if the key, or a value that the sentence needs, is missing.
        """
        text = self.find(key, values.get("count"))
        if text is None:
            raise KeyError(f"{self.language}: no words for {key!r}")
        said = _FILLED.sub(lambda match: self._fill(match, str(values[match[2]])), text)
        return said[:-1] if said.endswith("..") and not said.endswith("...") else said  # "… gives back S.H.I.E.L.D."

    def _fill(self, place: re.Match[str], value: str) -> str:
        """Return a value with what stands before it: French elides, "le tour d’Anna"."""
        before = place[1] or ""
        if place[2] in _TITLED and _ARTICLE.match(value) and not _OPENS.search(place.string[: place.start(2) - 1]):
            value = value[0].lower() + value[1:]
        elided = before and self.language == "fr" and _VOWEL.match(normalize("NFD", value))
        return f"{before[:-2]}’{value}" if elided else before + value

    def find(self, key: str, count: object = None) -> str | None:
        """Return the bare sentence of a key, or None."""
        domain, _, name = key.partition(".")
        texts = load(self.language).get(domain, {})
        if isinstance(count, int):
            return texts.get(f"{name}_{self.plural(count)}", texts.get(name))
        return texts.get(name)

    def variant(self, key: str, title: str) -> str:
        """Return the key with the title's name at its end if it has words of its own there, else the key.

        >>> Words().variant("reasons.no_such_visitor", "marvel")
        'reasons.no_such_visitor_marvel'
        """
        return f"{key}_{title}" if self.find(f"{key}_{title}") is not None else key

    def plural(self, count: int) -> str:
        """Return `one` or `other`; in French, zero counts as one."""
        return "one" if count == 1 or (count == 0 and self.language == "fr") else "other"

    def list(self, items: Iterable[str]) -> str:
        """Join things into a list.

        >>> Words("fr").list(["saphir", "rubis", "onyx"])
        'saphir, rubis et onyx'
        """
        *first, last = items
        return self("cli.and", first=", ".join(first), last=last) if first else last


_others: dict[str, Traversable | None] = {}
"""The folders of words that other packages bring, by domain; one without words has its name."""


def also(domain: str, folder: Traversable | None) -> None:
    """Take a domain's words from a folder with a file a language, `en.json`; a domain of ours stays as it is."""
    ours = resources.files("jeton.words").joinpath("en", f"{domain}.json").is_file()
    if not ours and _others.setdefault(domain, folder) is folder:
        load.cache_clear()


def forget(domain: str) -> None:
    """Leave out again a domain that another package brought."""
    if domain in _others:
        del _others[domain]
        load.cache_clear()


def brought(domain: str) -> Mapping[str, Mapping[str, str]]:
    """Return what another package brought for a domain, by language; empty for a domain of ours."""
    return {chosen: load(chosen)[domain] for chosen in LANGUAGES} if domain in _others else {}


@cache
def load(chosen: str) -> Mapping[str, Mapping[str, str]]:
    """Return every text of a language, by domain and dotted key; in English where a package lacks a translation."""
    files = sorted(resources.files("jeton.words").joinpath(chosen).iterdir(), key=lambda file: file.name)
    ours = {file.name.removesuffix(".json"): _read(file) for file in files}
    return {**{domain: _brought(domain, folder, chosen) for domain, folder in _others.items()}, **ours}


def _brought(domain: str, folder: Traversable | None, chosen: str) -> dict[str, str]:
    """Return the words of another package; a title that gives no name is called as its domain."""
    english, own = (_read(folder / f"{one}.json") if folder else {} for one in ("en", chosen))
    return {"name": domain, **english, **own}


def _read(file: Traversable) -> dict[str, str]:
    return dict(_flat(json.loads(file.read_text("utf-8")))) if file.is_file() else {}


def language(chosen: str | None = None, environ: Mapping[str, str] | None = None) -> str:
    """Return the language asked for, else that of JETON_LANG, else that of the locale, else English.

    >>> language(None, {"LANG": "nl_BE.UTF-8"}), language("fr", {"LANG": "nl_BE.UTF-8"}), language(None, {})
    ('nl', 'fr', 'en')
    """
    environ = os.environ if environ is None else environ
    if chosen:
        return Words(_short(chosen)).language
    if environ.get("JETON_LANG"):
        return Words(_short(environ["JETON_LANG"])).language
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return _short(value) if _short(value) in LANGUAGES else "en"
    return "en"


def _short(locale: str) -> str:
    return re.split(r"[_.@-]", locale.strip().lower())[0]


def _flat(texts: Mapping[str, object], start: str = "") -> Iterable[tuple[str, str]]:
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{start}{key}.")
        else:
            yield f"{start}{key}", str(value)
