"""The glossary is held: each title's texts use its words, and none of the words that they replace."""

import json
import re
from importlib.resources import files

import pytest

from jeton.words import LANGUAGES, load

GAMES = ("splendor", "marvel", "reasons", "page", "cli", "making", "rules")
ISLANDS = ("guardians", "guardians_page", "rules")
ANY = ("page", "cli", "server", "keeper", "account", "splendor", "marvel", "reasons", "making", "review", "chat",
       "dialogs", "lobby", "over", "guardians_page", "guardians")  # fmt: skip

# Language, domains, what begins the keys, words that are used, words that they replace.
HELD = [
    ("en", GAMES, "", ["token", "gem", "gold", "noble", "bonus", "reserve", "face-down"], []),
    ("fr", GAMES, "", ["jeton", "pierre", "noble", "réserver", "rendre", "tour de jeu", "tour de table", "banque"],
     [r"la réserve\b", r"en réserve\b", r"\bgemmes\b", r"\b1 or\b", r"[Vv]isiteur"]),
    ("fr", ("marvel", "reasons"), "", ["Gemme", "SHIELD", "Lieu", "recruter"], [r"S\.H\.I\.E\.L\.D"]),
    ("fr", ISLANDS, r"guardians|guardians_page|rules\.(part_)?[GO]\d",
     ["feux de position", "Fouille", "résolution", "pièces d’or", "pièce de légende", "tas", "Explorateur"],
     [r"[Rr]évélation", r"découvreur", r"\d or\b", r"[Ee]ntre-temps", r"(?<!\{)\b[Pp]iles?\b", r"massue",
      r"[Rr]echerche$", r"\bbots?\b"]),
    ("nl", GAMES, "",
     ["fiche", "edelsteen", "gouden joker", "edele", "afgeven", "reserveren", "beurt", "ronde", "kostprijs"],
     [r"\bgepakt\b", r"\bpakt\b", r"[Ll]eg .*terug\b(?! )", r"\bcomputer\b", r"\bAdres\b", r"Jij bent[.,]"]),
    ("nl", ISLANDS, r"guardians|guardians_page|rules\.(part_)?[GO]\d",
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
TYPED = re.compile(
    r"(guardians|cli)\.verb\.|guardians_page\.(thing|blurb|title|island|postcard)|cli\.(plain|help\.letters)"
)
"""What somebody types, where old words stay good, and names of pictures."""

# Language, a word, the keys where it may stand, and why it may not stand elsewhere. These were found mixed with others.
MIXED = [
    (
        "en",
        r"\b[Mm]atch(es)?\b(?! file)(?<!\.match)",
        r"(tools|keeper)\.",
        "players play a game; its file is a match file",
    ),
    ("en", r"\b[Cc]hips?\b", None, "tokens"),
    ("en", r"\b[Yy]our tip\b|^Tip (to|up|down)", None, "a clue points at a thing; a tip is advice"),
    ("fr", r"\b[Tt]a pointe\b|^Pointe vers", None, "pointer"),
    ("nl", r"\b[Jj]e punt\b|^Punt (naar|om)", None, "aanwijzen; punten zijn wat telt"),
    ("en", r"\b[Pp]rices?\b|\bdearer\b", None, "cards have a cost"),
    ("en", r"[Tt]ime token", None, "the Time Stone"),
    ("en", r"keeps this server|those who keep", None, "somebody runs a server"),
    ("en", r"\bresigned\b", None, "gave up"),
    ("en", r"1 S\.H\.I\.E\.L\.D\.(?! token)", None, "a S.H.I.E.L.D. token"),
    ("fr", r"\b(la|en|de) réserve\b", None, "la banque; réserver is what one does with cards"),
    ("fr", r"(?<!\{)\bbots?\b", None, "robot"),
    ("fr", r"(?<!\w)([Vv]ous|[Vv]otre|[Vv]os|[Tt]apez|indiquez)\b", None, "tu"),
    ("fr", r"[Mm]assue", None, "the box says Club de Dagda"),
    ("fr", r"\b[Ff]eux? de (?!position|Merlin)|\b[Ll]es feux (?!de)|[Aa]ucun feu\b", None, "feu de position"),
    ("fr", r"\b[Pp]rix\b", None, "coût"),
    ("fr", r"\btours? (par joueur|au plus)|deux suivants(?<!tour de jeu et aux deux suivants)", None, "tour de jeu"),
    ("fr", r"jeton Temps|symbole Temps", None, "Gemme du Temps, icône du Temps"),
    ("fr", r"(?<![Jj]eton )(?<![Jj]etons )SHIELD\b(?! :| et Temps)", r"marvel\.colour|rules\.M", "jeton SHIELD"),
    ("fr", r"\b(qui )?tient (ce|le) serveur", None, "gérer un serveur"),
    (
        "fr",
        r"à poser",
        r"(guardians|guardians_page)\.state\.needs_clue|rules\.G104",
        "one places a clue and sends a boat",
    ),
    ("nl", r"\b[Hh]ints?\b", None, "tip from a bot, aanwijzing from a player"),
    ("nl", r"\bvu(ur|ren)\b", None, "bakenvuur"),
    ("nl", r"\b[Tt]eruggeven\b|terug te geven", None, "afgeven"),
    ("nl", r"\baan de beurt\b", r"rules\.", "aan zet"),
    ("nl", r"\bcomputers?\b", None, "machine; the one that plays is a bot"),
    ("nl", r"\bcommando\b", None, "opdracht"),
    (
        "nl",
        r"\b([Ee]en|[Jj]e eerste|[Hh]et eerste|[Ee]en ander) spel\b|eindigt het spel|tijdens het spel",
        r"credits\.",
        "partij",
    ),
    ("nl", r"\bhaar\b", None, "a card, boat, game or legend is neither she nor he: die, ervan"),
    ("nl", r"\bprijs\b", None, "kostprijs"),
    ("nl", r"[Tt]ijd-?(fiche|symbool)", None, "Tijdsteen, Tijd-icoon"),
    ("nl", r"\b[Oo]m de rating\b|\bsterkte \{", None, "met rating"),
    ("nl", r"\b[Gg]esloten, niveau", None, "gedekt"),
    ("nl", r"\bdelingen\b|\bDeling\b", None, "gevallen, verdelingen"),
    ("nl", r"\bvondst\b", None, "ontdekking"),
    ("nl", r"\bverkenners?\b", None, "Ontdekker"),
    ("nl", r"‘", None, "quotes are “ ”"),
    ("en", r"\b\d gold\b(?! coin)", r"(?!guardians|rules\.[GO])", "a gold coin, in Guardians"),
    ("en", r"\b[Ss]hared win\b|\bthe win\b", None, "the victory is shared"),
    ("en", r"clock rings|\bcommands?\b", r"(?!guardians|rules)", "the bell rings; players make moves"),
    ("fr", r"\b[Oo]bjectif", None, "but"),
    ("fr", r"\bton tour\b(?! de jeu)", None, "tour de jeu"),
    ("fr", r"\bordre (refusé|atteint)", None, "coup"),
    ("fr", r"\b[Pp]rêts?\b", r"tools\.|rules\.G67|dialogs\.settings\.kept", "who plays may be a woman: prête"),
    ("nl", r"\b[Aa]ppara(at|ten)\b", None, "toestel"),
    ("nl", r"\b([Ee]inde van|is|gaat) het spel\b|speler van dit spel", None, "partij"),
    ("nl", r"\b(\d|\{count\}|een) goud\b|[Gg]oudfiche", None, "gouden joker"),
    *((one, r"(?<!gouden )(?<!\{)\b[Jj]oker\b", r"rules\.", "gold; gouden joker") for one in ("en", "fr", "nl")),
    ("nl", r"\bop je hand\b", None, "in je hand"),
    ("nl", r"^Je wint\b", None, "Jij wint, as in the terminal"),
    ("nl", r"\b[Gg]eeft [^.;]*\bterug\b|\bteruggaf\b", None, "afgeven"),
    ("nl", r"\b(gedrukte|de) kosten\b|^Kosten\b", None, "kostprijs"),
    ("nl", r"\b[Oo]ver in de bank|tafel wordt gedekt", None, "the bank still has them; a table laid is for a meal"),
]


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


@pytest.mark.parametrize(("chosen", "word", "free", "why"), MIXED)
def test_one_word_for_one_thing(chosen: str, word: str, free: str | None, why: str) -> None:
    found = texts(chosen, tuple(load(chosen)), "")

    mixed = {key: text for key, text in found.items() if re.search(word, text) and not re.match(free or "$", key)}
    assert mixed == {}, why


def test_legends_are_called_in_the_rules_as_on_their_cards() -> None:
    order = ["alatyr", "andvaranaut", "ark", "wand", "scales", "boots", "girdle", "club", "necklace", "excalibur",
             "kunee", "stone", "apple", "trident", "hourglass", "egg"]  # fmt: skip
    for chosen in LANGUAGES:
        for number, legend in enumerate(order, 110):
            said, name = load(chosen)["rules"][f"G{number}"], load(chosen)["guardians"][f"legend.{legend}"]
            assert said.casefold().startswith(name.partition(",")[0].casefold()), f"{chosen} G{number}"


@pytest.mark.parametrize(("language", "odd"), [("fr", {"brebis"}), ("nl", {"ooi"})])
def test_things_of_pictures_have_everyday_names(language: str, odd: set[str]) -> None:
    """A player reads them in a list, without their pictures beside them."""
    found = json.loads((files("jeton.games.guardians") / "data/scenes.json").read_text("utf-8"))
    names = {thing[language] for thing in found["lexicon"].values()}

    assert len(names) > 300
    assert names & odd == set()
