"""The command `jeton`: finds the subcommand, imports it alone, and turns errors into one friendly line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from jeton import __version__
from jeton.core.errors import JetonError

if TYPE_CHECKING:
    from cyclopts import App

__all__ = ["COMMANDS", "application", "main", "overview"]

COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("jeton.cli.play:play", "Play a game in the terminal, against the bots or each other."),
    "replay": ("jeton.cli.replay:replay", "Step through a match file, or print it as JSON lines."),
    "verify": ("jeton.cli.verify:verify", "Check a match file: digest, moves, outcome, commitment."),
    "arena": ("jeton.cli.arena:arena", "Let bots play each other and say who is better, and how surely."),
    "perft": ("jeton.cli.perft:perft", "Count the sequences of legal moves: what a change of the rules would change."),
    "bench": ("jeton.cli.bench:bench", "Measure how fast the rules and the bots are on this machine."),
    "warm": ("jeton.cli.warm:warm", "Compile everything now, so that the first game starts at once."),
}
"""A command's name to where its function is, imported when it is run, and the line that describes it."""

OVERVIEW = """\
Jeton: an open home for Splendor, Splendor: Marvel and Guardians of Legends.

Usage: jeton COMMAND …

Commands:
{commands}

Examples:
  jeton play splendor                    play against a bot
  jeton arena greedy random --games 200  let two bots play 200 games
  jeton replay my.match                  step through a match

`jeton COMMAND --help` says more about a command, `jeton --version` which Jeton this is."""

FRIENDLY, INTERRUPTED = 2, 130
"""Exit codes: a mistake explained in one line; Ctrl-C."""


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; the exit code.

    >>> run(["help"]), run(["nonsense"])
    Jeton: an open home for ...
    (0, 2)
    """
    try:
        return _dispatch(list(arguments))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, `head` for one, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except JetonError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def overview() -> str:
    """The page that plain `jeton` shows."""
    shown = {name: line for name, (path, line) in COMMANDS.items() if find_spec(path.partition(":")[0])}
    return OVERVIEW.format(commands="\n".join(f"  {name:<8}{line}" for name, line in shown.items()))


def application() -> App:
    """The subcommands as a cyclopts application; each is imported when it is first needed."""
    from cyclopts import App

    app = App(name="jeton", version=__version__, help_format="markdown")
    for name, (path, _) in COMMANDS.items():
        app.command(path, name=name)
    return app


def _dispatch(arguments: list[str]) -> int:
    first = arguments[0] if arguments else "--help"
    if first in ("--help", "-h", "help"):
        if arguments[1:]:
            return _dispatch([*arguments[1:], "--help"])
        print(overview())
        return 0
    if first in ("--version", "-V", "version"):
        print(__version__)
        return 0
    if first not in COMMANDS:
        return _complain(_unknown(first))
    from cyclopts import CycloptsError

    try:
        result = application()(
            arguments, result_action="return_value", exit_on_error=False, print_error=False, help_on_error=False
        )
    except CycloptsError as error:
        return _complain(f"{error} Try `jeton {first} --help`.")
    return result if isinstance(result, int) else 0


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, COMMANDS, n=1, cutoff=0.5)
    guess = f"did you mean `jeton {close[0]}`?" if close else f"expected one of {', '.join(COMMANDS)}."
    return f"there is no command {word[:40]!r}: {guess}"


def _complain(sentence: str) -> int:
    print(f"jeton: {sentence}", file=sys.stderr)
    return FRIENDLY


if __name__ == "__main__":
    main()
