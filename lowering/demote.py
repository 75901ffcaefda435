"""Computes doubles, and the long doubles of C, as floats: `--demote-doubles`.

The text of a module is rewritten before anything reads it, so that compiler and reference see floats only. A value of
double becomes a float, and a literal the nearest one. In memory a double keeps its eight bytes, of which the first four
hold the float, because offsets count in bytes; `<2 x float>` stands for it there. Functions of double become those of
float. What reads the bits of a double still finds a double, and is refused later on.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import replace

from gpucc.errors import InputError, Location, Unsupported
from gpucc.lowering.interface.calls import INTRINSICS
from gpucc.lowering.interface.devices import RUNTIME, C
from gpucc.lowering.interface.library import C_BINARY, C_UNARY
from gpucc.lowering.session import opened, printed
from gpucc.lowering.source import SourceText

WIDE = r"(?:double|x86_fp80|fp128)"
WORD = re.compile(rf"\b{WIDE}\b")
VECTOR = re.compile(rf"<(\d+) x {WIDE}>")
NUMBER = re.compile(
    r"(?<![\w.@%!\"])(-?\d+\.\d+(?:e[+-]?\d+)?|0x[0-9A-F]{1,16}|0xK[0-9A-F]{20}|0xL[0-9A-F]{32})(?![\w.])"
)
NAME = re.compile(r"@([A-Za-z_]\w*)\(")
# globals of the interface with one number or vector, whose doubles lie beside each other as floats
COMPACT = re.compile(rf"^(@\S+) = .*addrspace\([123]\) (?:global|constant) (?:<\d+ x )?{WIDE}>?(?:,|$)", re.MULTILINE)
POINTER = re.compile(r"ptr addrspace\([123]\) ([@%](?:\"[^\"]*\"|[\w.$-]+))")
POINTS = re.compile(r"  (%\S+) = (?:getelementptr|select|phi|freeze|addrspacecast) ")
# a number of bytes from an address on
BYTES = re.compile(rf"(i8, {POINTER.pattern}, i\d+ )([^,)]+)")
# what is computed with memory begins with a type of memory
ALLOCATED = re.compile(r"(  \S+ = alloca(?: inalloca)? )(.*)$")
ADDRESS = re.compile(r"(  \S+ = getelementptr(?: inbounds| nusw| nuw)* )(.*)$")
CONSTANT_ADDRESS = re.compile(r"getelementptr(?: inbounds| nusw| nuw| inrange\([^()]*\))* \(")
NAMED_TYPE = re.compile(r"%[^\s,(){}\[\]<>*]+")
OWNED = re.compile(r"\b(sret|byval|byref|elementtype|preallocated|inalloca)\(([^()]*)\)")
RESIZED = re.compile(
    r"(= )(?:fpext|fptrunc)(?: (?:nnan|ninf|nsz|arcp|contract|afn|reassoc|fast))* ((?:<\d+ x )?float>?) (.*) to \2"
)
BITS = re.compile(rf"^  (\S+) = bitcast (.+) (\S+) to ({WIDE}|[^,]+?)((?:, !.*)?)$")
LOADED = re.compile(r"^  (\S+) = load (?:volatile )?([<\[{].*)$")
STORED = re.compile(r"^  store (?:volatile )?([<\[{].*)$")
# what reads or writes some of several doubles at an address
MASKED = re.compile(r"@llvm\.(?:masked|vp)\.(?:load|store|gather|scatter|expandload|compressstore|strided)\b")
NOTES = ("write it with floats, or compile it for aarch64, where doubles are passed as they are",)
# the definitions of named types
Types = dict[str, str]
# the indices that lead to a number of an aggregate, its type, and its lane if it is in a vector of doubles
Leaf = tuple[tuple[int, ...], str, int | None]


def demoted(source: SourceText) -> SourceText:
    """The module with floats instead of doubles; as it is if it has none."""
    if not WORD.search(source.text):
        return source
    lines: list[str] = []
    # pointers into the interface; the names of a function's own pointers are added and taken away as it is passed
    compact = {found[1] for found in COMPACT.finditer(source.text)}
    types = dict(re.findall(r"^(%\S+) = type (.*)$", source.text, re.MULTILINE))
    for number, line in enumerate(source.text.split("\n")):
        if line.startswith("define "):
            compact = {name for name in compact if name[0] == "@"}
        words = WORD.search(line) or "f64" in line or _names_type(line, types) or _pointers(line, compact)
        if line.startswith("!") or not words:
            lines.append(line)
        elif line.startswith("@"):
            lines.append(_variable(line))
        elif line.startswith("%"):
            lines.append(_in_memory(line))
        else:
            lines += _of_interface(line, compact) or _statement(line, number, types)
    return replace(source, text=_verified("\n".join(_once(lines)), source.file))


def _verified(text: str, file: str) -> str:
    """The text as LLVM prints it. A double in a place that has no float is an error of the user's program."""
    try:
        with opened(text, file) as module:
            module.verify()
            return printed(module)
    except InputError as error:
        shown = error.source_line
        raise Unsupported("this use of a double has no equivalent with floats", Location(file), NOTES, shown) from None
    except RuntimeError as error:
        shown = str(error).strip().splitlines()[-1]
        raise Unsupported("this use of a double has no equivalent with floats", Location(file), NOTES, shown) from None


def _once(lines: list[str]) -> list[str]:
    """Leave out declarations of functions that are declared or defined already."""
    known: set[str] = set()
    kept = []
    for line in lines:
        name = re.search(r"@(\"[^\"]*\"|[\w.$]+)\(", line) if line.startswith(("declare ", "define ")) else None
        if name is not None and line.startswith("declare ") and name[1] in known:
            continue
        if name is not None:
            known.add(name[1])
        kept.append(line)
    return kept


# types and numbers ----------------------------------------------------------------------------------------------------


def _in_memory(text: str) -> str:
    """The text with the types of memory: eight bytes for each double, sixteen for each long double."""
    return WORD.sub(lambda found: f"<{_floats(found[0])} x float>", VECTOR.sub(_row, text))


def _row(found: re.Match[str]) -> str:
    """A vector, which must keep its size and alignment, so it stays one."""
    wide = found[0].rpartition(" x ")[2][:-1]
    return f"<{int(found[1]) * _floats(wide)} x float>"


def _floats(wide: str) -> int:
    return 2 if wide == "double" else 4


def _nearest(found: re.Match[str]) -> str:
    """A literal rounded to float, in the form that LLVM prints: the bits of the double that it is equal to."""
    text = found[1]
    if text.startswith("0xK"):
        value = _extended(int(text[3:7], 16), int(text[7:], 16), 64)
    elif text.startswith("0xL"):
        # the low half comes first
        high = int(text[19:], 16)
        whole = (1 << 112) | (high & (1 << 48) - 1) << 64 | int(text[3:19], 16)
        value = _extended(high >> 48, whole, 113)
    elif text.startswith("0x"):
        (value,) = struct.unpack("<d", struct.pack("<Q", int(text[2:], 16)))
    else:
        value = float(text)
    try:
        (value,) = struct.unpack("<f", struct.pack("<f", value))
    except OverflowError:
        value = float("inf") if value > 0 else float("-inf")
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    return f"0x{bits:016X}"


def _extended(head: int, whole: int, bits: int) -> float:
    """The value of a long double: sign and exponent in `head`, the significand in `whole`."""
    sign, exponent = -1.0 if head & 0x8000 else 1.0, head & 0x7FFF
    if exponent == 0x7FFF:
        return sign * float("inf") if not whole << 1 & (1 << bits) - 1 else float("nan")
    try:
        return sign * whole * 2.0 ** (exponent - 16383 - bits + 1) if exponent else 0.0 * sign
    except OverflowError:
        return sign * (float("inf") if exponent > 16383 else 0.0)


def _variable(line: str) -> str:
    """A global variable: each double of its value is a pair, the float and nothing."""
    head, _, rest = line.partition(" = ")
    if re.search(rf"addrspace\([123]\) (?:global|constant) (?:<\d+ x )?{WIDE}>?(?:,|$)", rest):
        return f"{head} = {WORD.sub('float', rest)}"
    rest = re.sub(rf"<(\d+) x {WIDE}> <([^<>]*)>", _row_of_pairs, rest)
    return f"{head} = {_in_memory(_pairs(rest))}"


def _row_of_pairs(found: re.Match[str]) -> str:
    parts = re.findall(r"<\d+ x float> <(float [^<>]*)>", _pairs(found[2]))
    return f"{_in_memory(found[0].partition('> <')[0] + '>')} <{', '.join(parts)}>"


def _pairs(text: str) -> str:
    def pair(found: re.Match[str]) -> str:
        rest = ", float 0.000000e+00" * (_floats(found[1]) - 1)
        return f"{_in_memory(found[1])} <float {NUMBER.sub(_nearest, found[2])}{rest}>"

    return re.sub(rf"\b({WIDE}) ({NUMBER.pattern})", pair, text)


# statements -----------------------------------------------------------------------------------------------------------


def _statement(line: str, number: int, types: Types) -> list[str]:
    bits = BITS.match(line)
    if bits and bool(WORD.search(bits[2])) != bool(WORD.search(bits[4])):
        return _bits(bits, number)
    loaded, stored = LOADED.match(line), STORED.match(line)
    if loaded and WORD.search(type := _operand(loaded[2], ", ")):
        return _load(loaded[1], type, loaded[2][len(type) + 2 :], number)
    if stored and WORD.search(type := _operand(stored[1], ", ")):
        return _store(type, stored[1][len(type) + 1 :], number)
    if MASKED.search(line):
        message = "doubles in memory are read or written under a mask here"
        raise Unsupported(message, notes=NOTES, source_line=line.strip())
    line = OWNED.sub(lambda found: f"{found[1]}({_in_memory(found[2])})", line)
    # the last one first, so that places before it stay the same
    for found in reversed([*CONSTANT_ADDRESS.finditer(line)]):
        type = _operand(line[found.end() :])
        line = line[: found.end()] + _in_memory(type) + line[found.end() + len(type) :]
    if (address := ADDRESS.match(line)) is not None:
        return [address[1] + _address(address[2], types)]
    if (place := ALLOCATED.match(line)) is not None:
        type = _operand(place[2])
        return [place[1] + _in_memory(type) + place[2][len(type) :]]
    line = WORD.sub("float", NUMBER.sub(_nearest, _names(line)))
    return [RESIZED.sub(r"\1bitcast \2 \3 to \2", line)]


def _pointers(line: str, compact: set[str]) -> bool:
    return any(found[1] in compact for found in POINTER.finditer(line))


def _of_interface(line: str, compact: set[str]) -> list[str]:
    """Return a statement that takes the address of a global of the interface, with half as many bytes in offsets;
    nothing for any other statement."""
    if line.startswith(("define ", "declare ")) or not _pointers(line, compact):
        return []

    def halved(found: re.Match[str]) -> str:
        if found[2] not in compact:
            return found[0]
        if not found[3].isdigit() or int(found[3]) % 8:
            raise Unsupported("this pointer to doubles cannot be followed", notes=NOTES, source_line=line.strip())
        return f"{found[1]}{int(found[3]) // 2}"

    if (made := POINTS.match(line)) is not None:
        compact.add(made[1])
    line = re.sub(r"align (?:8|16|32|64)\b", "align 4", BYTES.sub(halved, line))
    return [WORD.sub("float", NUMBER.sub(_nearest, _names(line)))]


def _names(line: str) -> str:
    """The line with functions of float in the place of those of double."""
    line = re.sub(r"(@llvm\.[\w.]*)", lambda found: re.sub(r"\.(v\d+)?f(?:64|80|128)\b", r".\1f32", found[1]), line)
    line = re.sub(r"@(_Z\d+[a-z_0-9]+?)((?:Dv\d+_)?)d(?=[dS_]*\()", r"@\1\2f", line)
    line = re.sub(r"@(__oc(?:ml|kl)_\w+)_f64\(", r"@\1_f32(", line)
    if not WORD.search(line):
        return line
    return NAME.sub(lambda found: f"@{_of_float(found[1])}(", line)


def _of_float(name: str) -> str:
    """C's name of the function for float: sinf for sin and sinl."""
    if name in ("__muldc3", "__mulxc3", "__multc3"):
        return "__mulsc3"
    if name in RUNTIME or name in ("__divxc3", "__divtc3"):
        return "__divsc3"
    if name.startswith("__nv_"):
        return f"__nv_{_of_float(name[5:])}"
    for bare in (name, name.removesuffix("l")):
        if f"{bare}f" in INTRINSICS or bare in C or bare in C_UNARY or bare in C_BINARY:
            return f"{bare}f"
    return {"lrint": "lrintf", "lround": "lroundf", "llrint": "llrintf", "llround": "llroundf"}.get(name, name)


def _bits(found: re.Match[str], number: int) -> list[str]:
    """The bits of a double, which a float does not have: conversions show what is meant, and what is refused."""
    result, given, value, wanted, rest = found[1], found[2], found[3], found[4], found[5]
    name = f"%gpucc.wide.{number}"
    if WORD.search(given):
        floats = WORD.sub("float", given)
        return [
            f"  {name} = fpext {floats} {NUMBER.sub(_nearest, value)} to {given}",
            f"  {result} = bitcast {given} {name} to {wanted}{rest}",
        ]
    return [
        f"  {name} = bitcast {given} {value} to {wanted}",
        f"  {result} = fptrunc {wanted} {name} to {WORD.sub('float', wanted)}{rest}",
    ]


def _operand(text: str, ends: str = ",") -> str:
    """The operand with which a text begins: all up to a comma, or another one of `ends`, outside of brackets."""
    depth = 0
    for at, letter in enumerate(text):
        if depth == 0 and letter in ends:
            return text[:at]
        depth += (letter in "<[{(") - (letter in ">]})")
    return text


def _leaves(type: str) -> Iterator[Leaf]:
    """The numbers of an aggregate, in order."""
    if (vector := VECTOR.fullmatch(type)) is not None:
        yield from (((), type, lane) for lane in range(int(vector[1])))
    elif type[0] == "[":
        count, _, element = type[1:-1].partition(" x ")
        for k in range(int(count)):
            yield from (((k, *path), leaf, lane) for path, leaf, lane in _leaves(element))
    elif type[0] == "{" or type[:2] == "<{":
        for k, member in enumerate(_members(type)):
            yield from (((k, *path), leaf, lane) for path, leaf, lane in _leaves(member))
    else:
        yield (), type, None


def _address(text: str, types: Types) -> str:
    """Return the operands of a `getelementptr` for the types of memory, where a vector of doubles has two or four
    floats a lane."""
    type, *words = _operands(text)
    parts = [_in_memory(type), *words[:2]]
    for word in words[2:]:
        if word.startswith("!"):
            parts.append(word)
        else:
            type, word = _member(types.get(type, type), word)
            parts.append(word)
    return ", ".join(parts)


def _operands(text: str) -> Iterator[str]:
    """Yield the parts of a text between the commas outside of brackets."""
    while text:
        yield (one := _operand(text))
        text = text[len(one) + 2 :]


def _names_type(line: str, types: Types) -> bool:
    """Return whether a line computes an address by a named type, which may have doubles in it."""
    return " = getelementptr " in line and any(name in types for name in NAMED_TYPE.findall(line))


def _member(type: str, index: str) -> tuple[str, str]:
    """The type at an index of a type, and the index in memory."""
    if VECTOR.fullmatch(type):
        kind, _, lane = index.rpartition(" ")
        if not lane.isdigit():
            raise Unsupported("a double of a vector in memory is read at a run-time index here", notes=NOTES)
        return "", f"{kind} {int(lane) * _floats(type.rpartition(' x ')[2][:-1])}"
    if type[:1] == "[":
        return type[1:-1].partition(" x ")[2], index
    if type[:1] == "{" or type[:2] == "<{":
        return _members(type)[int(index.rpartition(" ")[2])], index
    return "", index


def _members(struct: str) -> list[str]:
    return list(_operands(struct.strip("<>")[1:-1].strip()))


def _place(place: str, type: str, path: tuple[int, ...], lane: int | None) -> str:
    """The address of a number in an aggregate in memory."""
    indices = "".join(f", i32 {k}" for k in (0, *path))
    if lane is not None:
        indices += f", i32 {lane * _floats(WORD.findall(type)[0])}"
    return f"getelementptr {_in_memory(type)}, {place}{indices}"


def _load(result: str, type: str, rest: str, number: int) -> list[str]:
    """A vector, array or struct with doubles, number by number."""
    place = _in_memory(_operand(rest))
    small, leaves, value = WORD.sub("float", type), list(_leaves(type)), "poison"
    lines: list[str] = []
    vector = "poison"
    for i, (path, leaf, lane) in enumerate(leaves):
        at, of, last = f"%gpucc.at.{number}.{i}", f"%gpucc.of.{number}.{i}", i == len(leaves) - 1
        one = "float" if WORD.search(leaf) else leaf
        lines += [f"  {at} = {_place(place, type, path, lane)}", f"  {of} = load {one}, {_kind(place)} {at}, align 1"]
        part = of
        if lane is not None:
            kind, part = WORD.sub("float", leaf), result if last and not path else f"%gpucc.part.{number}.{i}"
            lines.append(f"  {part} = insertelement {kind} {'poison' if lane == 0 else vector}, float {of}, i64 {lane}")
            vector, one = part, kind
            if not path or lane < int(re.findall(r"\d+", leaf)[0]) - 1:
                continue
        name = result if last else f"%gpucc.whole.{number}.{i}"
        lines.append(f"  {name} = insertvalue {small} {value}, {one} {part}, {', '.join(map(str, path))}")
        value = name
    return lines


def _store(type: str, rest: str, number: int) -> list[str]:
    value = _operand(rest)
    place = _in_memory(_operand(rest[len(value) + 2 :]))
    small, value = WORD.sub("float", type), WORD.sub("float", NUMBER.sub(_nearest, value))
    lines: list[str] = []
    for i, (path, leaf, lane) in enumerate(_leaves(type)):
        at, of, one = f"%gpucc.at.{number}.{i}", f"%gpucc.of.{number}.{i}", WORD.sub("float", leaf)
        whole, kind = value, small
        if path:
            whole, kind = (of if lane is None else f"%gpucc.part.{number}.{i}"), one
            lines.append(f"  {whole} = extractvalue {small} {value}, {', '.join(map(str, path))}")
        if lane is not None:
            lines.append(f"  {of} = extractelement {kind} {whole}, i64 {lane}")
        one = "float" if lane is not None else one
        lines += [f"  {at} = {_place(place, type, path, lane)}", f"  store {one} {of}, {_kind(place)} {at}, align 1"]
    return lines


def _kind(place: str) -> str:
    """The type of a pointer: ptr, or ptr addrspace(1)."""
    found = re.match(r"ptr(?: addrspace\(\d+\))?", place)
    if found is None:
        raise Unsupported("this pointer to doubles cannot be followed", notes=NOTES)
    return found[0]
