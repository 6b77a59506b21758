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

__all__ = ["NewerDatabase", "upgrade"]


class NewerDatabase(JetonError):
    """The database was made by a newer Jeton."""


def upgrade(connection: Connection) -> None:
    """Run the steps that are missing, inside the connection's transaction; raises `NewerDatabase`."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    now = MigrationContext.configure(connection).get_current_revision()
    if now == script.get_current_head():
        return
    if now is not None and now not in {step.revision for step in script.walk_revisions()}:
        raise NewerDatabase(f"the database is at step {now!r}, which this Jeton does not know: a newer one does")

    def steps(revision: Any, context: MigrationContext) -> Any:
        return script._upgrade_revs("head", revision)

    with EnvironmentContext(config, script, fn=steps, destination_rev="head") as environment:
        environment.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
        environment.run_migrations()
