"""All settings of a server from where they may be: a preset, a file, the environment, the command line.

The later ones in that order win. `python -m jeton.server.settings` prints docs/settings.md.
"""

from __future__ import annotations

import ast
import inspect
import ipaddress
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from jeton.core.errors import JetonError
from jeton.server.config import Limits

__all__ = ["PRESETS", "BadSetting", "Settings", "read_settings", "settings_page"]

PRESETS: dict[str, dict[str, Any]] = {
    "home": {},
    "club": {
        "sockets_per_address": 500,
        "connections_per_address": 1_000,
        "tables_per_hour": 300,
        "guests_per_hour": 600,
        "requests_per_minute": 6_000,
        "files_per_minute": 60_000,
        "sign_ins": 300,
        "bot_tables": 3,
        "bot_tables_per_address": 30,
    },
    "public": {
        "guests_per_hour": 40,
        "tables_per_hour": 20,
        "sockets_per_address": 40,
        "connections_per_address": 100,
        "sign_ins": 20,
        "bot_tables": 2,
        "bot_tables_per_address": 4,
    },
}
"""What each preset changes in `Limits`. `club`: fifty people who share one address, all at once."""

PREFIX = re.compile(r"(/[A-Za-z0-9_-][A-Za-z0-9._-]*){1,4}(?<!\.)")
"""What may come before every address: plain words between slashes."""

NODE = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}")

Preset = Literal["home", "club", "public"]
Kind = TypeVar("Kind")


class BadSetting(JetonError, ValueError):
    """A setting of the server has an impossible value."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an operator can tell `jeton serve`, but for the limits."""

    host: str | None = None
    """The address to listen on; by default, every address of this machine."""
    port: Annotated[int, Meta(ge=0, le=65_535)] | None = None
    """The port; by default 8000, or the next one that is free."""
    data: str | None = None
    """The folder that keeps the tables."""
    database: str | None = None
    """`postgresql://user@host/name` or `sqlite:///folder/jeton.sqlite`, instead of the folder."""
    archive: str | None = None
    """The folder to which `jeton admin archive` moves logs; by default `archive` in the folder of the tables. Servers
    that share a database must share it, too."""
    lan: bool = True
    """Let phones and laptops on the same network in."""
    origin: list[str] = []
    """Addresses under which people reach the server through a proxy, as `https://games.example`."""
    prefix: str = ""
    """The path under which people reach the server, as `/games`, if a proxy has other things at `/`. The proxy must
    leave the path as it is."""
    proxy: list[str] = []
    """Addresses of reverse proxies that the server believes about clients."""
    contact: str = ""
    """Whom the push services of turn notices may write to, as `mailto:you@games.example`."""
    bot_seconds: Annotated[float, Meta(gt=0, le=600)] = 5.0
    """The most seconds that a bot may think about a move."""
    bot_pace: Annotated[int, Meta(ge=0, le=10_000)] = 700
    """The least milliseconds that a bot seems to think about a move; a table may choose others."""
    bot_workers: Annotated[int, Meta(ge=1, le=1_024)] | None = None
    """How many bots think at the same time; by default, one fewer than there are processors."""
    bot_machines: bool = False
    """Let bots think on machines that run `jeton worker`, if there are any; for servers that share a PostgreSQL, with
    `jeton[workers]`."""
    node: str | None = None
    """Where servers that share the database reach this one, as `10.0.0.5:8000`, to pass on people whose table lives
    here; by default, the address on which it listens, or by which it reaches the database. `none` if they can't."""
    json_logs: bool = False
    """Write logs as JSON lines."""
    access_log: bool = False
    """Log every request: who, what, how it went and how long it took."""
    preset: Preset = "home"
    """For whom the limits are: `home`, `club` (fifty people behind one address) or `public`."""


def read_settings(
    flags: Mapping[str, Any], limits: Iterable[str] = (), file: Path | None = None,
    environ: Mapping[str, str] | None = None,
) -> tuple[Settings, Limits]:  # fmt: skip
    """Return the settings that hold, and the limits; raises `BadSetting`. A flag that is None was not given.

    >>> settings, limits = read_settings({"preset": "club"}, ["tables_per_hour=7"], environ={"JETON_PORT": "8080"})
    >>> settings.port, limits.tables_per_hour, limits.sockets_per_address
    (8080, 7, 500)
    """
    environ = os.environ if environ is None else environ
    if file is None and environ.get("JETON_CONFIG"):
        file = Path(environ["JETON_CONFIG"])
    said, numbers = _from_file(file) if file is not None else ({}, {})
    more, other = _from_environment(environ)
    said |= more | {name: value for name, value in flags.items() if value is not None}
    numbers |= other | _from_flags(limits)
    settings = _convert(said, Settings, "")
    _check_addresses(settings)
    return settings, _convert({**PRESETS[settings.preset], **numbers}, Limits, "limits.")


def _from_file(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSetting(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path}: {error}") from None
    limits = found.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadSetting(f"{path}: expected a table [limits]")
    _known(path, found, Settings.__struct_fields__)
    _known(f"{path} [limits]", limits, Limits.__struct_fields__)
    return found, limits


def _from_environment(environ: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    said: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        if value := environ.get(f"JETON_{name.upper()}"):
            said[name] = re.split(r"[,\s]+", value.strip()) if name in ("origin", "proxy") else value
    limits = {name: environ.get(f"JETON_LIMIT_{name.upper()}") for name in Limits.__struct_fields__}
    return said, {name: value for name, value in limits.items() if value}


def _from_flags(limits: Iterable[str]) -> dict[str, Any]:
    pairs = {}
    for text in limits:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSetting(f"--limit: expected name=number, got {text!r}")
        _known("--limit", [name], Limits.__struct_fields__)
        pairs[name] = value
    return pairs


def _known(where: object, names: Iterable[str], known: tuple[str, ...]) -> None:
    from difflib import get_close_matches

    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            raise BadSetting(f"{where}: there is no {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))


def _convert(values: Mapping[str, Any], kind: type[Kind], where: str) -> Kind:
    """Convert values, some of them text, to what they should be."""
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        what, _, at = str(error).partition(" - at ")
        raise BadSetting(f"{where}{at.strip('`$.') or 'settings'}: {what[:1].lower()}{what[1:]}") from None


def _check_addresses(settings: Settings) -> None:
    """Refuse addresses that a server would accept but that would help nobody."""
    for origin in settings.origin:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
            host = parts.netloc or origin.partition("/")[0]
            raise BadSetting(f"origin: expected an address as https://{host}, got {origin!r}")
    if settings.prefix and not PREFIX.fullmatch(settings.prefix):
        raise BadSetting(f"prefix: expected a path as /games, without a slash at its end, got {settings.prefix!r}")
    if settings.node and settings.node != "none" and not NODE.fullmatch(settings.node):
        raise BadSetting(f"node: expected an address and a port as 10.0.0.5:8000, got {settings.node!r}")
    for proxy in settings.proxy:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise BadSetting(f"proxy: expected an address of numbers as 127.0.0.1, got {proxy!r}") from None


HEAD = """\
# Settings

This page is made from `src/jeton/server/settings.py` and `config.py`;
`.venv/bin/python -m jeton.server.settings > docs/settings.md` writes it anew.

You can write every setting of `jeton serve` into a file, into the environment or on the command line; what comes later
in this order wins. The file is TOML, named by `--config` or `JETON_CONFIG`:

```toml
preset = "club"
origin = ["https://games.example"]
database = "postgresql://jeton:change-me@127.0.0.1/jeton"

[limits]
tables_per_hour = 500
```

In the environment the names are upper case after `JETON_`, and after `JETON_LIMIT_` for limits: `JETON_DATABASE`,
`JETON_LIMIT_TABLES_PER_HOUR`. On the command line a limit is `--limit tables_per_hour=500`, once for each.
`jeton admin` reads the same file and the same environment for `data` and `database`.

Put an address with a password into the environment, or into a file that only the server's user may read (`chmod 600`).
Everybody on the machine can see a command line, so Jeton refuses a password there.
"""


def settings_page() -> str:
    """Return the text of the page."""
    text = [HEAD, "## Settings\n", "| Setting | Default | |", "|---|---|---|"]
    said = _said_of(Settings)
    text += [f"| `{name}` | {_shown(Settings(), name)} | {said.get(name, '')} |" for name in Settings.__struct_fields__]
    text += ["", "## Limits\n", "A preset is a choice of limits, nothing more.\n"]
    text += [f"| Limit | {' | '.join(f'`{name}`' for name in PRESETS)} | |", "|---|---|---|---|---|"]
    sets = [Limits(**values) for values in PRESETS.values()]
    said = _said_of(Limits)
    for name in Limits.__struct_fields__:
        text.append(f"| `{name}` | {' | '.join(_shown(one, name) for one in sets)} | {said.get(name, '')} |")
    return "\n".join(text) + "\n"


def _shown(one: Struct, name: str) -> str:
    value = getattr(one, name)
    if value is None or value in ("", []):
        return ""
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else f"{value}".lower()


def _said_of(kind: type) -> dict[str, str]:
    """Return the docstring below each field of a class."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    found: dict[str, str] = {}
    assert isinstance(body, ast.ClassDef)  # noqa: S101
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            found[field.target.id] = " ".join(ast.literal_eval(text.value).split())
    return found


if __name__ == "__main__":
    sys.stdout.write(settings_page())
