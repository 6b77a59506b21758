"""Brings a database up to date: Alembic's steps, shipped inside the package and run when a server starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, column, inspect, select, table

from jeton.core.errors import JetonError
from jeton.store.schema import METADATA

__all__ = ["NewerDatabase", "NoDatabase", "OlderDatabase", "check_step", "upgrade"]

FOLDER = Path(__file__).parent / "migrations"
STEPS = sorted(path.stem.removeprefix("s") for path in (FOLDER / "versions").glob("s*.py"))
"""All steps that this release knows, by the names of their files."""


class NewerDatabase(JetonError):
    """A newer Jeton made the database."""


class OlderDatabase(JetonError):
    """An older Jeton made the database, and no server has brought it up to date yet."""


class NoDatabase(JetonError):
    """There is no database of Jeton."""


def check_step(connection: Connection, where: str, *, any_step: bool = False) -> None:
    """Raise unless a database of Jeton is there, at the step that this release knows; change nothing."""
    now = _step_of(connection)
    if now is None:
        raise NoDatabase(f"{where} is no database of Jeton")
    if now == STEPS[-1] or any_step:
        return
    if now not in STEPS:
        raise _newer(now)
    raise OlderDatabase(f"{where} is at step {now!r}: back it up, and start this release's server once to bring it up")


def upgrade(connection: Connection) -> None:
    """Run the steps that are missing, inside the connection's transaction; raises `NewerDatabase`."""
    now = _step_of(connection)
    if now == STEPS[-1]:
        return
    if now is not None and now not in STEPS:
        raise _newer(now)
    from alembic.config import Config  # a slow import, which most starts do not need
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)

    def steps(revision: Any, context: Any) -> Any:
        return script._upgrade_revs("head", revision)

    with EnvironmentContext(config, script, fn=steps, destination_rev="head") as environment:
        environment.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
        environment.run_migrations()


def _step_of(connection: Connection) -> str | None:
    """Return the step that a database is at, if Alembic has written it down."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(select(column("version_num")).select_from(table("alembic_version"))).scalar()


def _newer(now: str) -> NewerDatabase:
    return NewerDatabase(f"the database is at step {now!r}, which this Jeton does not know: a newer one does")
