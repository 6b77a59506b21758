"""The parts of a running server, held together."""

from __future__ import annotations

from jeton.server.accounts import Accounts
from jeton.server.archive import Archive
from jeton.server.chat import Chat
from jeton.server.config import Config
from jeton.server.garbage import tidy
from jeton.server.hub import Hub
from jeton.server.limits import Buckets
from jeton.server.notices import Notices
from jeton.server.people import People
from jeton.server.socket import Sockets
from jeton.server.tries import Tries
from jeton.store import Store

__all__ = ["Services"]

HOUR, MINUTE = 3600.0, 60.0


class Services:
    """Made when the server starts, over a store that is open."""

    def __init__(self, config: Config, store: Store) -> None:
        """Nothing runs yet."""
        self.config, self.store = config, store
        self.people = People(store)
        self.hub = Hub(config, store)
        self.accounts = Accounts(store, self.people, self.hub, config.limits)
        self.notices = Notices(config, store, self.people, self.hub)
        self.chat = Chat(store, Buckets(config.limits.lines_per_minute, MINUTE))
        self.archive = Archive()
        self.reading = Buckets(config.limits.entries_per_minute, MINUTE)
        self.sockets = Sockets(config, self.hub, self.people, self.chat)
        self.new_tables = Buckets(config.limits.tables_per_hour, HOUR)
        self.wrong_codes = Tries(store, "code", config.limits.wrong_codes, HOUR)
        self.new_guests = Buckets(config.limits.guests_per_hour, HOUR)

    async def start(self) -> None:
        """Go on with every match."""
        self.hub.heard_chat = self.chat.heard
        self.hub.on_out = self._hang_up_here
        await self.hub.start()
        self.notices.start()
        self.hub.spawn(self.sockets.watch())
        self.hub.spawn(tidy())

    def hang_up(self, user: str) -> None:
        """Have a person's sockets, on all nodes, come back with the session that the person has now, if any."""
        self._hang_up_here(user)
        self.hub.tell_out(user)

    def _hang_up_here(self, user: str) -> None:
        self.people.changed()
        for one in list(self.sockets.open):
            if one.user == user:
                one.hang_up("restart")

    async def stop(self) -> None:
        """Leave everything to the log."""
        await self.hub.stop()
        await self.notices.stop()
        await self.store.close()
