"""Computes doubles, and the long doubles of C, as floats: `--demote-doubles`.

The text of a module is rewritten before anything reads it, so that compiler and reference see floats only. A value of
double becomes a float, and a literal the nearest one. In memory a double keeps its eight bytes, of which the first four
hold the float, because offsets count in bytes; `<2 x float>` stands for it there. Functions of double become those of
float. What reads the bits of a double still finds a double, and is refused later on.
"""

from __future__ import annotations

import re
import struct
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
# what is computed with memory: the type up to the first comma is one of memory
ADDRESSED = re.compile(r"( = (?:getelementptr(?: inbounds| nusw| nuw)*|alloca(?: inalloca)?) )([^,]*)")
CONSTANT_ADDRESS = re.compile(r"(getelementptr(?: inbounds| nusw| nuw)* \()([^,]*)")
OWNED = re.compile(r"\b(sret|byval|byref|elementtype|preallocated|inalloca)\(([^()]*)\)")
RESIZED = re.compile(
    r"(= )(?:fpext|fptrunc)(?: (?:nnan|ninf|nsz|arcp|contract|afn|reassoc|fast))* ((?:<\d+ x )?float>?) (.*) to \2"
)
BITS = re.compile(rf"^  (\S+) = bitcast (.+) (\S+) to ({WIDE}|[^,]+?)((?:, !.*)?)$")
LOADED = re.compile(rf"^  (\S+) = load (?:volatile )?((?:<\d+ x |\[\d+ x ){WIDE}[>\]]), (ptr[^,]*)(.*)$")
STORED = re.compile(
    rf"^  store (?:volatile )?((?:<\d+ x |\[\d+ x ){WIDE}[>\]]) (%[\w.$-]+|%\"[^\"]*\"|<.*>|\[.*\]|\w+)"
    r", (ptr[^,]*)(.*)$"
)
NOTES = ("write it with floats, or compile it for aarch64, where doubles are passed as they are",)


def demoted(source: SourceText) -> SourceText:
    """The module with floats instead of doubles; as it is if it has none."""
    if not WORD.search(source.text):
        return source
    lines: list[str] = []
    for number, line in enumerate(source.text.split("\n")):
        if line.startswith("!") or not (WORD.search(line) or "f64" in line):
            lines.append(line)
        elif line.startswith("@"):
            lines.append(_variable(line))
        elif line.startswith("%"):
            lines.append(_in_memory(line))
        else:
            lines += _statement(line, number)
    return replace(source, text=_verified("\n".join(_once(lines)), source.file))


def _verified(text: str, file: str) -> str:
    """The text as LLVM prints it. A double in a place that has no float is an error of the user's program."""
    try:
        with opened(text, file) as module:
            module.verify()
            return printed(module)
    except InputError as error:
        shown = error.source_line
        raise Unsupported("a double is used here in a way that has no float", Location(file), NOTES, shown) from None
    except RuntimeError as error:
        shown = str(error).strip().splitlines()[-1]
        raise Unsupported("a double is used here in a way that has no float", Location(file), NOTES, shown) from None


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
    """The text with the types of memory: eight bytes for each double."""
    return WORD.sub("<2 x float>", VECTOR.sub(r"[\1 x <2 x float>]", text))


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
    rest = re.sub(
        rf"<(\d+) x {WIDE}> <([^<>]*)>", lambda found: f"[{found[1]} x <2 x float>] [{_pairs(found[2])}]", rest
    )
    return f"{head} = {_in_memory(_pairs(rest))}"


def _pairs(text: str) -> str:
    literal = rf"\b{WIDE} ({NUMBER.pattern})"
    return re.sub(
        literal, lambda found: f"<2 x float> <float {NUMBER.sub(_nearest, found[1])}, float 0.000000e+00>", text
    )


# statements -----------------------------------------------------------------------------------------------------------


def _statement(line: str, number: int) -> list[str]:
    bits = BITS.match(line)
    if bits and bool(WORD.search(bits[2])) != bool(WORD.search(bits[4])):
        return _bits(bits, number)
    loaded = LOADED.match(line)
    if loaded:
        return _load(loaded, number)
    stored = STORED.match(line)
    if stored:
        return _store(stored, number)
    line = OWNED.sub(lambda found: f"{found[1]}({_in_memory(found[2])})", line)
    line = CONSTANT_ADDRESS.sub(lambda found: found[1] + _in_memory(found[2]), line)
    line = ADDRESSED.sub(lambda found: found[1] + _in_memory(found[2]), line)
    line = WORD.sub("float", NUMBER.sub(_nearest, _names(line)))
    return [RESIZED.sub(r"\1bitcast \2 \3 to \2", line)]


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


def _count(type: str) -> int:
    return int(re.findall(r"\d+", type)[0])


def _load(found: re.Match[str], number: int) -> list[str]:
    """A vector or array of doubles, one by one."""
    result, type, place = found[1], found[2], found[3]
    value, lines = "poison", []
    small = WORD.sub("float", type)
    for i in range(_count(type)):
        last = i == _count(type) - 1
        name = result if last else f"%gpucc.part.{number}.{i}"
        lines += [
            f"  %gpucc.at.{number}.{i} = getelementptr i8, {place}, i64 {8 * i}",
            f"  %gpucc.of.{number}.{i} = load float, {_kind(place)} %gpucc.at.{number}.{i}, align 4",
            f"  {name} = {_inserted(small, value, f'%gpucc.of.{number}.{i}', i)}",
        ]
        value = name
    return lines


def _store(found: re.Match[str], number: int) -> list[str]:
    type, value, place = found[1], found[2], found[3]
    small, lines = WORD.sub("float", type), []
    value = WORD.sub("float", NUMBER.sub(_nearest, value))
    for i in range(_count(type)):
        part = f"extractelement {small} {value}, i64 {i}" if small[0] == "<" else f"extractvalue {small} {value}, {i}"
        lines += [
            f"  %gpucc.at.{number}.{i} = getelementptr i8, {place}, i64 {8 * i}",
            f"  %gpucc.of.{number}.{i} = {part}",
            f"  store float %gpucc.of.{number}.{i}, {_kind(place)} %gpucc.at.{number}.{i}, align 4",
        ]
    return lines


def _kind(place: str) -> str:
    """The type of a pointer: ptr, or ptr addrspace(1)."""
    found = re.match(r"ptr(?: addrspace\(\d+\))?", place)
    if found is None:
        raise Unsupported("this pointer to doubles cannot be followed", notes=NOTES)
    return found[0]


def _inserted(type: str, whole: str, part: str, at: int) -> str:
    if type[0] == "<":
        return f"insertelement {type} {whole}, float {part}, i64 {at}"
    return f"insertvalue {type} {whole}, float {part}, {at}"
