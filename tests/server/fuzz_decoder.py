"""A fuzzer of all that a client can send: atheris makes bytes, the decoder and the room answer with refusals only.

python -m tests.server.fuzz_decoder FOLDER -runs=10000000: FOLDER takes the seeds; the rest is libFuzzer's.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris
import msgspec

with atheris.instrument_imports(include=["jeton.server"]):
    from jeton.server.rooms import commands as ask
    from jeton.server.rooms.commands import Accept
    from jeton.server.wire import protocol
    from tests.server.test_room import Desk

SEEDS = [
    b'{"t":"hello","protocol":1,"client":"page","seat":0,"watch":false,"since":-1}',
    b'{"t":"move","id":7,"seen":0,"move":"take wbg"}',
    b'{"t":"move","id":8,"seen":0,"move":"buy 2.3"}',
    b'{"t":"why","id":8,"move":"reserve 1"}',
    b'{"t":"undo","id":9,"seen":0}',
    b'{"t":"ask","id":1,"what":"pause"}',
    b'{"t":"answer","id":2,"yes":true}',
    b'{"t":"resign","id":3}',
    b'{"t":"handover","id":4,"seat":1,"bot":"random"}',
    b'{"t":"back","id":5}',
    b'{"t":"say","id":6,"text":"hello \xc3\xa9\xe2\x80\xae"}',
    b'{"t":"say","id":6,"preset":"good_game"}',
    b'{"t":"mute","id":6,"seat":1,"on":true}',
    b'{"t":"sync"}',
    b'{"t":"ping","id":9007199254740991}',
    b'{"t":"move","id":1e400,"seen":-0,"move":"\\ud800"}',
    b"[" * 1000,
    b'{"t":"move","t":"move","id":1,"id":2,"seen":0,"move":""}',
]

DESK = Desk()
LEGAL = {"".join(sorted(move.replace(" ", ""))) for move in DESK.room.match.moves(0)}
SEEN = {"refused": 0, "messages": 0, "moves": 0}


def one_input(data: bytes) -> None:
    """Bytes become a message or a typed refusal; a move that is refused changes nothing."""
    for form in (data, data.decode("utf-8", "replace")):
        try:
            message = protocol.decode(form)
        except msgspec.MsgspecError:
            SEEN["refused"] += 1
            continue
        SEEN["messages"] += 1
        again = protocol.decode(msgspec.json.encode(message))
        assert again == message, "another message when it is written again"
        if isinstance(message, protocol.MoveMessage):
            SEEN["moves"] += 1
            version = DESK.room.version
            command = ask.Play(user="ann", seat=0, client=f"ann:c:{message.id}", move=message.move, seen=message.seen)
            decision = DESK.room.decide(command, DESK.time)
            assert DESK.room.version == version
            if isinstance(decision, Accept):
                assert letters(message.move) in LEGAL, message.move


def letters(move: str) -> str:
    """Return a move with its letters sorted, since a client may name colours in any order."""
    return "".join(sorted(move.replace(" ", "")))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for number, seed in enumerate(SEEDS):
        (folder / f"seed{number}").write_bytes(seed)
    words = folder.parent / "words"
    kinds = [kind.__struct_config__.tag for kind in protocol.FROM_CLIENT]
    fields = sorted({name for kind in protocol.FROM_CLIENT for name in kind.__struct_fields__})
    texts = [f'"{word}"' for word in ["t", *kinds, *fields]] + ["true", "false", "null", ":", ",", "-1", "1e999"]
    quoted = ['"' + text.replace('"', '\\"') + '"' for text in texts]
    words.write_text("\n".join(quoted) + "\n")
    options = ["-max_len=9000", "-rss_limit_mb=0", "-keep_seed=1", "-reduce_inputs=0"]
    atheris.Setup([sys.argv[0], f"-dict={words}", *options, *sys.argv[1:]], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
