"""Commands that show or keep something and leave the match as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jeton import dumps
from jeton.cli.terminal.autosave import write
from jeton.cli.terminal.blocks import Block, ink
from jeton.cli.terminal.session import Leave
from jeton.cli.terminal.splendor.input_parser import Typed
from jeton.cli.terminal.splendor.panels import help_lines, look_lines, moves_lines, rule_lines, unknown_lines
from jeton.cli.terminal.splendor.rulebook import RULE
from jeton.cli.terminal.splendor.snapshot import Snapshot

if TYPE_CHECKING:
    from jeton.cli.terminal.splendor.session import SplendorSession

__all__ = ["inform"]


def inform(session: SplendorSession, shot: Snapshot, typed: Typed) -> None:
    """Show what was asked for; raises `Leave` if the player leaves."""
    words, width = session.words, session.screen.size()[0] - 2
    lines: Block
    if typed.name == "help":
        lines = help_lines(shot, width, session.refused)
    elif typed.name == "moves":
        lines = moves_lines(shot, width, told=session.screen.plain)
    elif typed.name == "look":
        lines = look_lines(shot, typed.text, boxed=not session.screen.plain)
    elif typed.name == "rules":
        rule = RULE.fullmatch(typed.text)
        lines = rule_lines(shot, rule[0].upper(), width) if rule else [ink(words("cli.rule_ask"))]
    elif typed.name == "save":
        lines = [ink(_save(session, typed.text) if typed.text else words("cli.save_ask"))]
    elif typed.name == "quit":
        lines = _quit(session)
    elif typed.name == "number_out":
        lines = [ink(words("cli.number_out", count=len(shot.view.moves)))]
    else:
        lines = unknown_lines(shot, typed.text)
    session.screen.paint([ink(" ") + line for line in lines], shot.skin.cloth)


def _save(session: SplendorSession, name: str) -> str:
    file = Path(name).expanduser()
    try:
        write(file, dumps(session.match), session.autosave.players)
    except OSError as error:
        return session.words("cli.save_failed", file=file, why=error.strerror or error)
    return session.words("cli.saved", file=file)


def _quit(session: SplendorSession) -> Block:
    """Ask; leave, stay, or save a copy and leave."""
    words = session.words
    answer = session.screen.ask(words("cli.quit_ask")).strip()
    if answer.lower() in words("cli.no").split():
        return []
    if answer and answer.lower() not in words("cli.yes").split():
        session.screen.say(_save(session, answer))
    raise Leave
