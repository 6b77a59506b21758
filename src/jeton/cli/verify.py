"""`jeton verify`: is this match file what it says it is?"""

from __future__ import annotations

import itertools
from pathlib import Path

import jeton
from jeton.cli.output import console, words
from jeton.core.errors import CorruptMatch
from jeton.core.game import Entry
from jeton.core.match import Match
from jeton.core.match_file import read_match
from jeton.words import Words

__all__ = ["verify"]

VALID, INVALID = 0, 1


def verify(file: Path, /, *, commitment: str | None = None) -> int:
    """Check a match file: digest, moves, outcome, commitment.

    The digest shows that the file is whole; replaying shows that each move was legal and that the outcome follows; the
    commitment, published before the first move, shows that nobody chose the deal afterwards.

    The exit code is 0 for a valid file, 1 for one that is not, 2 if it could check nothing.

    For example:

    ```
    jeton verify my.match
    jeton verify my.match --commitment 99097f2bdb395937
    ```

    Args:
        file: A match file.
        commitment: What the server published before the match began; its first 16 digits will do.
    """
    say, out = words(), console()
    text = file.read_bytes()
    findings: list[tuple[bool | None, str, str]] = []
    try:
        header, log = read_match(text.decode())
        findings.append((True, "digest", say("tools.verify.digest_fits")))
    except (CorruptMatch, UnicodeDecodeError) as error:
        findings.append((False, "digest", str(error)))
    else:
        game = jeton.make(header.title, version=header.version, options=header.options)
        try:
            match = Match(game, header, log)
        except (CorruptMatch, ValueError) as error:
            findings.append((False, "moves", str(error)))
        else:
            title = say(f"{header.title}.name")
            follow = say("tools.verify.moves_follow", count=len(log), title=title, version=header.version)
            findings.append((True, "moves", follow))
            findings.append((True, "outcome", _outcome(match, say)))
            findings += [(False, "times", say("tools.verify.backwards", n=n)) for n in _backwards(log)]
        findings.append(_commitment(header.commitment, commitment, say))
    for good, what, told in findings:
        mark = {True: "✓", False: "✗", None: "·"}[good]
        out.print(f"{mark} {say(f'tools.verify.{what}')}: {told}", markup=False, soft_wrap=True)
    valid = all(good is not False for good, _, _ in findings)
    out.print(say("tools.verify.valid" if valid else "tools.verify.invalid"), markup=False)
    return VALID if valid else INVALID


def _backwards(log: list[Entry]) -> list[int]:
    """Return the number of the first entry whose time is earlier than that of the entry before it, if there is one."""
    times = [entry.at for entry in log]
    return [n for n, (before, at) in enumerate(itertools.pairwise([0, *times]), start=1) if at < before][:1]


def _outcome(match: Match, say: Words) -> str:
    outcome = match.outcome
    if outcome is None:
        return say("tools.verify.unfinished")
    key = "won" if len(outcome.winners) == 1 else "shared"
    winners = say.list(map(str, outcome.winners))
    return say(f"tools.verify.{key}", winners=winners, points=" – ".join(map(str, outcome.points)))


SHORTEST = 16
"""How many digits of a commitment nobody can match by chance or by trying."""


def _commitment(real: str, published: str | None, say: Words) -> tuple[bool | None, str, str]:
    if published is None:
        return None, "commitment", say("tools.verify.not_given", commitment=real)
    given = published.strip().lower()
    if len(given) >= SHORTEST and real.startswith(given):
        return True, "commitment", say("tools.verify.published", commitment=given)
    return False, "commitment", say("tools.verify.not_published", expected=given, commitment=real)
