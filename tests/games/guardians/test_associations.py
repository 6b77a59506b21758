"""The built-in pictures are sound in three languages, and what bots associate with them is good and fair.

After an edit of scenes.json, make assoc.json anew: tools/guardians_assoc/README.md. The figures are told in
docs/guardians-scenes.md.
"""

import hashlib
import json
import re
from collections import Counter
from importlib import resources
from itertools import combinations

import numpy as np
import pytest

from jeton.bots.guardians.taste import PEOPLE

pytestmark = pytest.mark.once

DATA = resources.files("jeton.games.guardians.data")
SCENES = json.loads(DATA.joinpath("scenes.json").read_text("utf-8"))
ASSOC = json.loads(DATA.joinpath("assoc.json").read_text("utf-8"))

LANGUAGES = ("en", "fr", "nl")
SIZES = {"islands": (720, 624), "postcards": (960, 640)}
ALL = [(kind, scene) for kind in SIZES for scene in SCENES[kind]]
IDS = [scene["id"] for _, scene in ALL]
each_scene = pytest.mark.parametrize(("kind", "scene"), ALL, ids=IDS)

REACHED = {
    "ember_forge": 0.454,
    "frozen_crown": 0.536,
    "moon_library": 0.496,
    "sunken_temple": 0.496,
    "siren_reef": 0.496,
    "dragon_hoard": 0.454,
    "fairy_glade": 0.496,
    "wolf_pines": 0.496,
    "sleepers_graveyard": 0.454,
    "clockwork_isle": 0.647,
    "storm_spire": 0.612,
    "mirage_sands": 0.454,
    "serpent_jungle": 0.496,
    "stone_giants": 0.496,
    "blossom_shrine": 0.454,
    "golden_harvest": 0.743,
    "pirate_cove": 0.454,
    "alchemist_tower": 0.647,
    "phoenix_nest": 0.496,
    "kraken_maw": 0.454,
    "lovers_garden": 0.454,
    "carnival_masks": 0.536,
    "fallen_stars": 0.454,
    "sleeping_keep": 0.454,
}
"""For each island, the share of draws of two postcards with an element that means it with a probability over 0.25."""
ONE_POSTCARD = 0.046
"""What one postcard more or less changes in such a share, at most, where it is near one half."""


def blend(people: float = 0.0) -> np.ndarray:
    """Half ontology, half embeddings, and 1 more for an icon that stands on the island itself; and people's answers."""
    on_island = [{element["icon"] for element in island["elements"]} for island in SCENES["islands"]]
    literal = np.array([[icon in there for icon in ASSOC["icons"]] for there in on_island], float)
    made = (0.5 * np.array(ASSOC["ontology"]) + 0.5 * np.array(ASSOC["minilm"])) / 100
    return (1 - people) * made + people * np.array(ASSOC["people"]) / 100 + 1.0 * literal


def test_there_are_24_islands_and_35_postcards():
    assert len(SCENES["islands"]) == 24
    assert len(SCENES["postcards"]) == 35
    for kind in SIZES:
        assert [scene["n"] for scene in SCENES[kind]] == list(range(1, len(SCENES[kind]) + 1))


def test_no_two_scenes_and_no_two_elements_share_a_name():
    elements = [element["id"] for _, scene in ALL for element in scene["elements"]]
    assert [name for name, count in Counter(IDS + elements).items() if count > 1] == []


@each_scene
def test_a_scene_has_its_words_in_three_languages(kind, scene):
    fields = ("title", "blurb") if kind == "islands" else ("title",)
    for field in fields:
        for language in LANGUAGES:
            assert_well_written(scene[f"{field}_{language}"], language)


@each_scene
def test_each_element_is_a_word_of_the_lexicon_and_stands_once(kind, scene):
    icons = [element["icon"] for element in scene["elements"]]
    assert set(icons) <= set(SCENES["lexicon"])
    assert len(set(icons)) == len(icons)
    assert (6 if kind == "islands" else 8) <= len(icons) <= 10
    for element in scene["elements"]:
        assert element["id"] == f"{scene['id']}.{element['icon']}"


def test_a_word_has_three_languages_and_known_tags():
    known = {tag for one, other, _ in ASSOC["tag_relations"] for tag in (one, other)} | set(ASSOC["low_weight_tags"])
    for icon, word in SCENES["lexicon"].items():
        for language in LANGUAGES:
            assert_well_written(word[language], language)
        assert set(word["tags"]) <= known, icon
        assert 2 <= len(set(word["tags"])) == len(word["tags"]) <= 7, icon
        assert re.fullmatch(r"[0-9a-f]{4,5}(-[0-9a-f]{4,5})*", word["codepoint"]), icon


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_words_are_called_the_same(language):
    labels = Counter(word[language].lower() for word in SCENES["lexicon"].values())
    assert [label for label, count in labels.items() if count > 1] == []


def test_every_word_is_used_and_every_theme_is_a_tag():
    used = {element["icon"] for _, scene in ALL for element in scene["elements"]}
    tags = {tag for word in SCENES["lexicon"].values() for tag in word["tags"]}
    assert used == set(SCENES["lexicon"])
    assert {tag for island in SCENES["islands"] for tag in island["themes"]} <= tags


def assert_well_written(text: str, language: str) -> None:
    assert text == text.strip()
    assert text
    assert "'" not in text, "the typographic apostrophe is ’"
    if language == "fr":
        assert not re.search(r" [;:!?»]|« ", text), "a space that may break a line"


def test_the_matrices_were_made_from_these_scenes():
    icons = sorted({element["icon"] for card in SCENES["postcards"] for element in card["elements"]})
    islands = [
        [i["id"], i["title_en"], i["blurb_en"], i["themes"], [element["icon"] for element in i["elements"]]]
        for i in SCENES["islands"]
    ]
    words = {icon: [word["en"], word["tags"]] for icon, word in SCENES["lexicon"].items()}
    digest = hashlib.sha256(json.dumps([islands, icons, words], sort_keys=True).encode()).hexdigest()

    assert ASSOC["islands"] == [island["id"] for island in SCENES["islands"]]
    assert ASSOC["icons"] == icons
    assert ASSOC["made_from"]["scenes"] == digest, "scenes.json has changed: run tools/guardians_assoc/make.py"


@pytest.mark.parametrize("name", ["ontology", "minilm", "people"])
def test_a_matrix_is_centred_both_ways_and_has_variance_one(name):
    matrix = np.array(ASSOC[name]) / 100
    assert matrix.shape == (24, len(ASSOC["icons"]))
    assert np.abs(matrix.mean(0)).max() < 0.005
    assert np.abs(matrix.mean(1)).max() < 0.005
    assert matrix.std() == pytest.approx(1, abs=0.001)


def expected(scores: np.ndarray, first: int) -> float:
    """Return how often one of the first islands is one that a person may mean."""
    gold = ASSOC["gold"]
    hits = sum(
        any(ASSOC["islands"][n] in accepted for n in np.argsort(-scores[:, ASSOC["icons"].index(icon)])[:first])
        for icon, accepted in gold.items()
    )
    return hits / len(gold)


def test_a_clue_leads_where_people_expect_it():
    gold = ASSOC["gold"]
    assert len(gold) == 139
    assert {island for accepted in gold.values() for island in accepted} <= set(ASSOC["islands"])
    assert expected(blend(), 3) >= 0.90


def test_what_people_answer_leads_nearer_to_what_they_mean():
    """The pairs were written before anybody thought of the survey, and the survey fifty years before the pictures."""
    people = np.array(ASSOC["people"])

    assert ASSOC["recommended"]["people_share"] == PEOPLE
    assert expected(people, 3) >= 0.60
    assert expected(blend(PEOPLE), 3) > expected(blend(), 3)
    assert expected(blend(PEOPLE), 1) > expected(blend(), 1)
    assert len(ASSOC["unheard"]) < 0.1 * len(ASSOC["icons"])


def test_no_island_is_left_without_clues():
    chance = np.exp(blend() / 0.4)
    chance /= chance.sum(0)
    column = {icon: n for n, icon in enumerate(ASSOC["icons"])}
    likely = np.array(
        [
            chance[:, [column[element["icon"]] for element in card["elements"]]].max(1) > 0.25
            for card in SCENES["postcards"]
        ]
    )
    share = np.mean([likely[one] | likely[other] for one, other in combinations(range(len(likely)), 2)], axis=0)

    fallen = {
        island: f"{reached:.3f} -> {now:.3f}"
        for island, now in zip(ASSOC["islands"], share, strict=True)
        if now < (reached := REACHED[island]) - ONE_POSTCARD
    }
    assert fallen == {}
    assert share.min() >= 0.45
    assert np.median(share) >= 0.49
