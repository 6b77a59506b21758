"""`jeton admin role|ban|mute|lift|rename|reports|acts`: what an admin does on the page, from the command line."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from jeton.cli.output import BadArgument
from jeton.store.address import Address
from jeton.words import Words

__all__ = ["ACTIONS", "moderate"]

ACTIONS = ("role", "ban", "mute", "lift", "rename", "reports", "acts")
BY = "jeton admin"


async def moderate(
    words: Words, action: str, said: list[str], address: Address, shelf: Path, *, until: str | None, why: str
) -> None:
    """Do it; a running server hears of it within two seconds."""
    from jeton.server.people.leaving import AtRest
    from jeton.server.people.moderation import Moderation, network_of
    from jeton.server.tables import admin as keeper
    from jeton.server.tables.shelf import Shelf
    from jeton.store import connect

    store = await connect(address.url, make=False)
    try:
        desk = Moderation(store, AtRest(store, Shelf(shelf)))
        if action in ("reports", "acts"):
            for row in (await desk.lists())[action]:
                print(_line(row))
            return
        who = said[0]
        network = network_of(who)
        person = None if network and action in ("ban", "lift") else await keeper.person(store, who)
        subject, name = (person.id, person.name) if person else (who, network)
        if action in ("ban", "mute"):
            kind = "chat" if action == "mute" else "person" if person else "address"
            await desk.keep_out(BY, kind, subject, _moment(until), why)
        elif action == "lift":
            await desk.let_in(BY, subject, why)
        elif action == "rename":
            await desk.rename(BY, subject, said[1], why)
        else:
            await desk.give_role(BY, subject, said[1], why)
        print(words(f"keeper.admin.did_{action}", name=name, what=said[-1]))
    finally:
        await store.close()


def _moment(text: str | None) -> int | None:
    """Return a day or a moment in this machine's time zone, in milliseconds since 1970; None means for good."""
    if text is None:
        return None
    try:
        return int(datetime.datetime.fromisoformat(text).astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise BadArgument(f"--until: expected a day as 2027-01-31, got {text!r}") from None


def _line(row: Any) -> str:
    when = datetime.datetime.fromtimestamp(row["at"] / 1000, datetime.UTC).strftime("%Y-%m-%d %H:%M")
    parts = [when, row.get("what") or row["match"], row["by"], f"{row['name']} ({row['subject']})"]
    return "  ".join(one for one in (*parts, row.get("text"), row["why"]) if one)
