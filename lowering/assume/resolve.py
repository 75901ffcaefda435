"""Resolves assumptions (`NAME=VALUE`, `NAME=LOW..HIGH`, `NAME=affine`, `NAME=integer`) to facts of components.

NAME is an input or uniform, `NAME[I]` its register I, and `.x`, `.yz` components of a register.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterable
from difflib import get_close_matches

from gpucc.errors import UsageError
from gpucc.isa.model import LETTERS
from gpucc.program import DERIVED, AssumedWord, Assumption, Interface, Slot

FORMS = ("NAME=VALUE[,VALUE..], NAME=LOW..HIGH, NAME=integer, or NAME=affine; NAME.x and NAME[I] are parts of NAME",)
PLACE = re.compile(r"(?P<name>.*?)(?:\[(?P<row>\d+)\])?(?:\.(?P<lanes>[xyzw]+))?\Z")
BOUND = r"[-+]?(?:inf|[\d.]+(?:e[-+]?\d+)?)"
RANGE = re.compile(rf"({BOUND}|)\.\.({BOUND}|)\Z", re.I)
# by the letter of a component that holds no float: its least and its greatest number, and what it holds
KINDS = {
    "b": (0, 1, "0 or 1"),
    "u": (0, 2**32 - 1, "a whole number of 32 bits from 0 on"),
    "i": (-(2**31), 2**31 - 1, "a whole number of 32 bits"),
}


def resolve(texts: Iterable[str], interface: Interface) -> tuple[Assumption, ...]:
    """Return the assumptions, checked against the interface; contradictions are refused."""
    found: list[Assumption] = []
    known: dict[tuple[str, int], AssumedWord] = {}
    for text in texts:
        one = _resolved(text, interface)
        for word in one.words:
            old = known.get((one.name, word.word), word)
            low, high, whole = max(old.low, word.low), min(old.high, word.high), old.whole or word.whole
            low, high = _whole(low, high) if whole else (low, high)
            if low > high:
                raise UsageError(f"--assume {text} contradicts another assumption of {one.name}")
            known[one.name, word.word] = AssumedWord(word.word, low, high, whole)
        found.append(one)
    return tuple(found)


def _resolved(text: str, interface: Interface) -> Assumption:
    place, equals, said = (part.strip() for part in text.partition("="))
    if not (place and equals and said):
        raise UsageError(f"--assume takes NAME=VALUE, not {text!r}", notes=FORMS)
    slot, words = _words(text, place, interface)
    if said == "affine":
        return Assumption(text, slot.name, tuple(_affine(text, slot, words)))
    if said == "integer":
        return Assumption(text, slot.name, tuple(AssumedWord(word, -math.inf, math.inf, True) for word in words))
    ranged = RANGE.match(said)
    if ranged:
        low, high = _number(text, ranged[1], -math.inf), _number(text, ranged[2], math.inf)
        if not low < high:
            raise UsageError(f"--assume {text}: {low:g} is not less than {high:g}", notes=("a range is LOW..HIGH",))
        return Assumption(text, slot.name, tuple(_ranged(text, place, slot, word, low, high) for word in words))
    values = [_number(text, part) for part in said.split(",")]
    if len(values) not in (1, len(words)):
        count = f"{len(words)} component{'s' * (len(words) != 1)}"
        raise UsageError(f"--assume {text}: {len(values)} values for {count} of {place} ({slot.type})")
    values = values * len(words) if len(values) == 1 else values
    facts = (_ranged(text, place, slot, word, value, value) for word, value in zip(words, values, strict=True))
    return Assumption(text, slot.name, tuple(facts))


def _ranged(text: str, place: str, slot: Slot, word: int, low: float, high: float) -> AssumedWord:
    """Return the range of a component; the ends of a range of integers or booleans are whole numbers."""
    kind = KINDS.get(slot.words[word])
    if kind is not None:
        least, most, held = kind
        low, high = _whole(low, high)
        if low > high or high < least or low > most:
            raise UsageError(f"--assume {text}: {place} holds {held}")
    return AssumedWord(word, low, high)


def _whole(low: float, high: float) -> tuple[float, float]:
    """Return the least and the greatest whole number of a range."""
    return low if math.isinf(low) else float(math.ceil(low)), high if math.isinf(high) else float(math.floor(high))


def _words(text: str, place: str, interface: Interface) -> tuple[Slot, list[int]]:
    """Return the slot that is named, and the affected words."""
    given = [one for one in (*interface.inputs, *interface.uniforms) if one.builtin != DERIVED]
    slot, row, lanes = next((one for one in given if place in (one.name, *one.aliases)), None), None, ""
    if slot is None:
        parts = PLACE.match(place)
        name = parts["name"] if parts else place
        slot = next((one for one in given if name in (one.name, *one.aliases)), None)
        row, lanes = (int(parts["row"]) if parts["row"] else None, parts["lanes"] or "") if parts else (None, "")
    if slot is None:
        names = [one.name for one in given]
        close = get_close_matches(place, names, 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        known = ", ".join(names) or "nothing"
        raise UsageError(f"--assume {text}: the shader reads no {place!r}", notes=(f"{hint}it reads: {known}",))
    rows = range(slot.registers) if row is None else [row]
    if row is not None and row >= slot.registers:
        raise UsageError(f"--assume {text}: {slot.name} has {slot.registers} registers, numbered from 0")
    wanted = [4 * k + LETTERS.index(lane) for k in rows for lane in lanes or LETTERS]
    words = [word for word in wanted if word < len(slot.words) and slot.words[word] != "."]
    if not words or (lanes and len(words) < len(wanted)):
        raise UsageError(f"--assume {text}: {slot.name} is {slot.type} and has no such component")
    return slot, words


def _affine(text: str, slot: Slot, words: list[int]) -> list[AssumedWord]:
    """Return the last row of each matrix, which is 0 .. 0 1; registers are columns, as in GLSL."""
    for size in (4, 3):
        column = "f" * size
        rows = [slot.words[k : k + 4].rstrip(".") for k in range(0, len(slot.words), 4)]
        if len(rows) % size == 0 and all(row == column for row in rows) and len(words) == size * len(rows):
            ones = range(size - 1, len(rows), size)
            return [AssumedWord(4 * k + size - 1, float(k in ones), float(k in ones)) for k in range(len(rows))]
    raise UsageError(
        f"--assume {text}: {slot.name} ({slot.type}) is no matrix of 3 or 4 columns, a register each",
        notes=(f"of a matrix whose rows are registers say --assume '{slot.name}[3]=0,0,0,1'",),
    )


def _number(text: str, word: str, missing: float | None = None) -> float:
    """Return the value as float32, since assumptions are compared with uploaded values."""
    if not word.strip() and missing is not None:
        return missing
    try:
        value = float(word)
        return value if math.isinf(value) and missing is not None else _single(value)
    except (ValueError, OverflowError):
        raise UsageError(f"--assume {text}: {word!r} is no number of 32 bits", notes=FORMS) from None


def _single(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError(value)
    return float(struct.unpack("<f", struct.pack("<f", value))[0])
