"""The command `jeton`: what it shows, how it fails, and that its page is true.

Run as a program, this file writes docs/cli.md anew: .venv/bin/python tests/cli/test_main.py
"""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

import jeton
from jeton.cli.main import COMMANDS, EXAMPLES, application, overview, run
from jeton.words import LANGUAGES, Words

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
WIDTH = 100

HEAD = """\
# The command `jeton`

This page is made from the commands' own help; `.venv/bin/python tests/cli/test_main.py` writes it anew.

Every command ends with exit code 0 if all went well and 2 for a mistake that it explains in one line; Ctrl-C gives 130.
Sentences come in the language of `JETON_LANG` (`en`, `fr`, `nl`), else in that of your system; help is in English.

```console
$ jeton help
{overview}
```
"""

FOOT = """\
## The JSON object of `jeton arena --json`

| Field | |
|---|---|
| `title`, `seats`, `options`, `seed` | what was played; options with their defaults filled in |
| `deals`, `games` | how many were played; each deal once per line-up and rotation of the seats |
| `bots` | one object per bot, in the order they were named |
| `bots[].bot`, `.played` | its name, and how many seats it has played over all games |
| `bots[].share` | its share of victories: 1 for a win, 1/n for one shared by n; per seat where it had several |
| `bots[].low`, `.high` | a 95 % interval of the share over deals (Student's t): games on one deal are alike |
| `bots[].wilson_low`, `.wilson_high` | Wilson's 95 % interval, as if all games were independent |
| `bots[].points`, `.elo` | points a game; rating (Bradley–Terry on Elo's scale, the mean of all bots is 0) |
| `bots[].seconds_per_move` | thinking time; depends on the machine |
| `turns`, `decisions` | turns of a player, and moves of all players, in the average game |
| `limited`, `terminations` | games that the turn limit ended; all games by what ended them (`goal`, `limit`, …) |
| `forfeits` | by bot: games that it broke off, by what (`illegal`, `silent`, `gone`, `garbled`) |
| `interrupted` | whether Ctrl-C stopped it before all games were played |
| `speed` | `seconds` in all, `decisions` and `games` a second; depends on the machine |
| `explained` | with `--explain`: every game, with `deal`, `bots` by seat, and `decisions` |

A decision has the entry's number `n`, its `seat`, its `move` and the bot's `thought`, null if it has none. A thought
says `how` the bot came to its `move` (`only`: there was no other, `guess`: drawn at random, since nobody can get on,
`first`: its first thought, `read`: it read ahead), the `chances` of the seats by the net's first look, how many `lines`
it read, its `candidates` and the legal moves it `overlooked`. A candidate has its `move`, its `weight` of 1 in all, for
clues and boats of Guardians how likely it is `right`, and if the bot read it, the mover's `chance`, how many `lines`
began with it, and the `line` that was read the most.

Apart from `seconds_per_move` and `speed`, the same command line gives the same object, whatever the number of workers.

## The JSON object of `jeton bench --json`

| Field | |
|---|---|
| `machine`, `slices` | what it was measured on, and the best of how many slices |
| `step_ns` | nanoseconds of one dependent step `x = (x ^ x >> 29) * a + c` |
| `engine[]` | random matches by `title` and `seats`: `decisions_per_second`, `turns_per_second`, \
`matches_per_second`, `steps_per_decision` |
| `python` | moves a second driven from Python: `push` by action number, `pick` choosing from `position.actions()` |
| `api_us` | microseconds of `match.play` (`play`), with the view of the next mover (`mover`), with all views (`all`) |
| `bots_us` | microseconds of a bot's move; not for `engine` |
| `start_s` | CPU seconds of a fresh Python: `cold_match`, `cold_playouts` (compiling), `cached_match`, \
`cached_playouts`, `first_bot_move`; not with `--no-start` |
| `sketch` | by subject: `per_second`, `steps`, `ours_to_theirs`; only with `--sketch` |

`jeton bench gpu --json` gives `device`, its `multiprocessors`, and by title and number of seats in `engine[]`
`decisions_per_second`, `matches_per_second`, and of `checked` matches how many ended `different` from the CPU's.
`jeton bench batches --json` gives by title and seats in `rates[]` the `steps[]` (what was stepped, how many matches, \
steps of one launch, steps a second), in `same[]` of `checked` matches those that were `different` at any of so many \
`steps`, and in `handed` what each library made of the arrays.

## The JSON list of `jeton rate --json`

| Field | |
|---|---|
| `title`, `seats`, `games`, `anchor` | one object for each title and number of seats; who stands at 1000 |
| `rungs[]` | one object for each bot, in the order they were named |
| `rungs[].bot`, `.rating` | its name; `elo`, the 95 % interval `low`, `high` of its distance to the anchor, `games` |
| `rungs[].step` | against the bot before it: `upper`, `lower`, the `share` of wins with `low` and `high`, `games` |
"""


def command_help(name):
    from rich.console import Console

    out = io.StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, force_terminal=False)
    application()([name, "--help"], console=console, result_action="return_value", exit_on_error=False)
    return "\n".join(line.rstrip() for line in out.getvalue().strip().splitlines())


def page():
    sections = [f"## `jeton {name}`\n\n```\n{command_help(name)}\n```\n" for name in COMMANDS]
    return "\n".join([HEAD.format(overview=overview()), *sections, FOOT])


def test_help_shows_every_command_and_examples(capsys):
    assert run(["help"]) == 0

    shown = capsys.readouterr().out
    assert all(f"\n  {name} " in shown for name in COMMANDS)
    assert all(line in shown for line in EXAMPLES.values())


def test_plain_jeton_starts_the_server(monkeypatch):
    called = []
    monkeypatch.setattr("jeton.cli.main._command", called.append)

    run([])
    assert called == [["serve"]]


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_help_has_three_spellings(arguments, capsys):
    assert run(arguments) == 0
    assert capsys.readouterr().out.strip() == overview()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_described_in_every_language(language):
    words = Words(language)

    assert all(words(f"tools.command.{name}") for name in COMMANDS)


def test_version(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == jeton.__version__


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_that_begins_with_its_line(name, capsys):
    assert run([name, "--help"]) == 0
    assert Words("en")(f"tools.command.{name}") in " ".join(capsys.readouterr().out.split())


def test_help_knows_the_way_round(capsys):
    assert run(["help", "verify"]) == 0
    assert "jeton verify" in capsys.readouterr().out


def test_an_unknown_command_gets_a_suggestion(capsys):
    assert run(["arnea"]) == 2
    assert capsys.readouterr().err == "jeton: there is no command “arnea”. Did you mean `jeton arena`?\n"


def test_a_far_off_command_gets_the_list(capsys):
    assert run(["xyzzy"]) == 2
    assert ", ".join(COMMANDS) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["arena", "greedy", "--gamse", "3"], "--gamse"),
        (["perft", "chess"], "no game is called 'chess'"),
        (["perft", "splendor", "--depth", "many"], "many"),
        (["arena", "greedy", "nobody"], "expected one of random, greedy"),
        (["arena", "greedy"], "at least two bots"),
        (["replay", "no-such.match"], "no-such.match: No such file"),
    ],
)
def test_mistakes_get_one_line_and_no_traceback(arguments, told, capsys):
    assert run(arguments) == 2

    shown = capsys.readouterr()
    assert shown.err.startswith("jeton: ")
    assert told in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_a_language_that_is_not_there_is_a_mistake(monkeypatch, capsys):
    monkeypatch.setenv("JETON_LANG", "tlh")

    assert run(["help"]) == 2
    assert "JETON_LANG: expected a language among en, fr, nl, got 'tlh'" in capsys.readouterr().err


def test_ctrl_c_is_not_a_crash(monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("jeton.cli.main._dispatch", interrupt)

    assert run(["perft"]) == 130


def test_help_waits_for_neither_numba_nor_cyclopts_nor_rich():
    script = (
        "import sys; from jeton.cli.main import run; run(['--help']); run(['--version']); run(['nothing'])\n"
        "print(sorted({'numba', 'numpy', 'cyclopts', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip().endswith("[]")


def test_the_page_is_what_the_commands_say():
    assert PAGE.read_text("utf-8") == page(), "docs/cli.md is old: run .venv/bin/python tests/cli/test_main.py"


def test_the_page_documents_every_field_of_the_arena():
    from jeton.bots.ratings import Standing
    from jeton.cli.arena import Summary

    named = set(re.findall(r"`(?:bots\[\])?\.?(\w+)`", FOOT))
    assert set(Summary.__struct_fields__) | set(Standing.__struct_fields__) <= named


if __name__ == "__main__":
    import os

    os.environ["JETON_LANG"] = "en"
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
