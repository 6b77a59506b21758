"""The glossary is held: each title's texts use its words, and none of the words that they replace."""

import re

import pytest

from jeton.words import load

GAMES = ("splendor", "marvel", "reasons", "page", "cli", "making", "rules")
ISLANDS = ("guardians", "islands", "rules")
ANY = ("page", "cli", "server", "keeper", "account", "splendor", "marvel", "reasons", "making", "review", "chat",
       "dialogs", "lobby", "over", "islands", "guardians")  # fmt: skip

# Language, domains, what begins the keys, words that are used, words that they replace.
HELD = [
    ("en", GAMES, "", ["token", "gem", "gold", "noble", "bonus", "reserve", "face-down"], []),
    ("fr", GAMES, "", ["jeton", "pierre", "noble", "réserver", "rendre", "tour de jeu", "tour de table", "banque"],
     [r"la réserve\b", r"en réserve\b", r"\bgemmes\b", r"\b1 or\b", r"[Vv]isiteur"]),
    ("fr", ("marvel", "reasons"), "", ["Gemme", "SHIELD", "Lieu", "recruter"], [r"S\.H\.I\.E\.L\.D"]),
    ("fr", ISLANDS, r"guardians|islands|rules\.(part_)?[GO]\d",
     ["feux de position", "Fouille", "résolution", "pièces d’or", "pièce de légende", "tas", "Explorateur"],
     [r"[Rr]évélation", r"découvreur", r"\d or\b", r"[Ee]ntre-temps", r"(?<!\{)\b[Pp]iles?\b", r"massue",
      r"[Rr]echerche$", r"\bbots?\b"]),
    ("nl", GAMES, "", ["fiche", "edelsteen", "goud", "edele", "afgeven", "reserveren", "beurt", "ronde", "kostprijs"],
     [r"\bgepakt\b", r"\bpakt\b", r"[Ll]eg .*terug\b(?! )", r"\bcomputer\b", r"\bAdres\b", r"Jij bent[.,]"]),
    ("nl", ISLANDS, r"guardians|islands|rules\.(part_)?[GO]\d",
     ["aanwijzing", "bakenvuur", "goudstuk", "legendemunt", "Onthulling", "Wakers", "Schildwachten", "Eerbiedwaardige",
      "rondes"],
     [r"\b[Hh]ints?\b", r"\bvuur\b", r"\bvuren\b", r"\bronden\b", r"\bIdun\b", r"\bspits\b", r"[Aa]fhandeling",
      r"[Tt]ussendoor"]),
    ("fr", ANY, "", ["robot", "appareil", "chat", "à toi de jouer"],
     [r"\bbots?\b", r"[Dd]iscussion", r"Un seul écran", r"\bta manière\b", r"\bvous\b", r"\b[Vv]otre\b", r"également",
      r"(?<!jeton )SHIELD à la place", r"\bmontre un simple décor", r"[Rr]éactions"]),
    ("nl", ANY, "", ["bot", "link", "toestel", "partij", "aan zet"],
     [r"\bcomputer\b", r"Jij bent[.,]", r"\bspelbestand\b", r"\b[Aa]pparaat\b", r"[Jj]e spellen\b",
      r"\b[Uu] (kunt|hebt|bent)\b",
      r"[Hh]et spel is (bewaard|afgelopen|gepauzeerd)", r"\bherstart\b", r"gelijk verdeeld", r"gewoon landschap"]),
]  # fmt: skip
TYPED = re.compile(r"(guardians|cli)\.verb\.|islands\.(thing|blurb|title|island|postcard)|cli\.(plain|help\.letters)")
"""What somebody types, where old words stay good, and names of pictures."""


def texts(chosen: str, domains: tuple[str, ...], start: str) -> dict[str, str]:
    found = {f"{domain}.{key}": text for domain in domains for key, text in load(chosen)[domain].items()}
    return {key: text for key, text in found.items() if re.match(start, key) and not TYPED.match(key)}


@pytest.mark.parametrize(("chosen", "domains", "start", "used", "replaced"), HELD)
def test_the_words_of_the_glossary_are_used_and_those_they_replace_are_not(
    chosen: str, domains: tuple[str, ...], start: str, used: list[str], replaced: list[str]
) -> None:
    found = texts(chosen, domains, start)
    whole = "\n".join(found.values()).casefold()

    assert [word for word in used if word.casefold() not in whole] == []
    assert {key: text for key, text in found.items() if any(re.search(word, text) for word in replaced)} == {}
