"""Which database a command means: by flags, the environment or a file."""

from __future__ import annotations

from pathlib import Path

from jeton.core.errors import JetonError
from jeton.store.address import Address, parse_address

__all__ = ["SeenByAll", "archive_of", "database_of", "kept_at", "refuse_password"]


class SeenByAll(JetonError):
    """A secret stands where everybody can read it."""


def database_of(data: Path | None, database: str | None, config: Path | None) -> Address:
    """Return the database that the flags of a command name, else the settings; raises `BadSetting` or `BadAddress`."""
    from jeton.server.settings import read_settings

    refuse_password(database)
    if data is not None and database is None:  # a named folder counts for more than a database in a file
        return kept_at(str(data), None)
    said, _ = read_settings({"data": data and str(data), "database": database}, (), config)
    return kept_at(said.data, said.database)


def archive_of(address: Address, archive: str | None, config: Path | None = None) -> Path:
    """Return the folder of logs that were moved out of a database: the one given, else beside the SQLite file."""
    from jeton.server.config import default_folder
    from jeton.server.settings import read_settings

    said = archive or read_settings({}, (), config)[0].archive
    if said:
        return Path(said).expanduser()
    return (address.path.parent if address.path is not None else default_folder()) / "archive"


def kept_at(data: str | None, database: str | None) -> Address:
    """Return the database of an address, else that of a folder, else that of the usual folder."""
    from jeton.server.config import default_folder

    folder = (Path(data) if data else default_folder()).expanduser()
    return parse_address(database or f"sqlite:///{folder / 'jeton.sqlite'}")


def refuse_password(database: str | None) -> None:
    """Refuse a password on the command line, where everybody on the machine can read it."""
    if database is not None and (address := parse_address(database)).path is None and address.shown != database:
        raise SeenByAll(
            "a command line is seen by everybody on this machine: put the address with its password into "
            f"JETON_DATABASE or a file for --config, and say no more than {address.shown} here"
        )
