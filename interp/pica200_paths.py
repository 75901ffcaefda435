"""All paths through a PICA200 program: the points that control can reach, with their open blocks, and the flow rules
that are broken on the way.

A `Point` is a word together with the hardware's stacks. Conditions go both ways and loops end after any pass, except
where a point has more information: presets of booleans, and in a refined walk also the outcomes of earlier branches on
booleans and flags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from itertools import product

from gpucc.emit.pica200 import PicaCoder, PicaRawWord
from gpucc.errors import LimitExceeded
from gpucc.isa.model import Instruction, Op
from gpucc.records import dataclass

MOST_POINTS = 20000
Report = Callable[[str, int, str], None]
Flags = tuple[bool | None, bool | None]


@dataclass(frozen=True, slots=True)
class CallRange:
    start: int
    end: int
    back: int


@dataclass(frozen=True, slots=True)
class IfRange:
    start: int
    other: int
    end: int


@dataclass(frozen=True, slots=True)
class LoopRange:
    """An open loop. `ifs` and `calls` are the numbers of those that were open when it began."""

    start: int
    end: int
    ifs: int
    calls: int


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the program. `index` is the state of aL, `mova` whether the previous word was one; `booleans` and
    `flags` are known values."""

    word: int
    calls: tuple[CallRange, ...] = ()
    ifs: tuple[IfRange, ...] = ()
    loops: tuple[LoopRange, ...] = ()
    index: str = "no loop has set it"
    mova: bool = False
    booleans: tuple[tuple[int, bool], ...] = ()
    flags: Flags = (None, None)


@dataclass(slots=True)
class PathWalk:
    """The result of a walk. `following` has the points after each point, in the order in which they were found; `ends`
    those that stop."""

    following: dict[Point, list[Point]] = field(default_factory=dict)
    ends: list[Point] = field(default_factory=list)


class Walker:
    def __init__(
        self, found: PicaCoder, code: tuple[Instruction | PicaRawWord, ...], refine: bool, report: Report
    ) -> None:
        self.coder = found
        self.isa = found.isa
        self.code = code
        self.refine = refine
        self.report = report
        self.at = 0

    def walk(self, entry: Point) -> PathWalk:
        """All reachable points. Words that are no instruction, and the end of the code, lead nowhere."""
        walk = PathWalk()
        pending = [entry]
        while pending:
            point = pending.pop()
            if point in walk.following:
                continue
            if len(walk.following) >= MOST_POINTS:
                raise LimitExceeded(f"the program has more than {MOST_POINTS} places with different open blocks")
            following = list(self.step(point, walk))
            walk.following[point] = following
            pending += following
        return walk

    def step(self, point: Point, walk: PathWalk) -> Iterator[Point]:
        self.at = point.word
        if not 0 <= point.word < len(self.code):
            self.report("no-end", len(self.code) - 1, f"control goes on to word {point.word}, behind the code")
            return
        instruction = self.code[point.word]
        if isinstance(instruction, PicaRawWord):
            self.report("unknown-word", point.word, instruction.reason)
            return
        op = self.coder.ops[instruction.op]
        if op.effect == "end":
            walk.ends.append(point)
            return
        self.block_end(point, op)
        if op.effect in ("compare", "light"):
            point = replace(point, flags=(None, None))
        if op.effect == "address":
            if point.mova:
                self.report("adjacent-mova", point.word, "the word run before is a mova, too")
            yield from self.after(replace(point, mova=True), point.word + 1)
            return
        yield from self.flow(replace(point, mova=False), instruction, op)

    def flow(self, point: Point, instruction: Instruction, op: Op) -> Iterator[Point]:
        target, count = instruction.immediate("target"), instruction.immediate("count")
        behind = point.word + 1
        if op.effect == "loop":
            yield from self.after(self.enter_loop(point, target), behind)
            return
        if op.effect not in ("if", "call", "jump", "break"):
            yield from self.after(point, behind)
            return
        for taken, known in self.outcomes(point, instruction):
            match op.effect, taken:
                case "if", True:
                    yield from self.after(self.enter_if(known, target, target + count), behind)
                case "if", False:
                    yield from self.after(known, target)
                case (("call" | "jump"), True) if target >= len(self.code):
                    self.report("target", self.at, f"goes to word {target}, and the code has {len(self.code)}")
                case "call", True:
                    yield from self.after(self.enter_call(known, target, target + count), target)
                case "jump", True:
                    yield from self.after(known, target)
                case "break", True:
                    yield from self.leave(known, behind)
                case _:
                    yield from self.after(known, behind)

    # conditions

    def outcomes(self, point: Point, instruction: Instruction) -> list[tuple[bool, Point]]:
        """The possible outcomes of the condition, each with the point's knowledge afterwards."""
        fields = dict(instruction.immediates)
        found: dict[tuple[bool, Point], None] = {}
        if "boolean" in fields:
            number, known = fields["boolean"], dict(point.booleans)
            for value in (known[number],) if number in known else (True, False):
                learnt = tuple(sorted({**known, number: value}.items())) if self.refine else point.booleans
                found[value ^ bool(fields.get("invert", 0)), replace(point, booleans=learnt)] = None
        elif "test" in fields:
            test = self.isa.tests[fields["test"]]
            asked = "xy" if test in ("or", "and") else test
            choices = [(flag,) if flag is not None else (True, False) for flag in point.flags]
            for x, y in product(*(choice if "xy"[i] in asked else (None,) for i, choice in enumerate(choices))):
                holds = [
                    value == bool(fields[f"ref{name}"]) for name, value in (("x", x), ("y", y)) if value is not None
                ]
                learnt_flags = (
                    (point.flags[0] if x is None else x, point.flags[1] if y is None else y)
                    if self.refine
                    else point.flags
                )
                found[any(holds) if test == "or" else all(holds), replace(point, flags=learnt_flags)] = None
        else:
            found[True, point] = None
        return list(found)

    # blocks

    def nest(self, point: Point, end: int, what: str) -> None:
        """Report a block that ends after the one around it."""
        around = [call.end for call in point.calls[-1:] if call.start <= self.at < call.end]
        around += [block.other for block in point.ifs[-1:] if block.start <= self.at < block.other]
        around += [loop.end for loop in point.loops[-1:] if loop.start <= self.at < loop.end]
        if around and end > min(around):
            self.report(
                "block-order", self.at, f"its {what} ends at word {end}, and the block around it at {min(around)}"
            )

    def enter_if(self, point: Point, other: int, end: int) -> Point:
        if other <= self.at:
            self.report("block-order", self.at, f"its body would end at word {other}")
        elif other == self.at + 1:
            self.report("empty-block", self.at, "the if has no body")
        self.nest(point, end, "if")
        if len(point.ifs) >= self.isa.limit("ifs"):
            self.report(
                "if-depth", self.at, f"{len(point.ifs)} ifs are open, and the stack holds {self.isa.limit('ifs')}"
            )
        return replace(point, ifs=(*point.ifs, IfRange(self.at + 1, other, end))[-self.isa.limit("ifs") :])

    def enter_call(self, point: Point, start: int, end: int) -> Point:
        if end == start:
            self.report("empty-block", self.at, "the procedure has no words")
        if any(call.start == start for call in point.calls):
            self.report("recursion", self.at, f"the procedure at word {start} calls itself")
        if len(point.calls) >= self.isa.limit("calls"):
            self.report(
                "call-depth",
                self.at,
                f"{len(point.calls)} calls are open, and the stack holds {self.isa.limit('calls')}",
            )
        return replace(point, calls=(*point.calls, CallRange(start, end, self.at + 1))[-self.isa.limit("calls") :])

    def enter_loop(self, point: Point, last: int) -> Point:
        if last < self.at:
            self.report("block-order", self.at, f"its body would end at word {last}")
        elif last == self.at:
            self.report("empty-block", self.at, "the loop has no body")
        self.nest(point, last + 1, "loop")
        if len(point.loops) >= self.isa.limit("loops"):
            self.report(
                "loop-depth",
                self.at,
                f"{len(point.loops)} loops are open, and the stack holds {self.isa.limit('loops')}",
            )
        loop = LoopRange(self.at + 1, last + 1, len(point.ifs), len(point.calls))
        return replace(point, loops=(*point.loops, loop)[-self.isa.limit("loops") :], index="")

    def leave(self, point: Point, behind: int) -> Iterator[Point]:
        if not point.loops:
            self.report("break-outside", self.at, "no loop is open here")
            return
        loop = point.loops[-1]
        if len(point.ifs) > loop.ifs or len(point.calls) > loop.calls:
            what = "an if" if len(point.ifs) > loop.ifs else "a procedure"
            self.report("break-in-block", self.at, f"leaves a loop from inside {what}")
        yield from self.after(point, behind, breaks=True)

    # ends of blocks

    def block_end(self, point: Point, op: Op) -> None:
        """Report words that must not end a block."""
        behind = point.word + 1
        ending = ["procedure"] * (self.returns(point, behind) > 0)
        ending += ["if"] * len({block for block in point.ifs if block.other == behind})
        ending += ["loop"] * len({loop for loop in point.loops if loop.end == behind})
        if len(ending) > 1:
            self.report("block-end", point.word, f"{ending[0]} and {ending[1]} end here at once")
        elif self.returns(point, behind) > self.isa.limit("returns"):
            self.report("block-end", point.word, f"{self.returns(point, behind)} procedures end here at once")
        elif ending and op.effect in ("jump", "call"):
            self.report("jump-at-end", point.word, f"{op.name} is the last word of a block ({ending[0]})")
        elif "loop" in ending and op.effect == "break":
            self.report("break-at-end", point.word, f"{op.name} is the last word of a loop")

    def returns(self, point: Point, behind: int) -> int:
        """The number of procedures that end at once."""
        count = 0
        for call in reversed(point.calls):
            if call.end != behind:
                break
            count, behind = count + 1, call.back
        return count

    def noticed(self, point: Point) -> Point:
        """Report a jump to the end of an open block: the hardware compares only the word after this one and does not
        notice it."""
        if point.word == self.at + 1:
            return point
        ends = [("procedure", call.end) for call in point.calls[-1:]] + [
            ("if", block.other) for block in point.ifs[-1:]
        ]
        for what, end in [*ends, *(("loop", loop.end) for loop in point.loops[-1:])]:
            if end == point.word:
                self.report(
                    "end-skipped", self.at, f"control goes to word {end}, where an open {what} ends without noticing"
                )
        return point

    def after(self, point: Point, following: int, breaks: bool = False) -> Iterator[Point]:
        """Yield the next points once the blocks that end after this word have ended; at the end of a loop there are
        two."""
        behind = at = self.at + 1
        calls, ifs = point.calls, point.ifs
        for popped in range(self.isa.limit("calls")):
            if not calls or calls[-1].end != at:
                break
            if popped < self.isa.limit("returns"):
                following = at = calls[-1].back
            calls = calls[:-1]
        if ifs and ifs[-1].other == behind:
            following, ifs = ifs[-1].end, ifs[:-1]
        point = replace(point, word=following, calls=calls, ifs=ifs)
        if not point.loops or not (breaks or point.loops[-1].end == behind):
            yield self.noticed(point)
            return
        loop = point.loops[-1]
        if not breaks:
            yield replace(point, word=loop.start)
        index = (
            "an inner loop has ended" if len(point.loops) > 1 else "break has left its loop" if breaks else point.index
        )
        yield self.noticed(replace(point, word=loop.end, loops=point.loops[:-1], index=index))
