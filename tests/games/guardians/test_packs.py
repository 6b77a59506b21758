"""Other packs of pictures: accepted, validated in words, and playable."""

import json
import random
from copy import deepcopy
from importlib import resources

import pytest

from jeton.core.errors import BadOption, MalformedPack
from jeton.games.guardians import scenes
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.scenes import known_packs, load_pack, pack_named, validate
from tests.games.guardians.play import random_match


def own_pack(postcards: int = 6) -> dict:
    """Return a small pack with own words and pictures."""

    def scene(kind: str, i: int) -> dict:
        elements = [
            {"id": f"{kind}{i}.{j}", "icon": f"thing{j}", "hit": {"cx": 0.2 + 0.3 * j, "cy": 0.5, "r": 0.1}}
            for j in range(3)
        ]
        return {"id": f"{kind}{i}", "title_en": f"{kind} {i}", "image": f"{kind}.png", "elements": elements}

    return {
        "version": 1,
        "islands": [scene("island", i) for i in range(24)],
        "postcards": [scene("card", i) for i in range(postcards)],
        "lexicon": {f"thing{j}": {"en": f"thing {j}", "tags": ["sea"]} for j in range(3)},
    }


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(scenes, "_OWN", {})
    place = tmp_path / "My Photos!"
    place.mkdir()
    for kind in ("island", "card"):
        (place / f"{kind}.png").write_bytes(b"")
    (place / "scenes.json").write_text(json.dumps(own_pack()), encoding="utf-8")
    return place


def test_the_built_in_pack_is_valid_and_complete():
    pack = pack_named("jeton")
    assert (len(pack.islands), len(pack.postcards)) == (24, 35)
    assert all(len(scene.elements) >= 3 for scene in (*pack.islands, *pack.postcards))
    assert all(icon.en and icon.tags for icon in pack.lexicon.values())
    data = json.loads(resources.files("jeton.games.guardians").joinpath("data", "scenes.json").read_text("utf-8"))
    assert [scene["id"] for scene in data["islands"]] == list(pack.island_ids)


def test_a_folder_becomes_a_pack_that_can_be_played(folder):
    pack = load_pack(folder)
    assert pack.name == "my_photos_"
    assert known_packs() == ("jeton", "my_photos_")
    title = Guardians({"pack": "my_photos_", "level": 3})
    assert title.start(3, bytes(16)).board[0].island == "island0"
    last = None
    for _, _, last in random_match(title, 3, random.Random(1), skill=0.3):
        assert len(last.open) in (2, 3)
    assert last is not None
    assert last.shuffles > 0  # six postcards do not last forty rounds: G66
    assert title.outcome(last) is not None


@pytest.mark.parametrize(
    ("name", "expected"), [("2024", "pack_2024"), ("Été à la mer", "pack__t_la_mer"), ("x" * 90, "x" * 40)]
)
def test_any_folder_gives_a_name(folder, name, expected):
    assert load_pack(folder.rename(folder.parent / name)).name == expected


def test_a_pack_may_name_itself_and_use_built_in_words(folder):
    data = own_pack()
    data["name"] = "summer"
    data["postcards"][0]["elements"][0]["icon"] = "cat"
    (folder / "scenes.json").write_text(json.dumps(data), encoding="utf-8")
    pack = load_pack(folder)
    assert pack.name == "summer"
    assert pack.lexicon["cat"].en == "cat"
    assert pack.element_at("card0", 0.2, 0.5) == "card0.0"


def test_a_pack_with_pictures_of_another_shape(folder):
    data = own_pack() | {"postcard_size": [100, 200]}
    pack = validate(data, folder)
    assert pack.element_at("card0", 0.2, 0.54) == "card0.0"
    assert pack.element_at("card0", 0.2, 0.56) is None


def test_an_unknown_pack_is_refused():
    with pytest.raises(BadOption, match="pack"):
        Guardians({"pack": "unheard_of"})
    with pytest.raises(BadOption):
        pack_named("unheard_of")


def broken(path: str, value: object) -> dict:
    """Return a pack in which one field is something else; "-" takes it away."""
    data = deepcopy(own_pack())
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    target = data
    for step in way:
        target = target[step]
    if value == "-":
        del target[last]
    else:
        target[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("islands", [], r"\$\.islands: expected 24 islands, got 0"),
        ("islands.3", "-", r"\$\.islands: expected 24 islands, got 23"),
        ("postcards", [], r"\$\.postcards: expected 4 to 200 postcards, got 0"),
        ("postcards.2.elements.1.hit.cx", 1.5, r"\$\.postcards\[2\]\.elements\[1\]\.hit\.cx"),
        ("postcards.2.elements.1.hit.cx", "0.5", r"got `str` - at `\$\.postcards\[2\]\.elements\[1\]\.hit\.cx"),
        ("postcards.2.elements.1.hit.r", 0, r"\$\.postcards\[2\]\.elements\[1\]\.hit\.r"),
        ("postcards.2.elements.1.hit.cy", "-", r"field `cy` - at `\$\.postcards\[2\]\.elements\[1\]\.hit`"),
        ("postcards.2.elements", [], r"\$\.postcards\[2\]\.elements: a postcard needs something"),
        ("postcards.2.elements.1.icon", "unheard", r"\$\.postcards\[2\]\.elements\[1\]\.icon: 'unheard' is not"),
        ("postcards.2.elements.1.id", "card0.0", r"\$\.postcards\[2\]\.elements\[1\]\.id: 'card0\.0' is the name"),
        ("postcards.2.id", "card0", r"\$\.postcards\[2\]\.id: 'card0' is the name of an earlier one"),
        ("islands.1.id", "two words", r"\$\.islands\[\.\.\.\]|\$\.islands\[1\]\.id"),
        ("islands.1.id", "Übersee", r"islands"),
        ("islands.1.title_en", "-", r"missing required field `title_en` - at `\$\.islands\[1\]`"),
        ("islands.1.title_en", "x" * 401, r"title_en"),
        ("islands.1.image", "../secret.png", r"\$\.islands\[1\]\.image: expected a path inside the pack"),
        ("islands.1.image", "/etc/passwd", r"\$\.islands\[1\]\.image: expected a path inside the pack"),
        ("islands.1.image", "script.svg", r"\$\.islands\[1\]\.image: expected a \.png"),
        ("islands.1.image", "missing.png", r"\$\.islands\[1\]\.image: no such file in the pack"),
        ("lexicon.thing0", {"fr": "chose"}, r"missing required field `en` - at `\$\.lexicon"),
        ("lexicon.thing0.tags", "sea", r"tags"),
        ("postcard_size", [0, 5], r"\$\.postcard_size\[0\]"),
        ("name", "jeton", r"built-in"),
        ("name", "../x", r"\$\.name"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_path(folder, path, value, message):
    (folder / "scenes.json").write_text(json.dumps(broken(path, value)), encoding="utf-8")
    with pytest.raises(MalformedPack, match=message):
        load_pack(folder)
    assert known_packs() == ("jeton",)


def test_all_mistakes_are_told_at_once(folder):
    data = own_pack()
    for scene in data["postcards"]:
        scene["elements"] = []
    data["islands"][0]["id"] = "island1"
    with pytest.raises(MalformedPack, match=r"islands\[1\]\.id.*postcards\[0\].*postcards\[5\]"):
        validate(data, folder)


@pytest.mark.parametrize("text", ["", "[]", "3", "{", "[" * 100_000, '{"islands": 3}', "\xff"])
def test_what_is_no_pack_at_all(folder, text):
    (folder / "scenes.json").write_text(text, encoding="latin-1")
    with pytest.raises(MalformedPack):
        load_pack(folder)


def test_a_folder_without_scenes(tmp_path):
    with pytest.raises(MalformedPack, match=r"scenes\.json"):
        load_pack(tmp_path)


def test_a_link_out_of_the_folder_is_no_picture_of_the_pack(folder, tmp_path):
    (tmp_path / "outside.png").write_bytes(b"")
    (folder / "inside.png").symlink_to(tmp_path / "outside.png")
    (folder / "scenes.json").write_text(json.dumps(broken("islands.1.image", "inside.png")), encoding="utf-8")
    with pytest.raises(MalformedPack, match="no such file"):
        load_pack(folder)
