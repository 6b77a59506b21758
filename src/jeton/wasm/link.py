"""From the one object that LLVM emits to a module that a browser takes: exports in, the linker's notes out.

LLVM's WebAssembly objects are modules already (they import memory, stack pointer and functions that are not theirs),
with provisional addresses that count from 0. For a single object a linker has two things to do: move the data up, so
that nothing lies at address 0, and name the exports.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["BASE", "Module", "link"]

CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(13)
ORDER = [TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, DATA_COUNT, CODE, DATA]

BASE = 1024
"""Where the data begins."""

ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32 = 3, 4, 5
WITH_ADDEND = {ADDRESS_LEB, ADDRESS_SLEB, ADDRESS_I32, 8, 9, 14, 15, 16, 17}
FINAL = {0, 1, 2, 6, 7, 20}
"""Relocations of functions, tables, types and globals: their provisional values are the final ones."""

SYMBOL_TABLE, UNDEFINED, EXPLICIT_NAME = 8, 0x10, 0x40
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3


class Module(NamedTuple):
    """A linked module: its bytes, what it imports, and where its data ends."""

    code: bytes
    imports: list[str]
    data_end: int


class Reader:
    """Reads the numbers and names of a module."""

    def __init__(self, data: bytes | bytearray, at: int = 0) -> None:
        """Begin at a place."""
        self.data, self.at = data, at

    @property
    def more(self) -> bool:
        """Whether anything is left."""
        return self.at < len(self.data)

    def byte(self) -> int:
        """Reads one byte."""
        self.at += 1
        return self.data[self.at - 1]

    def unsigned(self) -> int:
        """Reads a number of any length."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        """Reads a number that may be negative."""
        begin = self.at
        value = self.unsigned()
        bits = 7 * (self.at - begin)
        return value - (1 << bits) if value >> (bits - 1) else value

    def take(self, size: int) -> bytes:
        """Reads so many bytes."""
        self.at += size
        return bytes(self.data[self.at - size : self.at])

    def name(self) -> str:
        """Reads a name."""
        return self.take(self.unsigned()).decode()


class Section(NamedTuple):
    """A part of a module; only custom ones have names."""

    number: int
    name: str
    body: bytearray


def uleb(value: int) -> bytes:
    """Return a number as modules write it.

    >>> uleb(624485).hex()
    'e58e26'
    """
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        out.append(byte | (0x80 if value else 0))
        if not value:
            return bytes(out)


def padded(value: int) -> bytes:
    """Return an address in five bytes, which reads the same with and without a sign (it is below 2**31)."""
    return bytes((value >> 7 * i & 0x7F) | (0x80 if i < 4 else 0) for i in range(5))


def link(object_code: bytes, exports: Sequence[str]) -> Module:
    """Return the module of an object that exports these of its functions."""
    parts = list(_sections(object_code))
    by_name = {part.name: part for part in parts if part.number == CUSTOM}
    for name, part in by_name.items():
        if name.startswith("reloc."):
            _move_addresses(parts, Reader(part.body))
    functions = dict(_function_symbols(Reader(by_name["linking"].body)))
    listed = b"".join(uleb(len(name)) + name.encode() + b"\0" + uleb(functions[name]) for name in exports)
    made, end = [(EXPORT, uleb(len(exports)) + listed)], BASE
    for part in parts:
        body = bytes(part.body)
        if part.number == DATA:
            body, end = _moved_data(Reader(part.body))
        if part.number != CUSTOM:
            made.append((part.number, body))
    made.sort(key=lambda section: ORDER.index(section[0]))
    code = b"\0asm\1\0\0\0" + b"".join(bytes([number]) + uleb(len(body)) + body for number, body in made)
    imports = [name for part in parts if part.number == IMPORT for name in _imports(Reader(part.body))]
    return Module(code, imports, end)


def _sections(module: bytes) -> Iterator[Section]:
    if module[:8] != b"\0asm\1\0\0\0":
        raise ValueError("not a WebAssembly object")
    reader = Reader(module, 8)
    while reader.more:
        number = reader.byte()
        body = reader.take(reader.unsigned())
        inside = Reader(body)
        name = inside.name() if number == CUSTOM else ""
        yield Section(number, name, bytearray(body[inside.at :]))


def _imports(reader: Reader) -> Iterator[str]:
    for _ in range(reader.unsigned()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        if kind == 0:
            reader.unsigned()
        elif kind in (1, 2):
            if kind == 1:
                reader.byte()
            flags = reader.unsigned()
            reader.unsigned()
            if flags & 1:
                reader.unsigned()
        else:
            reader.take(2)
        yield name


def _move_addresses(parts: list[Section], reader: Reader) -> None:
    """Add `BASE` to every address that a section names."""
    section = parts[reader.unsigned()]
    for _ in range(reader.unsigned()):
        kind, offset = reader.unsigned(), reader.unsigned()
        reader.unsigned()
        if kind in WITH_ADDEND:
            reader.signed()
        if section.number == CUSTOM or kind in FINAL:
            continue
        body = section.body
        if kind in (ADDRESS_LEB, ADDRESS_SLEB):
            body[offset : offset + 5] = padded(Reader(body, offset).unsigned() + BASE)
        elif kind == ADDRESS_I32:
            struct.pack_into("<i", body, offset, struct.unpack_from("<i", body, offset)[0] + BASE)
        else:
            raise ValueError(f"a relocation of kind {kind} in section {section.number}")


def _moved_data(reader: Reader) -> tuple[bytes, int]:
    """Return the data section with all of its segments moved up, and where they end."""
    count, end = reader.unsigned(), BASE
    out = bytearray(uleb(count))
    for _ in range(count):
        if reader.unsigned() != 0 or reader.byte() != 0x41:  # active, at a constant address
            raise ValueError("a segment of data without an address")
        offset = reader.signed() + BASE
        reader.byte()
        data = reader.take(reader.unsigned())
        out += b"\0\x41" + padded(offset) + b"\x0b" + uleb(len(data)) + data
        end = max(end, offset + len(data))
    return bytes(out), end


def _function_symbols(reader: Reader) -> Iterator[tuple[str, int]]:
    """Return names and numbers of the functions of the "linking" section."""
    if reader.unsigned() != 2:
        raise ValueError("linking notes of another version")
    while reader.more:
        kind, size = reader.byte(), reader.unsigned()
        end = reader.at + size
        for _ in range(reader.unsigned() if kind == SYMBOL_TABLE else 0):
            what, flags = reader.byte(), reader.unsigned()
            if what == DATA_SYMBOL:
                reader.name()
                if not flags & UNDEFINED:
                    for _ in range(3):
                        reader.unsigned()
            elif what == SECTION_SYMBOL:
                reader.unsigned()
            else:
                index = reader.unsigned()
                if not flags & UNDEFINED or flags & EXPLICIT_NAME:
                    name = reader.name()
                    if what == FUNCTION_SYMBOL:
                        yield name, index
        reader.at = end
