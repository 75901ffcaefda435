"""Tests of a single pass: a text file holds the input and the expected output.

The folder names the pass. The file begins with comments: one or more lines of prose, then options as `; NAME: VALUE`.
The input follows, a line `; becomes`, and the output. Options: `format` (of numbers), `available` (neutral ops, or the
name of a set of them), `limit`, `level`, `bind`, `stage`, and `values`, which selects how the outputs of a graph are
compared: `exact` on awkward values, `finite` on ordinary ones, `close` within a few roundings, `none`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from graphtext import parse_graph

from gpucc.isa.model import FP16, FP24, FP32, Format
from gpucc.isel import Selector
from gpucc.isel.sections import select_sections
from gpucc.isel.text import show_selected
from gpucc.lowering.check import check_graph
from gpucc.lowering.flow.flatten import flatten, flatten_small
from gpucc.lowering.graph import Graph
from gpucc.lowering.legalise.legalise import legalise
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.lowering.simplify.chains import regroup_chains
from gpucc.lowering.simplify.idioms import find_idioms
from gpucc.lowering.simplify.simplify import simplify
from gpucc.lowering.source import load
from gpucc.lowering.text import format_graph
from gpucc.reading import Reading, canonical
from gpucc.targets import agal, lima_pp, lima_vp, pica200

FOLDER = Path(__file__).parent
BECOMES = "; becomes\n"
OPTIONS = frozenset("format available limit level bind stage values lanes".split())
FORMATS: dict[str, Format] = {"fp32": FP32, "fp24": FP24, "fp16": FP16, "blend": replace(FP32, blend_select=True)}
# the neutral operations of a target similar to AGAL
FEW = (
    "fadd fsub fmul fdiv fmin fmax sqrt exp2 log2 pow sin cos fabs fneg floor foeq fune folt fole band bor bnot select"
    " btof texture part discard uniform_at"
)
Options = Mapping[str, str]


@dataclass(frozen=True)
class Case:
    path: Path
    about: str
    options: Options
    given: str
    expected: str

    @property
    def name(self) -> str:
        return self.path.relative_to(FOLDER).with_suffix("").as_posix()

    def with_output(self, text: str) -> str:
        """The text of the file with this output."""
        head = "".join(f"; {line}\n" for line in self.about.splitlines())
        options = "".join(f"; {key}: {value}\n" for key, value in self.options.items())
        return f"{head}{options}{self.given}{BECOMES}{text}"


def read_case(path: Path) -> Case:
    """Parse a file. A missing output is empty, for `--bless` to fill in."""
    head, _, expected = path.read_text().partition(BECOMES)
    lines = head.splitlines(keepends=True)
    about: list[str] = []
    options: dict[str, str] = {}
    while lines and lines[0].startswith("; "):
        line = lines.pop(0)[2:].strip()
        key, colon, value = line.partition(": ")
        if colon and key in OPTIONS:
            options[key] = value
        else:
            about.append(line)
    if BECOMES in expected or sum(line.startswith("graph ") for line in lines) > 1:
        raise ValueError(f"{path}: a file has one graph; write another file for the other")
    return Case(path, "\n".join(about), options, "".join(lines), expected)


def cases() -> list[Case]:
    return [read_case(path) for path in sorted(FOLDER.glob("*/*.txt"))]


# passes ---------------------------------------------------------------------------------------------------------------


def _format(options: Options) -> Format:
    return FORMATS[options.get("format", "fp32")]


def _available(options: Options) -> frozenset[str] | None:
    return (
        frozenset((FEW if options["available"] == "few" else options["available"]).split())
        if "available" in options
        else None
    )


def _legalise(graph: Graph, options: Options) -> Graph:
    return legalise(graph, format=_format(options), available=_available(options) or frozenset(FEW.split()))


def _flatten(graph: Graph, options: Options) -> Graph:
    return flatten_small(graph, int(options["limit"])) if "limit" in options else flatten(graph)


GRAPHS: dict[str, Callable[[Graph, Options], Graph]] = {
    "simplify": lambda graph, options: simplify(graph, _available(options), _format(options)),
    "chains": lambda graph, options: regroup_chains(graph, int(options.get("lanes", "1"))),
    "flatten": _flatten,
    "legalise": _legalise,
    "idioms": lambda graph, _: find_idioms(graph),
}


FUNCTION = re.compile(r"^define .*?^}\n", re.MULTILINE | re.DOTALL)
# attributes of functions in LLVM's text, whose numbers and contents differ between versions
NOTES = re.compile(r" (?:#\d+|local_unnamed_addr)(?= )")


def _functions(text: str) -> str:
    """The functions that a module defines."""
    return "\n".join(NOTES.sub("", function) for function in FUNCTION.findall(text))


def _optimise(text: str, options: Options) -> str:
    return optimise(text, level=int(options.get("level", "2")), unroll="limit" not in options)


def _canonicalise(text: str, options: Options) -> str:
    bind = options["bind"].split() if "bind" in options else None
    return canonical(load(text, name="<filetest>"), None, None, bind, "vertex", Reading()).text


TEXTS: dict[str, Callable[[str, Options], str]] = {"optimise": _optimise, "canonicalise": _canonicalise}


@cache
def _selector(name: str) -> Selector:
    match name:
        case "select_agal":
            return agal.agal_selector("vertex", 2)
        case "select_lima_vp":
            return lima_vp.lima_vp_selector("agreed")
        case "select_lima_pp":
            return lima_pp.lima_pp_selector("agreed")
    return pica200.pica200_selector()


SELECTIONS = ("select_agal", "select_lima_vp", "select_lima_pp", "select_pica200")


def _select(name: str, graph: Graph) -> str:
    sections = select_sections(_selector(name), lay_out(graph))
    return "\n".join(f"{section.name}:\n{show_selected(section.selected, rules=True)}" for section in sections)


def graphs_of(case: Case) -> tuple[Graph, Graph]:
    """The input and the output of the pass, both verified; except for idioms, whose compound operations are not valid
    in a graph."""
    name = case.path.parent.name
    graph = parse_graph(case.given)
    check_graph(graph, "reading")
    result = GRAPHS[name](graph, case.options)
    if name != "idioms":
        check_graph(result, name)
    return graph, result


def run(case: Case) -> str:
    """The output of the pass as text."""
    name = case.path.parent.name
    if name in GRAPHS:
        return format_graph(graphs_of(case)[1])
    if name in TEXTS:
        return _functions(TEXTS[name](case.given, case.options))
    graph = parse_graph(case.given)
    check_graph(graph, "reading")
    return _select(name, graph)
