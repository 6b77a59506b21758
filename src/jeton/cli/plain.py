"""Commands without cyclopts: `pip install jeton` brings the engine, and argparse reads its commands.

Types, defaults and help come from the function's signature and docstring, as with cyclopts.
"""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Callable, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

from jeton.cli.output import BadArgument

__all__ = ["call", "make_parser"]


class _Parser(argparse.ArgumentParser):
    """Raises what `jeton` turns into one friendly line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong."""
        raise BadArgument(message)


def call(function: Callable[..., Any], name: str, arguments: Sequence[str]) -> int:
    """Call a command with the words of its command line; return its exit code."""
    parser, several = make_parser(function, name)
    if any(word in ("--help", "-h") for word in arguments):
        print(parser.format_help())
        return 0
    taken = vars(parser.parse_args(list(arguments)))
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in taken:
            continue
        value = taken[parameter.name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += value
        elif parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = tuple(value) if parameter.name in several and value is not None else value
        else:
            positional.append(value)
    result = function(*positional, **named)
    return result if isinstance(result, int) else 0


def make_parser(function: Callable[..., Any], name: str) -> tuple[argparse.ArgumentParser, set[str]]:
    """Return a parser of a function's signature, and which of its parameters are tuples."""
    hints = get_type_hints(function, include_extras=True)
    text = inspect.getdoc(function) or ""
    said = dict(re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", text.partition("Args:")[2], re.M))
    parser = _Parser(prog=f"jeton {name}", description=text.partition("\n\n")[0], add_help=False, allow_abbrev=False)
    several = set()
    for parameter in inspect.signature(function).parameters.values():
        kind, about = _plain_type(hints[parameter.name])
        shown = " ".join(said.get(parameter.name, "").split()).replace("%", "%%")
        if parameter.kind is parameter.VAR_POSITIONAL:
            parser.add_argument(parameter.name, nargs="*", type=_reader(kind), help=shown)
        elif parameter.kind is not parameter.KEYWORD_ONLY:
            needed = parameter.default is parameter.empty
            default = None if needed else parameter.default
            parser.add_argument(
                parameter.name, nargs=None if needed else "?", default=default, type=_reader(kind), help=shown
            )
        else:
            if get_origin(kind) is tuple:
                several.add(parameter.name)
            _add_option(parser, parameter, kind, about, shown)
    return parser, several


def _add_option(
    parser: argparse.ArgumentParser, parameter: inspect.Parameter, kind: Any, about: Any, shown: str
) -> None:
    names = [*_words(about, "name")] or [f"--{parameter.name.replace('_', '-')}"]
    names += _words(about, "alias")
    settings: dict[str, Any] = {"dest": parameter.name, "default": parameter.default, "help": shown}
    if kind is bool:
        settings["action"] = argparse.BooleanOptionalAction if parameter.default is not False else "store_true"
    elif get_origin(kind) in (list, tuple):
        settings |= {"action": "extend", "nargs": 1, "type": _reader(get_args(kind)[0])}
        settings["default"] = None if parameter.default is None else list(parameter.default)
    else:
        settings["type"] = _reader(kind)
        if get_origin(kind) is Literal:
            settings["choices"] = get_args(kind)
    parser.add_argument(*names, **settings)


def _words(about: Any, field: str) -> tuple[str, ...]:
    """Return what a parameter is called, one word or several."""
    said = getattr(about, field, None) or ()
    return (said,) if isinstance(said, str) else tuple(said)


def _plain_type(hint: Any) -> tuple[Any, Any]:
    """Return the type of a hint without None, and what the hint says of the parameter."""
    about = None
    if get_origin(hint) is Annotated:
        hint, about = get_args(hint)[:2]
    if get_origin(hint) in (Union, UnionType):
        hint = next(one for one in get_args(hint) if one is not type(None))
    return hint, about


def _reader(kind: Any) -> Callable[[str], Any]:
    """Return the function that reads a word as a value of a type."""
    return type(get_args(kind)[0]) if get_origin(kind) is Literal else kind
