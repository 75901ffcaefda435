"""A cursor over one line of PICA200 assembly that parses names, numbers and registers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from typing import NoReturn

from gpucc.emit.cursor import LineCursor
from gpucc.emit.pica200_manner import PicassoManner
from gpucc.isa.model import IDENTITY, Index
from gpucc.isa.pica200 import PICA200
from gpucc.records import dataclass

NAME = re.compile(r"[A-Za-z_$][\w$]*")
INTEGER = re.compile(r"[-+]?(?:0[xX][0-9A-Fa-f]{1,8}|[0-9]{1,10})(?![\w.])")
NUMBER = re.compile(
    r"[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,4})?[fF]?|inf|nan)(?![\w.])", re.IGNORECASE
)
# what picasso reads of a value that is more than a number
NUMBER_START = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,4})?")
INTEGER_START = re.compile(r"[-+]?[0-9]{1,10}")
VALUE = re.compile(r"[^,)]*")
OFFSET_START = re.compile(r"(.*?[0-9]{1,5})\.[\w.]+\s*")
HEXADECIMAL = re.compile(r"0[xX]([0-9A-Fa-f]{1,6})(?![\w.])")
OPERAND = re.compile(r"(?P<signs>(?:[-+]\s*)*)(?P<name>[A-Za-z_$][\w$]*)\s*(?P<index>\[[^\]]*\]?)?(?P<lanes>\.\w*)?")
REGISTER = re.compile(r"([ovrcib])([0-9]{1,3})")
OFFSET = re.compile(r"\s*(?P<register>[A-Za-z]\w*(?:\.\w+)?)?\s*(?P<offset>[-+]?\s*[0-9]{1,5})?\s*")
FILES = {
    file.prefix["vertex"]: file
    for file in PICA200.files
    if len(file.prefix["vertex"]) == 1 and file.prefix["vertex"] != "a"
}
INDEX_NAMES = {
    "a0": ("address", 0), "a0.x": ("address", 0), "a1": ("address", 1), "a0.y": ("address", 1),
    "a2": ("loop", 0), "lcnt": ("loop", 0), "al": ("loop", 0),
}  # fmt: skip
LANE_SETS = ("xyzw", "rgba", "stpq")


@dataclass(frozen=True, slots=True)
class PicassoRegister:
    """A parsed operand; `lanes` are the components that it names, None if it names none."""

    file: str
    number: int
    lanes: tuple[int, ...] | None = None
    negate: bool = False
    index: Index | None = None

    @property
    def swizzle(self) -> tuple[int, int, int, int]:
        """Return the lanes as a swizzle, in which the last component is repeated."""
        if self.lanes is None:
            return IDENTITY
        x, y, z, w = (*self.lanes, *(self.lanes[-1:] * (4 - len(self.lanes))))
        return (x, y, z, w)

    @property
    def mask(self) -> int:
        return sum({1 << lane for lane in self.swizzle})


# how lines of others begin, and what a note says of them
OTHERS = (
    (
        r"#version|(attribute|varying|precision)\s+\w|void\s+main\b",
        "this looks like GLSL, not assembly: gpucc compiles it from a file called .vert",
    ),
    (
        r"\.const\s+c?\d+,|.*\bresult\.",
        "this looks like the syntax of aemstro; gpucc reads that of picasso",
    ),
    (
        r"\.alias\s+\w+\s+\S+\s+as\b|//",
        "this looks like the syntax of nihstro; gpucc reads that of picasso",
    ),
)


def other_syntax(text: str) -> tuple[str, ...]:
    """A note on a text that is written for another assembler, or in another language."""
    for begins, note in OTHERS:
        if re.search(rf"^[ \t]*(?:{begins})", text, re.MULTILINE):
            return (note,)
    return ()


class PicassoLine(LineCursor):
    """One line of picasso's syntax."""

    def __init__(self, file: str, number: int, text: str, manner: PicassoManner | None = None) -> None:
        super().__init__(file, number, text, ";")
        self.manner = manner or PicassoManner()

    def need(self, text: str, where: str) -> None:
        if not self.mark(text):
            self.fail(f"expected {text!r} {where}, found {self.found()}")

    def found(self) -> str:
        match = re.match(r"[\w.$]+|.", self.body[self.position :])
        return repr(match[0]) if match else "the end of the line"

    def finish(self) -> None:
        if not self.at_end():
            self.fail(f"expected the end of the line, found {self.found()}")

    def fail(self, message: str, *notes: str, at: int | None = None, limit: bool = False) -> NoReturn:
        raise self.error(message, *notes, at=at, limit=limit)

    # names and numbers

    def name(self, what: str) -> str:
        match = self.take(NAME)
        if match is None:
            self.fail(f"expected {what}, found {self.found()}")
        return match[0]

    def integer(self, what: str, low: int, high: int) -> int:
        at = self.position
        match = self.take(INTEGER)
        if match is None:
            self.fail(f"expected {what}, found {self.found()}")
        digits = match[0]
        value = int(digits, 16 if "x" in digits.lower() else 10)
        if not low <= value <= high:
            self.fail(f"{what} is {value}: it must be from {low} to {high}", at=at)
        return value

    def byte(self) -> int:
        """Parse an integer and return its lowest byte."""
        begin = self._beginning(INTEGER, INTEGER_START)
        return int(begin) & 255 if begin else self.integer("an integer", -128, 255) & 255

    def number_text(self, what: str) -> str:
        begin = self._beginning(NUMBER, NUMBER_START)
        match = None if begin else self.take(HEXADECIMAL) or self.take(NUMBER)
        if not begin and match is None:
            self.fail(f"expected {what}, found {self.found()}")
        return match[0] if match else begin

    def _beginning(self, whole: re.Pattern[str], start: re.Pattern[str]) -> str:
        """Return the beginning of a value that is more than a number, as picasso reads it, if the manner allows that;
        else "".
        """
        value = VALUE.match(self.body, self.position)
        match = start.match(self.body, self.position)
        if not self.manner.lenient or match is None or value is None:
            return ""
        shown = value[0].strip()
        if whole.fullmatch(shown) or HEXADECIMAL.fullmatch(shown):
            return ""
        self.take(VALUE)
        self.warn(f"{shown!r} is read as {match[0]}: calculations are not part of the language")
        return match[0]

    def warn(self, message: str) -> None:
        self.manner.warnings.append(f"{self.file}:{self.number}: {message}")

    def register(self, aliases: dict[str, PicassoRegister], what: str) -> PicassoRegister:
        """Parse a register or an alias of one, with sign, index and components."""
        at = self.position
        match = self.take(OPERAND)
        if match is None:
            self.fail(f"expected {what}, found {self.found()}")
        name_at = match.start("name")
        named = aliases.get(match["name"])
        base = named or self._plain(match["name"], name_at, aliases)
        index, offset = self._index(match["index"], match.start("index"))
        if index is not None and base.index is not None:
            self.fail(f"{match['name']} is indexed already", at=name_at)
        size = next(file.size("vertex") for file in FILES.values() if file.role == base.file)
        number = base.number + offset
        if not 0 <= number < size:
            self.fail(f"there is no {_prefix(base.file)}{number}: there are {size}", at=at)
        lanes = self.lanes(match["lanes"], match.start("lanes"))
        if lanes is not None and base.lanes is not None:
            lanes = tuple(base.swizzle[lane] for lane in lanes)
        negate = base.negate ^ (match["signs"].count("-") % 2 == 1)
        return replace(
            base, number=number, lanes=base.lanes if lanes is None else lanes, negate=negate, index=index or base.index
        )

    def _plain(self, name: str, at: int, aliases: Iterable[str]) -> PicassoRegister:
        match = REGISTER.fullmatch(name)
        if match is None or FILES[match[1]].size("vertex") <= int(match[2]):
            close = get_close_matches(name, list(aliases), 1)
            hint = (f"did you mean {close[0]!r}?",) if close else ()
            if match is not None:
                hint = (f"there are {match[1]}0 to {match[1]}{FILES[match[1]].size('vertex') - 1}",)
            self.fail(f"there is no register {name!r}", *hint, at=at)
        return PicassoRegister(FILES[match[1]].role, int(match[2]))

    def _index(self, text: str | None, at: int) -> tuple[Index | None, int]:
        if text is None:
            return None, 0
        inside = text[1:].removesuffix("]")
        match = OFFSET.fullmatch(inside)
        start = OFFSET_START.fullmatch(inside)
        if self.manner.lenient and match is None and start is not None:
            match = OFFSET.fullmatch(start[1])
            self.warn(f"[{inside}] is read as [{start[1]}]: an index has no components")
        if not text.endswith("]") or match is None or not inside.strip():
            self.fail(
                f"{text} is no index",
                "an index is a number, or a0.x, a0.y or aL with or without an offset: [aL+2]",
                at=at,
            )
        offset = int(re.sub(r"\s", "", match["offset"])) if match["offset"] else 0
        if match["register"] is None:
            return None, offset
        place = INDEX_NAMES.get(match["register"].lower())
        if place is None or (match["offset"] and match["offset"][0] not in "+-"):
            self.fail(f"{text} is no index", "index registers are a0.x, a0.y and aL", at=at)
        if self.manner.lenient and offset < 0:
            self.warn(f"[{inside}] is read as [0]: picasso knows no minus here, and drops the index register")
            return None, 0
        return Index(place[0], 0, place[1]), offset

    def lanes(self, text: str | None, at: int) -> tuple[int, ...] | None:
        if text is None:
            return None
        letters = text[1:].lower()
        known = next(
            (known for known in LANE_SETS if letters and len(letters) <= 4 and set(letters) <= set(known)), None
        )
        if known is None:
            self.fail(f"{text!r} names no components", "components are up to four of xyzw, rgba or stpq", at=at)
        return tuple(known.index(letter) for letter in letters)


def _prefix(role: str) -> str:
    return next(prefix for prefix, file in FILES.items() if file.role == role)
