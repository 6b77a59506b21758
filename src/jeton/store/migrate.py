"""Bring a database up to date: Alembic's steps, shipped inside the package and run when a server starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from jeton.core.errors import JetonError
from jeton.store.schema import METADATA

__all__ = ["NewerDatabase", "NoDatabase", "OlderDatabase", "check_step", "upgrade"]


class NewerDatabase(JetonError):
    """The database was made by a newer Jeton."""


class OlderDatabase(JetonError):
    """The database was made by an older Jeton, and no server has brought it up to date yet."""


class NoDatabase(JetonError):
    """There is no database of Jeton."""


def check_step(connection: Connection, where: str, *, any_step: bool = False) -> None:
    """Raise unless a database of Jeton is there, at the step that this release knows; nothing is changed."""
    now = MigrationContext.configure(connection).get_current_revision()
    if now is None:
        raise NoDatabase(f"{where} is no database of Jeton")
    script = _script()[1]
    if now == script.get_current_head() or any_step:
        return
    if now not in {step.revision for step in script.walk_revisions()}:
        raise _newer(now)
    raise OlderDatabase(f"{where} is at step {now!r}: back it up, and start this release's server once to bring it up")


def upgrade(connection: Connection) -> None:
    """Run the steps that are missing, inside the connection's transaction; raises `NewerDatabase`."""
    config, script = _script()
    now = MigrationContext.configure(connection).get_current_revision()
    if now == script.get_current_head():
        return
    if now is not None and now not in {step.revision for step in script.walk_revisions()}:
        raise _newer(now)

    def steps(revision: Any, context: MigrationContext) -> Any:
        return script._upgrade_revs("head", revision)

    with EnvironmentContext(config, script, fn=steps, destination_rev="head") as environment:
        environment.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
        environment.run_migrations()


def _script() -> tuple[Config, ScriptDirectory]:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config, ScriptDirectory.from_config(config)


def _newer(now: str) -> NewerDatabase:
    return NewerDatabase(f"the database is at step {now!r}, which this Jeton does not know: a newer one does")
