"""What Jeton is made of: pinned versions with hashes, licences, and known holes.

`python scripts/supply.py` writes deploy/requirements.txt, deploy/constraints.txt and the list in CREDITS.md anew,
`--check` compares them with uv.lock and ui/package-lock.json, `--audit` asks a database of advisories about all of it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import urllib.request
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
REQUIREMENTS, CONSTRAINTS = ROOT / "deploy" / "requirements.txt", ROOT / "deploy" / "constraints.txt"
CREDITS = ROOT / "CREDITS.md"
BEGIN, END = "<!-- licences: written by scripts/supply.py -->\n", "<!-- end of licences -->\n"
ADVISORIES = "https://api.osv.dev/v1/querybatch"
SECONDS = 20.0
SHIPPED = ("svelte", "uqr")
"""What of npm is in the page; what they need themselves comes along."""
ELSEWHERE = {
    "colorama": "BSD-3-Clause",
    "greenlet": "MIT AND PSF-2.0",
    "resvg-py": "MIT",
    "typing-extensions": "PSF-2.0",
    "tzdata": "Apache-2.0",
}
"""Licences of parts that only other systems or versions of Python need, or that name theirs in a file alone."""
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}


def exported(*options: str) -> str:
    """Return what uv says of the lock file: all that a server needs, with PostgreSQL."""
    command = [str(ROOT / ".tools/bin/uv"), "export", "--frozen", "--offline", "--no-dev", "--extra", "postgres",
               "--no-emit-project", "--no-header", "--no-annotate", "--quiet", *options]  # fmt: skip
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def names() -> list[str]:
    """Return the names of all parts in Python."""
    return sorted(set(re.findall(r"^([A-Za-z0-9._-]+)==", exported("--no-hashes"), re.MULTILINE)))


def licence_of(name: str) -> str:
    """Return the licence that an installed part declares."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ELSEWHERE[name]
    if stated := about.get("License-Expression"):
        return str(stated)
    for classifier in about.get_all("Classifier") or []:
        found = CLASSIFIERS.get(classifier.rpartition(" :: ")[2])
        if found and classifier.startswith("License"):
            return found
    first = str(about.get("License") or "").strip().partition("\n")[0]
    return CLASSIFIERS.get(first) or first or ELSEWHERE[name]


def page_parts() -> dict[str, dict[str, Any]]:
    """Return what of npm is in the page, as its lock file tells."""
    packages = json.loads((ROOT / "ui/package-lock.json").read_text("utf-8"))["packages"]
    queue = list(SHIPPED)
    for name in queue:  # grows while it is walked through
        queue += [one for one in packages[f"node_modules/{name}"].get("dependencies", {}) if one not in queue]
    return {name: packages[f"node_modules/{name}"] for name in sorted(queue)}


def credits_list() -> str:
    """Return the list in CREDITS.md."""
    python = [f"| {name} | Python | {licence_of(name)} |" for name in names()]
    page = [f"| {name} | page | {about['license']} |" for name, about in page_parts().items()]
    return "\n".join(["| Part | Of | Licence |", "|---|---|---|", *python, *page]) + "\n"


def wanted() -> dict[Path, str]:
    """Return what each file has to say."""
    text = CREDITS.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return {
        REQUIREMENTS: exported(),
        CONSTRAINTS: exported("--no-hashes"),
        CREDITS: f"{before}{BEGIN}\n{credits_list()}\n{END}{after}",
    }


def parts() -> list[dict[str, Any]]:
    """Return everything that is locked, for tests and tools too, as a database of advisories wants to be asked."""
    locked = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
    python = [("PyPI", one["name"], one["version"]) for one in locked if "registry" in one["source"]]
    packages = json.loads((ROOT / "ui/package-lock.json").read_text("utf-8"))["packages"]
    page = [("npm", path.rpartition("node_modules/")[2], one["version"]) for path, one in packages.items() if path]
    return [{"package": {"ecosystem": kind, "name": name}, "version": version} for kind, name, version in python + page]


def audit() -> int:
    """Ask about known holes, and return 1 if there are some; if the database can't be reached, say so and return 0."""
    asked, address = parts(), os.environ.get("JETON_ADVISORIES", ADVISORIES)
    request = urllib.request.Request(  # noqa: S310 - an address of ours
        address, json.dumps({"queries": asked}).encode(), {"content-type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            results = json.load(answer)["results"]
    except (OSError, ValueError, KeyError) as error:
        print(f"Advisories can't be read at {address} ({error}): {len(asked)} parts were NOT looked up.")
        return 0
    found = 0
    for one, result in zip(asked, results, strict=True):
        for hole in result.get("vulns", []):
            found += 1
            print(f"{one['package']['ecosystem']} {one['package']['name']} {one['version']}: {hole['id']}")
    print(f"{len(asked)} parts were looked up: {found} known holes.")
    return 1 if found else 0


def main(arguments: list[str]) -> int:
    """Write, check or audit."""
    if "--audit" in arguments:
        return audit()
    stale = [path for path, text in wanted().items() if not path.is_file() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run make lock", file=sys.stderr)
        return 1 if stale else 0
    for path, text in wanted().items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
