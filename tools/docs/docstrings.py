"""Tells griffe, which reads the docstrings, to set examples as code and to leave out what only Python calls."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import griffe

sys.path.insert(0, str(Path(__file__).parent))
from hooks import fenced

SHOWN = ("__init__", "__call__")


class Docstrings(griffe.Extension):
    """Goes through all that was read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Set the examples of a docstring as code."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Do so for the package itself, which is no member of another."""
        self.on_object(obj=pkg)

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Leave out the methods with underscores that nobody calls by name."""
        for name in [name for name in cls.members if name.startswith("__") and name not in SHOWN]:
            cls.del_member(name)
