"""The structure of SHBIN files, written from docs/sources/pica200.md, Container; shares no code with emit/shbin.py."""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import Any

BANKS = {"v": (0x00, 0x10), "c": (0x10, 0x70), "i": (0x70, 0x74), "b": (0x78, 0x88)}
CONSTANTS = {0: 16, 1: 4, 2: 96}
SEMANTICS = {0, 1, 2, 3, 4, 5, 6, 8, 9}


class _File:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.faults: list[str] = []
        self.taken: list[tuple[int, int, str]] = []

    def say(self, holds: bool, fault: str) -> bool:
        if not holds:
            self.faults.append(fault)
        return holds

    def numbers(self, form: str, at: int) -> tuple[Any, ...]:
        size = struct.calcsize("<" + form)
        if at < 0 or at + size > len(self.data):
            self.faults.append(f"{size} bytes at {at} lie outside the file")
            return (0,) * len(struct.unpack("<" + form, bytes(size)))
        return struct.unpack_from("<" + form, self.data, at)

    def table(self, at: int, count: int, size: int, what: str) -> list[int]:
        """The offsets of the entries."""
        self.say(at % 4 == 0, f"{what} begins at {at}, which is no multiple of 4")
        self.say(at + count * size <= len(self.data), f"{what} goes beyond the file")
        if count:
            self.taken.append((at, at + count * size, what))
        return [at + i * size for i in range(count)]


def faults(data: bytes) -> list[str]:
    """All deviations from section 4; empty for a valid file."""
    file = _File(data)
    magic, count = file.numbers("4sI", 0)
    if not file.say(magic == b"DVLB", "no DVLB") or not file.say(0 < count < 64, f"{count} programs"):
        return file.faults
    offsets = file.numbers(f"{count}I", 8)
    file.taken.append((0, 8 + 4 * count, "DVLB"))
    words = _code(file, 8 + 4 * count)
    for at in offsets:
        _program(file, at, words)
    ends = sorted(file.taken)
    for (_, end, one), (start, _, other) in pairwise(ends):
        file.say(end <= start, f"{one} and {other} overlap")
    file.say(len(data) % 4 == 0, "the file's length is no multiple of 4")
    return file.faults


def _code(file: _File, at: int) -> int:
    magic, version, code, words, table, descriptors, end, zero, names, size = file.numbers("4s9I", at)
    file.say(magic == b"DVLP", "DVLP does not follow the header at once")
    file.taken.append((at, at + 40, "DVLP"))
    file.say(code == 40, f"the code begins {code} bytes behind DVLP")
    file.say(table == code + 4 * words, "the operand descriptors do not follow the code")
    file.say(end == table + 8 * descriptors, "the table of names is not placed behind the operand descriptors")
    file.say(zero == 0, "the word at 0x1C is not zero")
    file.say(names in (0, end), "the table of file names is elsewhere")
    file.say(0 < words <= 4096 and descriptors <= 128, f"{words} words, {descriptors} descriptors")
    file.table(at + code, words, 4, "the code")
    for entry in file.table(at + table, descriptors, 8, "the operand descriptors"):
        low, high = file.numbers("II", entry)
        file.say(low >> 31 == 0, f"bit 31 of the descriptor at {entry} is set")
        file.say(high == 0, f"the high word of the descriptor at {entry} is {high:#x}")
    file.say(version == 0, f"DVLP has version {version}")
    if size:
        file.table(at + names, 1, size, "file names")
    return int(words)


def _program(file: _File, at: int, words: int) -> None:
    magic, version, kind, merge, main, end, inputs, outputs, mode, start, variable, fixed = file.numbers(
        "4sHBBIIHHBBBB", at
    )
    if not file.say(magic == b"DVLE" and at % 4 == 0, f"no DVLE at {at}"):
        return
    file.taken.append((at, at + 64, f"DVLE at {at}"))
    file.say(version == 0x1002, f"DVLE has version {version:#x}")
    file.say(kind in (0, 1) and merge in (0, 1), f"type {kind}, merge {merge}")
    file.say(main < words and end <= words, f"main {main}, end {end} of {words} words")
    if kind == 0:
        file.say((mode, start, variable, fixed) == (0, 0, 0, 0), "a vertex shader has the fields of a geometry shader")
    pairs = file.numbers("10I", at + 0x18)
    sizes = {"constants": 20, "labels": 16, "outputs": 8, "uniforms": 8, "symbols": 1}
    tables = {
        name: file.table(at + pairs[2 * i], pairs[2 * i + 1], size, f"{name} of the program at {at}")
        for i, (name, size) in enumerate(sizes.items())
    }
    symbols = file.data[at + pairs[8] : at + pairs[8] + pairs[9]]
    file.say(not symbols or symbols[-1] == 0, "the symbols do not end with NUL")
    _constants(file, tables["constants"])
    _outputs(file, tables["outputs"], outputs)
    _uniforms(file, tables["uniforms"], symbols, inputs)


def _constants(file: _File, entries: list[int]) -> None:
    seen = set()
    for entry in entries:
        kind, register, *values = file.numbers("HH4I", entry)
        if not file.say(kind in CONSTANTS, f"a constant of type {kind}"):
            continue
        file.say(register < CONSTANTS[kind], f"a constant of type {kind} in register {register}")
        file.say((kind, register) not in seen, f"two constants of type {kind} in register {register}")
        seen.add((kind, register))
        limit = {0: (2, 1, 1, 1), 1: (1 << 32, 1, 1, 1), 2: (1 << 24,) * 4}[kind]
        file.say(
            all(value < most for value, most in zip(values, limit, strict=True)),
            f"constant {kind}/{register} is {values}",
        )


def _outputs(file: _File, entries: list[int], mask_of_registers: int) -> None:
    seen: dict[int, int] = {}
    for entry in entries:
        semantic, register, mask, zero = file.numbers("4H", entry)
        file.say(semantic in SEMANTICS, f"an output of type {semantic:#x}")
        file.say(
            register < 16 and 0 < mask < 16 and zero == 0, f"output register {register}, mask {mask:#x}, last {zero:#x}"
        )
        file.say(not seen.get(register, 0) & mask, f"components of o{register} are mapped twice")
        seen[register] = seen.get(register, 0) | mask
        file.say(bool(mask_of_registers >> register & 1), f"o{register} is mapped and not in the output mask")


def _uniforms(file: _File, entries: list[int], symbols: bytes, input_mask: int) -> None:
    for entry in entries:
        name, first, last = file.numbers("IHH", entry)
        file.say(name < len(symbols) and (name == 0 or symbols[name - 1] == 0), f"a uniform's name at {name} is none")
        bank = next((bank for bank, (low, high) in BANKS.items() if low <= first <= last < high), None)
        file.say(bank is not None, f"a uniform in registers {first:#x} to {last:#x}")
        if bank == "v":
            file.say(
                all(input_mask >> register & 1 for register in range(first, last + 1)),
                f"v{first} is not in the input mask",
            )


def names(data: bytes) -> dict[str, tuple[str, int, int]]:
    """Bank, first and last register of every name of the first program."""
    (at,) = struct.unpack_from("<I", data, 8)
    table, count, text, size = struct.unpack_from("<IIII", data, at + 0x30)
    symbols = data[at + text : at + text + size]
    found = {}
    for i in range(count):
        name, first, last = struct.unpack_from("<IHH", data, at + table + 8 * i)
        bank, low = next((bank, low) for bank, (low, high) in BANKS.items() if low <= first < high)
        found[symbols[name : symbols.index(0, name)].decode()] = (bank, first - low, last - low)
    return found
