"""The page's types are made from the server's structs: they can't disagree."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_protocol_types_are_fresh() -> None:
    found = importlib.util.spec_from_file_location("protocol_types", ROOT / "ui/tools/protocol_types.py")
    assert found is not None
    assert found.loader is not None
    tool = importlib.util.module_from_spec(found)
    found.loader.exec_module(tool)

    assert tool.TARGET.read_text("utf-8") == tool.made(), "run python ui/tools/protocol_types.py"
