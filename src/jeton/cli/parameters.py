"""How commands mark their parameters: cyclopts' `Parameter` or, with only the engine installed, one like it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Parameter"]

if TYPE_CHECKING:
    from cyclopts import Parameter
else:
    try:
        from cyclopts import Parameter
    except ImportError:

        class Parameter:
            """What a command says of a parameter, for `jeton.cli.plain`."""

            def __init__(self, **about: Any) -> None:
                """Take what cyclopts takes."""
                self.name, self.alias, self.negative = about.get("name"), about.get("alias"), about.get("negative")
