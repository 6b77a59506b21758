"""The command `jeton`: finds the subcommand, imports it alone, and turns errors into one friendly line."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from jeton import __version__
from jeton.cli.output import words
from jeton.core.errors import JetonError

if TYPE_CHECKING:
    from cyclopts import App

__all__ = ["COMMANDS", "application", "main", "overview"]

COMMANDS: dict[str, str] = {
    "serve": "jeton.cli.serve:serve",
    "play": "jeton.cli.play:play",
    "replay": "jeton.cli.replay:replay",
    "review": "jeton.cli.review:review",
    "puzzles": "jeton.cli.puzzles:puzzles",
    "picture": "jeton.cli.picture:picture",
    "verify": "jeton.cli.verify:verify",
    "arena": "jeton.cli.arena:arena",
    "rate": "jeton.cli.rate:rate",
    "dataset": "jeton.cli.dataset:dataset",
    "perft": "jeton.cli.perft:perft",
    "bench": "jeton.cli.bench:bench",
    "warm": "jeton.cli.warm:warm",
    "worker": "jeton.cli.worker:worker",
    "site": "jeton.cli.site:site",
    "admin": "jeton.cli.admin:admin",
}
"""From a command's name to its function, imported when it runs. `words/*/tools.json` describes each."""

EXAMPLES = {
    "serve": "jeton",
    "play": "jeton play splendor",
    "arena": "jeton arena greedy random --games 200",
    "replay": "jeton replay my.match",
}

INSTALL = "pip install 'jeton[server]'"
FOR_SERVERS = ("serve", "worker", "site", "admin")
"""Commands that need jeton[server]."""

DEFAULT = "serve"
"""What plain `jeton` does."""

FRIENDLY, INTERRUPTED = 2, 130
"""Exit codes: a mistake explained in one line; Ctrl-C."""


def main() -> None:
    """Run the command line and exit with its code."""
    withheld = hear_interrupts()
    code = run(sys.argv[1:])
    if code == INTERRUPTED:
        _leave_at_once()
    else:
        print("".join(withheld), end="", file=sys.stderr)
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return the exit code.

    >>> run(["help"]), run(["nonsense"])
    Jeton: an open home for ...
    (0, 2)
    """
    try:
        return _dispatch(list(arguments))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except JetonError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def hear_interrupts() -> list[str]:
    """Raise Ctrl-C again a moment later if it falls into a callback of C, such as LLVM's: Python drops it there.

    If it falls into an `__init__`, as of llvmlite's objects, `__del__` misses what `__init__` had not set yet. Such
    complaints go into the list returned; only a command that was not interrupted has a reason to show them.
    """
    withheld: list[str] = []
    if not hasattr(signal, "setitimer"):
        return withheld
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    tell = sys.unraisablehook

    def tell_or_try_again(lost: sys.UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
        elif issubclass(lost.exc_type, AttributeError) and getattr(lost.object, "__name__", "") == "__del__":
            withheld.append(_complaint(lost))
        else:
            tell(lost)

    sys.unraisablehook = tell_or_try_again
    return withheld


def _complaint(lost: sys.UnraisableHookArgs) -> str:
    """Return what Python would print: as text, since a reference to the object would bring it back to life."""
    import traceback

    lines = traceback.format_exception(lost.exc_type, lost.exc_value, lost.exc_traceback)
    return "".join([f"Exception ignored in: {lost.object!r}\n", *lines])


def overview() -> str:
    """Return the page that `jeton help` shows; made without cyclopts, which takes its time to import."""
    say = words()
    lines = [say("tools.overview"), "", say("tools.usage"), "", say("tools.commands")]
    lines += [f"  {name:<8}{say(f'tools.command.{name}')}" for name in COMMANDS]
    lines += ["", say("tools.examples")]
    lines += [f"  {line:<39}{say(f'tools.example.{name}')}" for name, line in EXAMPLES.items()]
    return "\n".join([*lines, "", say("tools.more")])


def application() -> App:
    """Return the subcommands as a cyclopts application; each is imported when first needed."""
    from cyclopts import App

    app = App(name="jeton", version=__version__, help_format="markdown", suppress_keyboard_interrupt=False)
    for name, path in COMMANDS.items():
        app.command(path, name=name)
    return app


def _dispatch(arguments: list[str]) -> int:
    first = arguments[0] if arguments else DEFAULT
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
    return _command(arguments or [DEFAULT])


def _command(arguments: list[str]) -> int:
    if arguments[0] in FOR_SERVERS and find_spec("litestar") is None:
        return _complain(words()("tools.needs_server", name=arguments[0], command=INSTALL))
    if find_spec("cyclopts") is None:
        from jeton.cli.plain import call
        from jeton.core.title import resolve

        return call(resolve(COMMANDS[arguments[0]]), arguments[0], arguments[1:])
    from cyclopts import CycloptsError

    try:
        result = application()(
            arguments, result_action="return_value", exit_on_error=False, print_error=False, help_on_error=False
        )
    except CycloptsError as error:
        return _complain(f"{error} {words()('tools.try_help', name=arguments[0])}")
    return result if isinstance(result, int) else 0


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    say = words()
    close = get_close_matches(word, COMMANDS, n=1, cutoff=0.5)
    names = ", ".join(COMMANDS)
    guess = say("tools.did_you_mean", name=close[0]) if close else say("tools.expected", names=names)
    return f"{say('tools.unknown', word=word[:40])} {guess}"


def _leave_at_once() -> None:
    """End after Ctrl-C: everything is saved, and taking compiled code apart would cost a third of a second.

    If other processes have helped, the usual end follows, which clears away what they shared.
    """
    if "multiprocessing.resource_tracker" in sys.modules:
        return
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(INTERRUPTED)


def _complain(sentence: str) -> int:
    print(f"jeton: {' '.join(sentence.split())}", file=sys.stderr)
    return FRIENDLY


if __name__ == "__main__":
    main()
