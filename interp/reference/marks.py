"""Where lanes lose their results: in a traced reference each lane remembers the first mark that it got, as the
instruction and the check that failed. It is compiled only to explain why a program could not be verified.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gpucc.debuginfo import SourcePlaces
from gpucc.interp.reference.irtext import TextFunction, TextLine
from gpucc.interp.report import Loss

# what a lane that failed a check met, by the beginning of the name of the check's helper
REASONS = {
    "nnan": "a NaN",
    "ninf": "an infinity",
    "power": "a power of zero or of a negative number",
    "beyond": "a number too large for the precision of the function or quotient that it goes into",
    "divisor": "a divisor so small that its reciprocal is infinite",
    "quotient": "0 / 0, or a divisor that is too large",
    "unplaced": "a number too small for the target's format, or the reciprocal of one",
    "zero": "the sign of a zero, which this target's zeros do not have",
    "second": "a minimum or maximum of a NaN",
    "fpto": "a number outside the range of exact integers",
    "within": "an integer outside the exact range",
    "sum": "an integer outside the exact range",
    "in_word": "a uniform that its type cannot hold",
    "index": "an index outside its vector",
    "guarded": "an access outside its variable",
    "add": "an integer outside the exact range",
    "sub": "an integer outside the exact range",
    "mul": "an integer outside the exact range",
    "shl": "a shift that leaves the range of exact integers",
    "lshr": "a shift of a negative number, or by too much",
    "ashr": "a shift by too much",
    "sdiv": "an integer division without a result",
    "srem": "an integer division without a result",
    "udiv": "an integer division without a result",
    "urem": "an integer division without a result",
    "moderate": "a number so large or small that another order of operations overflows",
    "out_of_reach": "a product that overflows in another order",
    "lost_number": "a NaN that another order of operations need not give",
}
# the checks of what no language and no target gives a meaning
MEANINGLESS = ("guarded", "index", "sdiv", "srem", "udiv", "urem")
ENDLESS = "a loop that repeats too often to be followed"
OTHER = "an operation without a defined result"
# the most places that are told
MOST = 3
# the longest text of an instruction that stands for its place
LONGEST = 60
# what LLVM appends to names that it inlines
_INLINED = re.compile(r"(?<=[\w$-])(?:\.i\d*)+(?![\w.$-])")
_MARK = re.compile(r"call void @ref\.(mark|reorder)\((i1 [^()]+)\)")

TRACE = """
@ref.at = internal global i32 0
@ref.first = internal global i64 0
define internal void @ref.first.mark(i1 %bad, i32 %check) nounwind {
  %old = load i8, ptr @ref.unsure
  %set = and i8 %old, 5
  %none = icmp eq i8 %set, 0
  %now = and i1 %bad, %none
  %at = load i32, ptr @ref.at
  %low = zext i32 %check to i64
  %wide = zext i32 %at to i64
  %high = shl i64 %wide, 32
  %code = or i64 %high, %low
  %known = load i64, ptr @ref.first
  %new = select i1 %now, i64 %code, i64 %known
  store i64 %new, ptr @ref.first
  ret void
}
@ref.first.kept = internal global i64 0
"""
# the helpers of checks that wait, by name: the code of a value is its first mark, which counts where the value is read
_WAITING = {
    "ref.postpone": """define internal i8 @ref.postpone() nounwind {
  %old = load i8, ptr @ref.unsure
  %first = load i64, ptr @ref.first
  store i64 %first, ptr @ref.first.kept
  store i8 0, ptr @ref.unsure
  ret i8 %old
}""",
    "ref.poisoned": """define internal i64 @ref.poisoned(i8 %old) nounwind {
  %new = load i8, ptr @ref.unsure
  %bad = trunc i8 %new to i1
  %others = and i8 %new, -2
  %whole = or i8 %old, %others
  store i8 %whole, ptr @ref.unsure
  %first = load i64, ptr @ref.first
  %kept = load i64, ptr @ref.first.kept
  %code = select i1 %bad, i64 %first, i64 0
  %set = and i8 %old, 5
  %none = icmp eq i8 %set, 0
  %good = xor i1 %bad, true
  %now = and i1 %none, %good
  %known = select i1 %now, i64 %first, i64 %kept
  store i64 %known, ptr @ref.first
  ret i64 %code
}""",
    "ref.settle": """define internal void @ref.settle(i64 %code) nounwind {
  %bad = icmp ne i64 %code, 0
  %old = load i8, ptr @ref.unsure
  %set = and i8 %old, 5
  %none = icmp eq i8 %set, 0
  %now = and i1 %bad, %none
  %known = load i64, ptr @ref.first
  %new = select i1 %now, i64 %code, i64 %known
  store i64 %new, ptr @ref.first
  call void @ref.mark(i1 %bad)
  ret void
}""",
}


class Tracer:
    """The instructions and checks of one traced reference. Number 0 stands for what comes before all instructions, and
    for a check that an instruction itself makes."""

    def __init__(self, function: TextFunction, nodes: Mapping[str, str]) -> None:
        self.places = SourcePlaces(dict(nodes))
        self.lines: list[TextLine | None] = [None]
        self.checks: list[str] = [""]

    def reach(self, line: TextLine | None) -> str:
        """The text that notes that an instruction begins; None is the end of a loop that was given up."""
        self.lines.append(line)
        return f"store i32 {len(self.lines) - 1}, ptr @ref.at"

    def traced(self, text: str, check: str = "") -> str:
        """The text of a function with its marks traced, in the name of a check."""
        if check in _WAITING:
            return _WAITING[check]
        if not _MARK.search(text):
            return text
        if check:
            self.checks.append(check)
        number = len(self.checks) - 1 if check else 0
        return _MARK.sub(
            rf"call void @ref.first.mark(\2, i32 {number})\n  call void @ref.\1(\2)",
            text,
        )

    def losses(self, firsts: NDArray[np.int64], in_float32: NDArray[np.bool_]) -> tuple[Loss, ...]:
        """Why these lanes have no result, the most frequent reason first. `firsts` are their first marks, and
        `in_float32` are the lanes that have a result there."""
        found, singles = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for first, single in zip(firsts.tolist(), in_float32.tolist(), strict=True):
            key = self._told(first >> 32, first & 0xFFFFFFFF)
            found[key] += 1
            singles[key] += single
        return tuple(Loss(*key, count, singles[key]) for key, count in found.most_common(MOST))

    def meaningless(self, firsts: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The lanes whose first mark is an access outside a variable, an integer division without a result, or what the
        source rules out itself: `unreachable`, or an assumption that is wrong."""
        bad = [check.removeprefix("ref.").startswith(MEANINGLESS) for check in self.checks]
        ruled_out = [line is not None and _rules_out(line) for line in self.lines]
        found = (np.array(bad)[firsts & 0xFFFFFFFF] | np.array(ruled_out)[firsts >> 32]) & (firsts != 0)
        return np.asarray(found, np.bool_)

    def _told(self, at: int, check: int) -> tuple[str, str]:
        """The place, as text, and the reason."""
        line = self.lines[at]
        if line is None:
            return ("", ENDLESS) if at else ("", _reason(self.checks[check]))
        place = self.places.locate(line.node) if line.node else None
        return str(place) if place else shortened(line.text), _reason(self.checks[check])


def _rules_out(line: TextLine) -> bool:
    return line.op == "unreachable" or (line.op == "call" and "@llvm.assume(" in line.rest)


def _reason(check: str) -> str:
    name = check.removeprefix("ref.")
    return next((reason for start, reason in REASONS.items() if name.startswith(start)), OTHER)


def shortened(text: str) -> str:
    text = _INLINED.sub("", text)
    return f"`{text if len(text) <= LONGEST else text[: LONGEST - 3] + '...'}`"
