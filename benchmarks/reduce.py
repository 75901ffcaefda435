"""Twelve failures shrunk by `gpucc reduce`: six mutants of the compiler, six faults of the front end.

    python -P benchmarks/reduce.py [--write] [NAME...]

Every input has at least a hundred lines. The result must fail in the same way with the fault, and without the fault the
compiler must accept it and agree with LLVM's JIT, so that it is a valid shader. `--write` puts the table into
docs/reduce.md.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import planted
from reduce_inputs import CROWD, SCENE
from sections import write_section

from gpucc import backend, driver
from gpucc.errors import GpuccError
from gpucc.frontend.build import functions
from gpucc.frontend.check import calls, expressions, loops
from gpucc.frontend.check.parts import PartChecker
from gpucc.frontend.compile import compile_source
from gpucc.frontend.parse.conditions import Condition
from gpucc.program import Stage
from gpucc.terminal.reduce import ReduceWishes, Shrinking, shrink
from gpucc.terminal.wishes import Choices, GivenSource

KERNELS = Path(__file__).resolve().parents[1] / "tests" / "kernels"
LEAST_LINES, MOST_LINES = 100, 15
LANES = 256
FRONT_END = ("condition", "smoothstep", "swizzle", "exponent", "countdown", "mod")


@dataclass(frozen=True)
class Case:
    """`plant` introduces the fault into the compiler within a `with` statement."""

    name: str
    fault: str
    text: str
    file: str
    isa: str
    plant: Callable[[], AbstractContextManager[None]]
    stage: Stage | None = None

    @property
    def of_front_end(self) -> bool:
        return self.file.endswith((".vert", ".frag")) and self.name in FRONT_END


def kernel(name: str) -> str:
    return (KERNELS / name).read_text()


def refusing(ours: Callable[..., Any], when: Callable[..., bool], message: str) -> Callable[..., Any]:
    """A method of the checker that also reports an error where there is none."""

    def method(self: Any, expr: Any, *more: Any) -> Any:
        if when(expr):
            self.report.error(message, expr.place)
        return ours(self, expr, *more)

    return method


def raising(ours: Callable[..., Any], when: Callable[..., bool], error: Exception) -> Callable[..., Any]:
    """A function that raises an error where the original succeeds."""

    def function(*given: Any) -> Any:
        if when(*given):
            raise error
        return ours(*given)

    return function


def _wrong_compare(ours: Callable[..., int]) -> Callable[..., int]:
    return lambda self, operator, *more: ours(self, ">" if operator == ">=" else operator, *more)


def _no_exponents(ours: Callable[..., Any]) -> Callable[..., Any]:
    return raising(ours, lambda text, *more: "e" in text, ValueError("no digits"))


CASES = (
    Case("difference", "a rule of lima-vp adds where it should subtract", kernel("hsv_to_rgb_O0.ll"), "hsv.ll",
    "lima-vp",
         lambda: planted.wrong_rules(difference="add(a, b)")),
    Case("opposite", "a rule of AGAL takes `opposite` for the condition itself", kernel("march_O0.ll"), "march.ll",
    "agal",
         lambda: planted.wrong_rules(opposite="sub(c, 0.0)"), "fragment"),
    Case("less a product", "a rule of pica200 forgets a sign", CROWD, "crowd.vert", "pica200",
         lambda: planted.wrong_rules(something_less_a_product="mad(a, b, c)")),
    Case("minimum", "simplification makes maxima of minima", SCENE, "scene.frag", "lima-pp",
         lambda: planted.replaced(backend, "simplify", planted.after(planted.other_op("fmin", "fmax")))),
    Case("arms", "flattening exchanges what is chosen", kernel("rgb_to_hsv_O0.ll"), "rgb.ll", "lima-vp",
         lambda: planted.replaced(backend, "flatten_small", planted.after(planted.swapped("select", 1, 2)))),
    Case("floor", "legalisation makes ceil of floor", CROWD, "crowd.vert", "lima-vp",
         lambda: planted.replaced(backend, "legalise", planted.before(planted.other_op("floor", "ceil")))),
    Case("condition", "the preprocessor takes >= for >", SCENE, "scene.frag", "lima-pp",
         lambda: planted.replaced(Condition, "compute", _wrong_compare)),
    Case("smoothstep", "a signature of smoothstep is missing", SCENE, "scene.frag", "lima-pp",
         lambda: planted.replaced(calls, "match", lambda ours: lambda signature,
         types: None if signature.name == "smoothstep"
                                  and not types[0].is_vector and types[2].is_vector else ours(signature, types))),
    Case("swizzle", "swizzles of stpq are refused", SCENE, "scene.frag", "lima-pp",
         lambda: planted.replaced(PartChecker, "swizzle", lambda ours: refusing(
             ours, lambda expr: set(expr.name) <= set("stpq"), "there is no such component"))),
    Case("exponent", "numbers with an exponent end the front end", SCENE, "scene.frag", "lima-pp",
         lambda: planted.replaced(expressions, "literal", _no_exponents)),
    Case("countdown", "a loop that counts down ends the front end", SCENE, "scene.frag", "lima-pp",
         lambda: planted.replaced(loops, "trip_count", lambda ours: raising(
             ours, lambda start, relation, bound, step: step < 0, ArithmeticError("a negative step")))),
    Case("mod", "the function mod ends the builder", SCENE, "scene.frag", "lima-pp",
         lambda: planted.entry(functions.EXACT, "mod",
         lambda ours: raising(ours, lambda *given: True, LookupError("mod")))),
)  # fmt: skip


@dataclass(frozen=True)
class Shrunk:
    case: Case
    result: Shrinking

    @property
    def lines(self) -> int:
        return count(self.result.text)

    def wrong(self) -> str:
        """The defect of the result, or "". Called without the fault in the compiler."""
        try:
            ((_, report),) = driver.verify(
                self.result.text.encode(), self.case.isa, lanes=LANES, name=self.case.file, stage=self.case.stage
            )
        except (LookupError, ValueError, ArithmeticError) as error:
            return f"{type(error).__name__} without the fault"
        if isinstance(report, GpuccError):
            return f"no valid input: {report}"
        if not report.passed:
            return "it differs without the fault"
        return "" if self.lines <= MOST_LINES else f"{self.lines} lines"


def count(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


def run(case: Case) -> Shrunk:
    """Shrink one case. For refusals of a front end, another compiler must decide whether a candidate is valid; here it
    is gpucc without the fault."""
    assert count(case.text) >= LEAST_LINES, f"{case.name} has {count(case.text)} lines"
    with tempfile.TemporaryDirectory() as folder, ExitStack() as fault:
        path = Path(folder) / case.file
        path.write_text(case.text)
        fault.enter_context(case.plant())

        def valid(text: str) -> bool:
            fault.close()
            try:
                compile_source(text, case.file, "glsl", "vertex" if case.file.endswith(".vert") else "fragment")
            except GpuccError:
                return False
            finally:
                fault.enter_context(case.plant())
            return True

        wishes = ReduceWishes(LANES, valid=valid if case.of_front_end else None)
        return Shrunk(case, shrink(GivenSource(path, case.file), case.isa, Choices(stage=case.stage), wishes))


def table(found: Sequence[Shrunk]) -> str:
    rows = [
        "| fault | input | target | lines | candidates | the failure | valid without the fault |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for one in found:
        case, result = one.case, one.result
        rows.append(
            f"| {case.fault} | {case.file} | {case.isa} | {count(case.text)} to {one.lines} | {result.tried} | "
            f"{str(result.symptom).replace('|', ' ')} | {one.wrong() or 'yes'} |"
        )
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", help="cases; all of them by default")
    parser.add_argument("--write", action="store_true", help="put the table into docs/reduce.md")
    arguments = parser.parse_args()
    found = []
    for case in CASES:
        if not arguments.names or case.name in arguments.names:
            found.append(run(case))
            print(f"{case.name}: {count(case.text)} lines to {found[-1].lines}, {found[-1].result.tried} candidates; "
                  f"{found[-1].wrong() or 'valid without the fault'}\n{found[-1].result.text}", flush=True)  # fmt: skip
    print(table(found))
    if arguments.write:
        write_section("docs/reduce.md", "failures", table(found))


if __name__ == "__main__":
    main()
