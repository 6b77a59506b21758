"""`pip install jeton` is light: the engine, the bots and the arena need few packages, and say what more would need."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import pytest

from jeton.cli.main import COMMANDS, FOR_SERVERS
from jeton.cli.output import BadArgument
from jeton.cli.plain import call, make_parser
from jeton.core.title import resolve

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[1]

BLOCKED = "import sys\nsys.modules.update(dict.fromkeys({blocked!r}))\n"
"""What stands there as None can't be imported."""


def locked() -> dict[str, list[str]]:
    """Return what each package of the lock needs itself, here."""
    packages = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
    return {
        one["name"]: [need["name"] for need in one.get("dependencies", []) if "marker" not in need] for one in packages
    }


def needed(names: list[str], known: dict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    queue = list(names)
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += known[name]
    return found


def test_the_engine_brings_fewer_than_twelve_packages():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base = needed([re.split(r"[<>=\[]", one)[0] for one in project["dependencies"]], locked())

    assert {"msgspec", "numba", "numpy"} <= base
    assert len(base) < 12, sorted(base)


def run_light(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python where only the engine's packages can be imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [one for group in ("server", "postgres") for one in project["optional-dependencies"][group]]
    known = locked()
    base = needed([re.split(r"[<>=\[]", one)[0] for one in project["dependencies"]], known)
    more = needed([re.split(r"[<>=\[]", one)[0] for one in extras if not one.startswith("jeton")], known) - base
    modules = {"argon2", "pytest", *(name.replace("-", "_") for name in more)}
    return subprocess.run(
        [sys.executable, "-c", BLOCKED.format(blocked=modules) + code], capture_output=True, text=True, check=False,
        env={"PATH": "", "JETON_LANG": "en", "HOME": str(Path.home())},
    )  # fmt: skip


def test_the_arena_plays_with_the_engine_alone():
    done = run_light(
        'from jeton.cli.main import run\nsys.exit(run(["arena", "random", "random", "--games", "2", "--workers", "1"]))'
    )

    assert done.returncode == 0, done.stderr
    assert "Splendor, 2 seats: 2 games" in done.stdout


def test_what_needs_more_says_so_in_one_line():
    done = run_light(
        'from jeton.cli.main import run\nfor words in (["serve"], [], ["admin", "stats"]): print(run(words))\n'
        "try:\n    import jeton.client\nexcept ImportError as error:\n    print(error)\n"
    )

    assert done.stdout.splitlines()[:3] == ["2", "2", "2"]
    assert done.stderr.splitlines() == [
        f"jeton: `jeton {name}` needs more than the engine. Type: pip install 'jeton[server]'"
        for name in ("serve", "serve", "admin")
    ]
    assert done.stdout.splitlines()[3] == "jeton.client needs more than the engine: pip install 'jeton[server]'"


def test_batches_need_the_engine_alone_and_other_environments_say_what_they_need():
    done = run_light(
        "sys.modules.update(dict.fromkeys(('gymnasium', 'pettingzoo', 'pyspiel')))\n"
        "from jeton.envs.batch import Batch\nprint(Batch('splendor', 2).masks.shape)\n"
        "from importlib import import_module\n"
        "for name in ('aec', 'parallel', 'gym', 'openspiel'):\n"
        "    try:\n        import_module('jeton.envs.' + name)\n"
        "    except ImportError as error:\n        print(error)\n"
    )

    needs = {"aec": "envs", "parallel": "envs", "gym": "envs", "openspiel": "openspiel"}
    assert done.stdout.splitlines() == [
        "(2, 63)",
        *(
            f"jeton.envs.{name} needs more than the engine: pip install 'jeton[{extra}]'"
            for name, extra in needs.items()
        ),
    ], done.stderr


# The plain reader of command lines


def command(
    file: Path,
    /,
    *bots: str,
    games: int = 10,
    seconds: float | None = None,
    mode: Literal["fast", "slow"] = "fast",
    title: Annotated[tuple[str, ...], None] = (),
    start: bool = True,
) -> int:
    """Do something.

    Args:
        file: A file.
        bots: Who plays.
        games: How many, 100 % of them.
    """
    assert (file, bots, games, seconds) == (Path("a.match"), ("greedy", "random"), 3, 0.5)
    assert (mode, title, start) == ("slow", ("a", "b"), False)
    return 7


def test_words_become_values_of_the_types_that_the_function_names(capsys):
    line = "a.match greedy random --games 3 --seconds 0.5 --mode slow --title a --title b --no-start"

    assert call(command, "do", line.split()) == 7
    assert call(command, "do", ["--help"]) == 0
    assert "How many, 100 % of them." in capsys.readouterr().out


@pytest.mark.parametrize("line", ["a.match --games many", "a.match --dance", "", "a.match --mode odd"])
def test_mistakes_are_one_friendly_line(line):
    with pytest.raises(BadArgument):
        call(command, "do", line.split())


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - set(FOR_SERVERS)))
def test_every_command_of_the_engine_can_be_read(name):
    parser, _ = make_parser(resolve(COMMANDS[name]), name)

    assert parser.format_help()
