"""Prints the declarations of PICA200 programs: kind, uniforms, inputs, outputs, constants.

picasso gives uniforms their registers itself, from the lowest upwards, so plain text declares them in that order, with
hidden ones (`_c5[3]`) where the file has a gap. Where that does not lead to the file's registers, the assembler's
extension names them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from gpucc.emit import fp24, shbin
from gpucc.emit.pica200_lines import FILES, NAME, REGISTER
from gpucc.emit.pica200_manner import BANKS, Bank, PicassoManner, UniformSpace, cut_off
from gpucc.isa.model import LETTERS
from gpucc.isa.pica200 import SEMANTIC_NAMES, SEMANTICS

PREFIXES = {file.role: prefix for prefix, file in FILES.items()}
DIRECTIVES = {"uniform": "fvec", "integer": "ivec", "boolean": "bool"}
SETTINGS = {"uniform": "setf", "integer": "seti", "boolean": "setb"}
# the first register of a geometry shader's uniforms, where it declares none
FIRST = 48


class PicassoDeclarations:
    """Prints the declarations of a file's programs, one after the other; `placed` names the registers of uniforms."""

    def __init__(self, placed: bool) -> None:
        self.placed = placed
        self.shared = UniformSpace()
        self.sizes: dict[str, tuple[int, int]] = {}

    def lines(self, executable: shbin.Executable) -> Iterator[str]:
        space, named = self.shared, self.sizes
        if executable.kind == "geometry":
            first = first_uniform(executable)
            yield kind_line(executable, first)
            if not joins(executable):
                space, named = UniformSpace(first, geometry=True), {}
        yield from self.uniforms(executable, space, named)
        yield from _inputs(executable)
        yield from _outputs(executable)
        for constant in executable.constants:
            yield f".{SETTINGS[constant.bank]} {PREFIXES[constant.bank]}{constant.register}{_values(constant)}"

    def uniforms(
        self, executable: shbin.Executable, space: UniformSpace, named: dict[str, tuple[int, int]]
    ) -> Iterator[str]:
        seen: set[str] = set()
        for symbol in executable.uniforms:
            place = symbol.place()
            if place is not None and place[0] == "input":
                continue
            name = symbol.name.replace(".", "$")
            if place is None or not _usable(name, seen):
                yield _nameless(symbol)
                continue
            seen.add(name)
            bank, first = next(one for one in BANKS.values() if one == place[0]), place[1]
            size = symbol.last - symbol.first + 1
            declared = f".{DIRECTIVES[bank]} {name}{f'[{size}]' if size > 1 else ''}"
            register = f"{PREFIXES[bank]}{first}"
            if self.placed or not (named.get(name) == (first, size) or _follows(space, bank, first)):
                space.chosen(bank, first, size)
                yield f"{declared} {register}"
                continue
            if name not in named:
                yield from _gap(space, bank, first)
                space.uniform(bank, size)
            named[name] = (first, size)
            yield f"{declared} ; {register}"


def _follows(space: UniformSpace, bank: Bank, first: int) -> bool:
    return space.start[bank] <= first


def _gap(space: UniformSpace, bank: Bank, first: int) -> Iterator[str]:
    """Yield a hidden uniform for the registers before `first` that no uniform has."""
    at = space.start[bank]
    if at < first:
        space.uniform(bank, first - at)
        size = f"[{first - at}]" if first - at > 1 else ""
        yield f".{DIRECTIVES[bank]} _{PREFIXES[bank]}{at}{size}"


def _usable(name: str, seen: set[str]) -> bool:
    return bool(NAME.fullmatch(name)) and not (REGISTER.fullmatch(name) or name in seen or name.startswith("_"))


def _nameless(symbol: shbin.ShbinSymbol) -> str:
    return f"; {symbol.name!r} is registers 0x{symbol.first:x} to 0x{symbol.last:x}".replace("\n", " ")


def _inputs(executable: shbin.Executable) -> Iterator[str]:
    named = 0
    for symbol in executable.uniforms:
        place = symbol.place()
        if place is None or place[0] != "input":
            continue
        name = symbol.name.replace(".", "$")
        if symbol.first != symbol.last or not NAME.fullmatch(name) or REGISTER.fullmatch(name):
            yield _nameless(symbol)
            continue
        named |= 1 << place[1]
        yield f".in {name} v{place[1]}"
    for number in range(16):
        if (executable.input_mask & ~named) >> number & 1:
            yield f".in - v{number}"


def _outputs(executable: shbin.Executable) -> Iterator[str]:
    for output in executable.outputs:
        lanes = "".join(lane for i, lane in enumerate(LETTERS) if output.mask >> i & 1)
        semantic = SEMANTIC_NAMES.get(output.semantic, str(output.semantic))
        line = f".out - {semantic} o{output.register}{'' if output.mask == 15 else f'.{lanes}'}"
        good = output.register < 16 and lanes and output.mask < 16
        yield line if good else f"; {line} (mask {output.mask})"


# Geometry shaders -----------------------------------------------------------------------------------------------------


def joins(executable: shbin.Executable) -> bool:
    """Return whether a geometry shader shares the uniforms of the vertex shaders: of picasso's files those that do not
    merge their dummy outputs.
    """
    dummies = any(output.semantic == SEMANTICS["dummy"] for output in executable.outputs)
    return executable.mode == 0 and dummies and not executable.merge


def first_uniform(executable: shbin.Executable) -> int:
    places = [place for symbol in executable.uniforms if (place := symbol.place()) is not None]
    lowest = min((first for bank, first in places if bank == "uniform"), default=-1)
    if executable.mode == 2:
        above = executable.fixed_start + 1
        return lowest if lowest >= above else min(max(above, FIRST), 95)
    return max(lowest, 0)


def kind_line(executable: shbin.Executable, first: int) -> str:
    """Return the directive for the mode; a mode that does not exist is left out."""
    match executable.mode:
        case 1:
            return f".gsh variable c{first} {executable.variable_count}"
        case 2 if executable.fixed_start < 96:
            return f".gsh fixed c{first} c{executable.fixed_start} {executable.fixed_count}"
    return ".gsh" if joins(executable) else f".gsh point c{first}"


# Constants ------------------------------------------------------------------------------------------------------------


def _values(constant: shbin.Preset) -> str:
    if constant.bank == "boolean":
        return f" {'true' if constant.words[0] & 1 else 'false'}"
    if constant.bank == "integer":
        return f"({', '.join(map(str, constant.bytes))})"
    return f"({', '.join(shortest(word & 0xFFFFFF) for word in constant.words)})"


def shortest(word: int) -> str:
    """Return the fewest digits that stand for the fp24 word whether they are rounded to the nearest number, as here, or
    cut off, as by picasso; the word itself if no number does.
    """
    value = fp24.from_bits(word)
    if value == 0:
        return "-0.0" if word >> 23 else "0.0"
    manner = PicassoManner()
    for digits in range(1, 18) if math.isfinite(value) else (1,):
        for size in (value, value * (1 + 5 * 10.0**-digits)):
            text = f"{size:.{digits}g}"
            if manner.float_word(text) == word == cut_off(float(text)):
                return text if any(mark in text for mark in ".ein") else f"{text}.0"
    return f"0x{word:06x}"
