"""The helper functions that rewritten IR calls, as LLVM text: arithmetic in a number format, marks and bookkeeping.

The state of a lane is in globals of the module: `@ref.unsure` (bit 0: the lane is unsure; bit 1: a blend may spoil it
on a target without selects; bit 2: another order of operations may overflow; bit 3: such a blend may lose the sign of a
zero), `@ref.discarded`, the random state of perturbed runs, and the address of the lane's records of texture reads and
derivatives. Helpers are scalar and added on first use; a vector version calls the scalar one element by element.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from gpucc.interp.reference.irtext import mangle, vector_of, vector_parts
from gpucc.isa.model import Format
from gpucc.records import dataclass

STATE = """
@ref.unsure = internal global i8 0
@ref.discarded = internal global i8 0
@ref.steps = internal global i64 0
@ref.perturb = internal global i8 0
@ref.random = internal global i64 0
@ref.begin = internal global i64 0
@ref.seed = internal global i64 0
@ref.calls = internal global i32 0
@ref.shift = internal global i32 0
@ref.capacity = internal global i32 0
@ref.records = internal global ptr null
@ref.known = internal global ptr null
@ref.answers = internal global ptr null
@ref.dummy = internal global [256 x i8] zeroinitializer, align 64
"""

MARK = """define internal void @ref.{name}(i1 %bad) nounwind {{
  %old = load i8, ptr @ref.unsure
  %bit = select i1 %bad, i8 {bit}, i8 0
  %new = or i8 %old, %bit
  store i8 %new, ptr @ref.unsure
  ret void
}}"""
MARKS = {"mark": 1, "doubt": 2, "reorder": 4, "sign": 8}
# a discard notes how many calls came before it, if there were fewer than this
LATE = 15

# bit 0: the lane is discarded; bits 1 to 3: its marks before that; bits 4 to 7: the number of its calls before that
_DISCARD = f"""define internal void @ref.discard(i1 %drop) nounwind {{
  %old = load i8, ptr @ref.discarded
  %kept = icmp eq i8 %old, 0
  %now = and i1 %drop, %kept
  %unsure = load i8, ptr @ref.unsure
  %few = and i8 %unsure, 7
  %marks = shl i8 %few, 1
  %calls = load i32, ptr @ref.calls
  %late = icmp ugt i32 %calls, {LATE}
  %number = select i1 %late, i32 {LATE}, i32 %calls
  %small = trunc i32 %number to i8
  %high = shl i8 %small, 4
  %both = or i8 %marks, %high
  %note = or i8 %both, 1
  %new = select i1 %now, i8 %note, i8 %old
  store i8 %new, ptr @ref.discarded
  ret void
}}"""

# False when the lane has used up its steps. The random numbers of each round of a loop begin anew, so that they are the
# same in the next pass, also if that takes another way through an earlier round.
_STEP = """define internal i1 @ref.step() nounwind {
  %left = load i64, ptr @ref.steps
  %less = sub i64 %left, 1
  store i64 %less, ptr @ref.steps
  %begin = load i64, ptr @ref.begin
  %spread = mul i64 %left, -6939452855193903323
  %random = add i64 %begin, %spread
  store i64 %random, ptr @ref.random
  %go = icmp sgt i64 %left, 0
  ret i1 %go
}"""

# how far from its place a call of the previous pass is looked for
_NEAR = 8

# whether the j-th call of the previous pass had this site and these operands
_SAME = """define internal i1 @ref.same(i32 %j, i32 %site, <2 x i64> %bits) nounwind {
  %capacity = load i32, ptr @ref.capacity
  %room = icmp ult i32 %j, %capacity
  br i1 %room, label %there, label %none
none:
  ret i1 false
there:
  %records = load ptr, ptr @ref.known
  %record = getelementptr [32 x i8], ptr %records, i32 %j
  %other.site = load i32, ptr %record
  %place = getelementptr i8, ptr %record, i32 16
  %other = load <2 x i64>, ptr %place, align 1
  %like = icmp eq i32 %site, %other.site
  %equal = icmp eq <2 x i64> %bits, %other
  %low = extractelement <2 x i1> %equal, i32 0
  %high = extractelement <2 x i1> %equal, i32 1
  %both = and i1 %low, %high
  %same = and i1 %both, %like
  ret i1 %same
}"""

# The k-th record of a lane is eight words: the site, one unused, the number of the answer that was taken, one unused,
# and four operands. Its answer is four floats from the previous pass. If the k-th call of that pass had other operands,
# because more or fewer calls came before it, the answer is that of the nearest call with the same ones.
_ASK = f"""define internal <4 x float> @ref.ask(i32 %site, <4 x float> %operands) nounwind {{
  %k = load i32, ptr @ref.calls
  %next = add i32 %k, 1
  store i32 %next, ptr @ref.calls
  %capacity = load i32, ptr @ref.capacity
  %room = icmp slt i32 %k, %capacity
  br i1 %room, label %known, label %full
full:
  ret <4 x float> zeroinitializer
known:
  %records = load ptr, ptr @ref.records
  %record = getelementptr [32 x i8], ptr %records, i32 %k
  store i32 %site, ptr %record
  %place = getelementptr i8, ptr %record, i32 16
  store <4 x float> %operands, ptr %place, align 1
  %bits = bitcast <4 x float> %operands to <2 x i64>
  %here = call i1 @ref.same(i32 %k, i32 %site, <2 x i64> %bits)
  br i1 %here, label %found, label %elsewhere
elsewhere:
  %shift = load i32, ptr @ref.shift
  %middle = add i32 %k, %shift
  br label %look
look:
  %far = phi i32 [ 0, %elsewhere ], [ %farther, %other ]
  %before = sub i32 %middle, %far
  %is.before = call i1 @ref.same(i32 %before, i32 %site, <2 x i64> %bits)
  br i1 %is.before, label %moved, label %behind
behind:
  %after = add i32 %middle, %far
  %is.after = call i1 @ref.same(i32 %after, i32 %site, <2 x i64> %bits)
  br i1 %is.after, label %moved, label %other
other:
  %farther = add i32 %far, 1
  %more = icmp sle i32 %farther, {_NEAR}
  br i1 %more, label %look, label %found
moved:
  %place.found = phi i32 [ %before, %look ], [ %after, %behind ]
  %off = sub i32 %place.found, %k
  store i32 %off, ptr @ref.shift
  br label %found
found:
  %taken = phi i32 [ %k, %known ], [ %k, %other ], [ %place.found, %moved ]
  %taken.place = getelementptr i8, ptr %record, i32 8
  store i32 %taken, ptr %taken.place
  %answers = load ptr, ptr @ref.answers
  %answer = getelementptr [16 x i8], ptr %answers, i32 %taken
  %value = load <4 x float>, ptr %answer, align 1
  ret <4 x float> %value
}}"""

# Around an instruction whose checks wait: what it marks becomes the code of its result, which marks the lane where that
# value is read (see `poison`).
_POSTPONE = """define internal i8 @ref.postpone() nounwind {
  %old = load i8, ptr @ref.unsure
  store i8 0, ptr @ref.unsure
  ret i8 %old
}"""
_POISONED = """define internal i64 @ref.poisoned(i8 %old) nounwind {
  %new = load i8, ptr @ref.unsure
  %bad = and i8 %new, 1
  %others = and i8 %new, -2
  %whole = or i8 %old, %others
  store i8 %whole, ptr @ref.unsure
  %code = zext i8 %bad to i64
  ret i64 %code
}"""
_SETTLE = """define internal void @ref.settle(i64 %code) nounwind {
  %bad = icmp ne i64 %code, 0
  call void @ref.mark(i1 %bad)
  ret void
}"""

_PLAIN = {
    "discard": _DISCARD, "step": _STEP, "ask": f"{_SAME}\n{_ASK}",
    "postpone": _POSTPONE, "poisoned": _POISONED, "settle": _SETTLE,
}  # fmt: skip


@dataclass(slots=True)
class Library:
    """Collects helper functions; `text()` is the module part that defines them."""

    format: Format
    # the limit of exact whole numbers, if it is not the format's: a program written for another format relies on no
    # more
    exact: int | None = None
    functions: dict[str, str] = field(default_factory=dict)
    declarations: dict[str, str] = field(default_factory=dict)

    @property
    def exact_integers(self) -> int:
        return self.format.exact_integers if self.exact is None else self.exact

    def text(self, code: str = "", traced: Callable[[str, str], str] | None = None) -> str:
        """The definitions that they and `code` need; `traced` changes the text of a function, by its name."""
        functions = [traced(text, name) for name, text in self.functions.items()] if traced else self.functions.values()
        needed = "\n".join([*functions, code])
        marks = [MARK.format(name=name, bit=bit) for name, bit in MARKS.items() if f"@ref.{name}(" in needed]
        return "\n".join([STATE, *marks, *self.declarations.values(), *functions, ""])

    def plain(self, name: str) -> str:
        """A helper that exists in one version only."""
        self.functions.setdefault(f"ref.{name}", _PLAIN[name])
        return f"@ref.{name}"

    def intrinsic(self, name: str, result: str, parameters: Sequence[str]) -> str:
        """An LLVM intrinsic that is used as it is."""
        self.declarations.setdefault(name, f"declare {result} @{name}({', '.join(parameters)})")
        return f"@{name}"

    def scalar(self, op: str, result: str, parameters: Sequence[str], body: Callable[[], str]) -> str:
        """Define `@ref.op` on first use; its parameters are named %a, %b, %c."""
        name = f"ref.{op}"
        if name not in self.functions:
            self.functions[name] = ""
            named = ", ".join(f"{kind} %{letter}" for kind, letter in zip(parameters, "abcdefgh", strict=False))
            self.functions[name] = f"define internal {result} @{name}({named}) nounwind {{\n{body()}\n}}"
        return f"@{name}"

    def call(self, helper: str, result: str, arguments: Sequence[tuple[str, str]]) -> str:
        """The text of a call of the scalar helper, or of its vector version if an argument is a vector."""
        counts = {vector_parts(kind)[0] for kind, _ in arguments} - {0}
        if counts:
            helper = self._each(helper, result, [kind for kind, _ in arguments], counts.pop())
        shown = ", ".join(f"{kind} {value}" for kind, value in arguments)
        return f"call {result} {helper}({shown})"

    def _each(self, helper: str, result: str, kinds: list[str], count: int) -> str:
        name = "@" + ".".join([helper[1:], "each", *(mangle(kind) for kind in kinds)])
        if name[1:] in self.functions:
            return name
        element = vector_parts(result)[1]
        lines: list[str] = []
        vector = "poison"
        for i in range(count):
            arguments = []
            for k, kind in enumerate(kinds):
                width, part = vector_parts(kind)
                if width:
                    lines.append(f"  %x{i}.{k} = extractelement {kind} %p{k}, i32 {i}")
                arguments.append(f"{part} %x{i}.{k}" if width else f"{kind} %p{k}")
            call = f"call {element} {helper}({', '.join(arguments)})"
            lines.append(f"  {call}" if element == "void" else f"  %r{i} = {call}")
            if element != "void":
                lines.append(f"  %v{i} = insertelement {result} {vector}, {element} %r{i}, i32 {i}")
                vector = f"%v{i}"
        lines.append("  ret void" if element == "void" else f"  ret {result} {vector}")
        parameters = ", ".join(f"{kind} %p{k}" for k, kind in enumerate(kinds))
        self.functions[name[1:]] = (
            f"define internal {result} {name}({parameters}) nounwind {{\n" + "\n".join(lines) + "\n}"
        )
        return name


def like(kind: str, element: str) -> str:
    """The type with the shape of `kind` and another element."""
    return vector_of(vector_parts(kind)[0], element)
