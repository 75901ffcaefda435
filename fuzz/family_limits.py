"""Small loops whose limits are minima, maxima and sums of uniforms and constants. Loops stand in each other or follow
each other, have breaks, and leave counters that are read afterwards.

LLVM turns the comparisons of such loops into others, and the passes that count their rounds must undo that. Most
mistakes of those passes lay where a counter steps past a limit, begins beyond it or wraps round.
"""

from __future__ import annotations

from dataclasses import field

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell
from gpucc.fuzz.trials import FuzzFamily, FuzzSample
from gpucc.isa.model import Isa
from gpucc.program import Stage
from gpucc.records import dataclass

VARIABLES = ("a", "b", "c")
# limits by the constant that bounds them and a smaller number; N is a number that the program is given
LIMITS = (
    "{most}", "min(N, {most})", "min(N, {most})", "min(N + {few}, {most})", "min(N, {most} - {few}) + {few}",
    "max(min(N, {most}), {few})", "min(max(N, {few}), {most})", "min(min(N, m), {most})", "(N < {most} ? N : {most})",
    "min(N * 2, {most})", "min({most}, N - {few})", "max({few}, {most} - N)",
)  # fmt: skip
GIVEN = ("n", "n", "m", "int(v.w * 4.0)")
LEAVES = ("a", "b", "c", "v.x", "v.y", "v.z", "1.0", "0.25", "-0.5")
VALUES = ("{} + {}", "{} * 0.5 + {}", "{} - {}", "min({}, {})", "{} * 0.25 - {}")
COUNTERS = ("i", "j")
MOST, FEW = (12, 9, 5, 3), (1, 2, 3)
# where loops are unrolled, the program must stay short
SHORT = (5, 4, 3)


@dataclass
class _Limits:
    draws: Draws
    most: tuple[int, ...]
    counters: list[str] = field(default_factory=list)

    def loop(self, depth: int) -> str:
        draws = self.draws
        name = COUNTERS[len(self.counters)]
        limit = self.limit()
        start = draws.one(("0", "0", "0", "1", "-1", "2", f"min({self.given()}, 2)", *self.counters))
        step = draws.one(("1", "1", "1", "1", "2", "3"))
        test = draws.one(("<", "<", "<", "<=", "!=" if start == "0" and step == "1" else "<"))
        head = f"{name} = {start}; {name} {test} {limit}; {name} += {step}"
        if draws.chance(5):
            head = f"{name} = {limit}; {name} {draws.one(('>', '>='))} {start}; {name} -= {step}"
        self.counters.append(name)
        body = self.body(depth)
        self.counters.pop()
        match draws.number(0, 5):
            case 4:
                first, kept, moved = head.split("; ")
                return f"{first}; while ({kept}) {{ {moved}; {body} }}"
            case 5:
                # the limit stands in a condition beside another one
                first, kept, moved = head.split("; ")
                return f"for ({first}; {kept} && {self.test()}; {moved}) {{ {body} }}"
        return f"for ({head}) {{ {body} }}"

    def body(self, depth: int) -> str:
        draws = self.draws
        parts = [self.statement() for _ in range(draws.number(1, 2))]
        if depth and not draws.chance(3):
            parts.insert(draws.below(len(parts) + 1), self.loop(depth - 1))
        if draws.chance(2):
            kept = f"{self.statement()} " if draws.chance(2) else ""
            word = draws.one(("break", "break", "continue"))
            parts.insert(draws.below(len(parts) + 1), f"if ({self.test()}) {{ {kept}{word}; }}")
        return " ".join(parts)

    def given(self) -> str:
        return self.draws.one((*GIVEN, *self.counters))

    def limit(self) -> str:
        text = self.draws.one(LIMITS).format(most=self.draws.one(self.most), few=self.draws.one(FEW))
        return text.replace("N", self.given())

    def statement(self) -> str:
        draws = self.draws
        value = draws.one(VALUES).format(self.leaf(), self.leaf())
        text = f"{draws.one(VARIABLES)} = {value};"
        return f"if ({self.test()}) {{ {text} }}" if draws.chance(4) else text

    def leaf(self) -> str:
        return self.draws.one((*LEAVES, *(f"float({name}) * 0.125" for name in self.counters)))

    def test(self) -> str:
        draws = self.draws
        if self.counters and draws.chance(2):
            return f"{draws.one(self.counters)} {draws.one(('==', '>', '<', '>=', '!='))} {self.limit()}"
        return f"{self.leaf()} {draws.one(('>', '<'))} {draws.one(LEAVES)}"


def limits(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    maker = _Limits(draws, MOST if isa.loops else SHORT)
    lines = [
        "float a = v.x; float b = 0.0; float c = v.y;",
        "int i = 0; int j = 0;",
        *(maker.loop(int(draws.chance(2))) for _ in range(draws.number(1, 2))),
    ]
    result = draws.one(("vec4(a, b, c, 1.0)", "vec4(a, b, float(i), float(j))"))
    shell = Shell("glsl", stage, {"v": "vec4"}, ("int n", "int m"), modern=True)
    return FuzzSample(shell.program(lines, result), shell.name, stage, refusable=True, undefinable=True, lanes=128)


FAMILIES = (FuzzFamily("limits", limits, 2),)
