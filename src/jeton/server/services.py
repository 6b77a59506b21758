"""The parts of a running server, held together."""

from __future__ import annotations

import asyncio
import logging

from jeton.server.config import Config
from jeton.server.garbage import tidy
from jeton.server.people.accounts import Accounts
from jeton.server.people.attempts import Tries
from jeton.server.people.leaving import Live
from jeton.server.people.moderation import ASKED, Act, Moderation, NoSuchAct
from jeton.server.people.news import note
from jeton.server.people.notices import Notices
from jeton.server.people.people import People, User
from jeton.server.ratings.counting import Ratings
from jeton.server.rooms.chat import Chat
from jeton.server.rooms.hub import Hub
from jeton.server.tables.archive import Archive
from jeton.server.tables.judging import Judging
from jeton.server.wire.limits import Buckets
from jeton.server.wire.socket import Sockets
from jeton.store import Store, StoreDown

__all__ = ["Services"]

log = logging.getLogger(__name__)

HOUR, MINUTE = 3600.0, 60.0
ACTS_SECONDS = 2.0
"""How often a node checks whether somebody was banned elsewhere: one row of an index."""


class Services:
    """Made when the server starts, over an open store."""

    def __init__(self, config: Config, store: Store) -> None:
        """Start nothing yet."""
        self.config, self.store = config, store
        self.people = People(store)
        self.hub = Hub(config, store)
        self.accounts = Accounts(store, self.people, self.hub, config.limits)
        self.notices = Notices(config, store, self.people, self.hub)
        self.moderation = Moderation(store, Live(self.hub))
        self.chat = Chat(store, Buckets(config.limits.lines_per_minute, MINUTE), self.moderation.bans)
        self.archive = Archive()
        self.judging = Judging(store, self.hub)
        self.ratings = Ratings(store, self.hub)
        self.reading = Buckets(config.limits.entries_per_minute, MINUTE)
        self.sockets = Sockets(config, self.hub, self.people, self.chat, self.moderation.bans)
        self.reports = Buckets(config.limits.reports_per_hour, HOUR)
        self.exports = Buckets(config.limits.exports_per_hour, HOUR)
        self.new_tables = Buckets(config.limits.tables_per_hour, HOUR)
        self.wrong_codes = Tries(store, "code", config.limits.wrong_codes, HOUR)
        self.new_guests = Buckets(config.limits.guests_per_hour, HOUR)

    async def start(self) -> None:
        """Go on with every match."""
        self.hub.heard_chat = self.chat.heard
        self.hub.on_out = self._hang_up_here
        self.hub.on_acts = self.look_at_acts
        self.hub.on_over = self.ratings.over
        await self.moderation.start()
        await self.hub.start()
        self.notices.start()
        self.hub.spawn(self.sockets.watch())
        self.hub.spawn(tidy())
        self.hub.spawn(self._watch_acts())
        self.hub.spawn(self.ratings.watch())
        if self.store.shared:
            self.hub.spawn(self._watch_sessions())

    async def new_link(self, user: User) -> str:
        """Return a token for a link that opens a person's session elsewhere; a person with an account gets a notice."""
        has_account = await self.accounts.has_way_in(user)
        token = await self.people.new_token(user, "transfer", *(note(user, "link") if has_account else ()))
        if has_account:
            self.notices.account(user, "link")
        return token

    def hang_up(self, user: str) -> None:
        """Make a person's sockets, on all nodes, reconnect with the session that the person has now, if any."""
        self._hang_up_here(user)
        self.hub.tell_out(user)

    async def look_at_acts(self) -> None:
        """Carry out here what a keeper did, wherever that was."""
        for act in await self.moderation.look():
            if act.what == "delete_line":
                self.chat.take_back(self.hub.rooms.get(act.about["match"]), act.subject, act.about)
            elif act.what in ("rename", "delete"):
                self.chat.forget(act.subject)
                for live in list(self.hub.rooms.values()):
                    if live.core.seats_of(act.subject):
                        self.hub.forget(live)
            elif act.what == ASKED:
                self.hub.spawn(self._forget_as_asked(act))
            if act.what in ("ban", "delete"):
                self._hang_up_here(act.subject)
            if act.what == "ban_address":
                self.sockets.hang_up_banned()
            self.people.changed()

    async def _forget_as_asked(self, act: Act) -> None:
        try:
            await self.moderation.forget_as_asked(act)
            await self.look_at_acts()
        except (NoSuchAct, StoreDown) as error:  # the asker sees that nothing happens
            log.warning("a person could not be forgotten: %s", error)

    async def _watch_acts(self) -> None:
        """Look for what was done beside this server, or through another node whose message was lost."""
        while True:
            await asyncio.sleep(ACTS_SECONDS)
            try:
                await self.look_at_acts()
            except StoreDown:
                continue

    async def _watch_sessions(self) -> None:
        """Hang up on sessions that have ended at another node, even if its message was lost."""
        while True:
            await asyncio.sleep(self.config.repair_seconds)
            try:
                await self._look_at_sessions()
            except StoreDown:
                continue

    async def _look_at_sessions(self) -> None:
        """Hang up once on people whose session has ended.

        This is a function of its own because the calling loop's variables would hold the last socket until its next
        look.
        """
        theirs = {one.key: one.user for one in self.sockets.open if one.key and one.user}
        if theirs:
            alive = await self.people.alive(theirs)
            for user in {user for key, user in theirs.items() if key not in alive}:
                self._hang_up_here(user)

    def _hang_up_here(self, user: str) -> None:
        self.people.ended(user)
        self.chat.forget(user)
        for one in list(self.sockets.open):
            if one.user == user:
                one.hang_up("restart")

    async def stop(self) -> None:
        """Stop; the log holds everything."""
        await self.hub.stop()
        await self.notices.stop()
        await self.store.close()
