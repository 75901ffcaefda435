"""dEQP's shaders for OpenGL ES 2.0 (VK-GL-CTS, `data/gles2/shaders`): verdicts, and values on every target. Those for
OpenGL ES 3.0 have the same form.

The source of a case has placeholders for declarations and for code before and after its statements. They are filled as
in the suite, except that a fragment shader writes its values as its colour, four at a time, instead of comparing them
itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from conformance_deqp_file import ES_100, Case, Value, read_cases
from conformance_outcome import Outcome
from conformance_targets import STAGE_TARGETS, Refused, compile_for, fitted
from numpy.typing import NDArray

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_pair, compile_source
from gpucc.program import Program, Stage

TITLE = "dEQP, OpenGL ES 2.0 (`data/gles2/shaders`)"
FOLDER = "data/gles2/shaders"
REASONS: dict[str, str] = {}
# the suite's tolerance for values, both relative and absolute
TOLERANCE = 0.05
STAGES: tuple[Stage, Stage] = ("vertex", "fragment")
LETTERS = "xyzw"
SHAPE = re.compile(r"(?:([ibu]?)vec|mat[234]x|(mat))([234])|(float|u?int|bool)")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a version of GLSL for what the stages take and give."""

    attribute: str
    given: str
    taken: str
    color: str
    declared_color: tuple[str, ...] = ()


OLD = Words("attribute", "varying", "varying", "gl_FragColor")
NEW = Words("in", "out", "in", "dEQP_FragColor", ("layout(location = 0) out highp vec4 dEQP_FragColor;",))


def words(case: Case) -> Words:
    return OLD if case.version == ES_100 else NEW


def position(case: Case) -> str:
    return f"{words(case).attribute} highp vec4 dEQP_Position;"


@cache
def files(root: Path, folder: str) -> dict[str, dict[str, Case]]:
    return {
        path.name: {case.name: case for case in read_cases(path)} for path in sorted((root / folder).glob("*.test"))
    }


def cases(root: Path, folder: str = FOLDER) -> list[tuple[str, str]]:
    return [(file, name) for file, found in files(root, folder).items() for name in found]


def run(root: Path, file: str, name: str, folder: str = FOLDER) -> list[Outcome]:
    return list(outcomes(files(root, folder)[file][name]))


def outcomes(case: Case) -> Iterator[Outcome]:
    if case.vertex and case.fragment:
        yield pair_verdict(case)
        if case.expect == "pass":
            yield from pair_values(case)
        return
    for stage in STAGES:
        source = case.both[0] if case.both else next(iter(getattr(case, stage)), None)
        if source is not None:
            yield verdict(case, source, stage)
            if case.expect == "pass":
                yield from values(case, source, stage)


# verdicts -------------------------------------------------------------------------------------------------------------


def verdict(case: Case, source: str, stage: Stage) -> Outcome:
    return judged(case, lambda: compile_source(filled(case, source, stage), "case", "glsl", stage, strict_es=True))


def pair_verdict(case: Case) -> Outcome:
    texts = pair_texts(case)
    return judged(case, lambda: compile_pair(("case.vert", texts[0]), ("case.frag", texts[1]), strict_es=True))


def judged(case: Case, compile: Any) -> Outcome:
    wanted = case.expect in ("pass", "build_successful")
    question = "accept" if wanted else "refuse"
    try:
        compile()
    except GpuccError as error:
        return Outcome(question, "wrong" if wanted else "right", f"{error.location}: {error.message}" if wanted else "")
    return Outcome(question, "right" if wanted else "wrong", "" if wanted else "accepted")


# the suite's frames ---------------------------------------------------------------------------------------------------


def float_type(type: str) -> str:
    return re.sub("^[ibu]vec", "vec", type) if "vec" in type else type if "mat" in type else "float"


def is_float(type: str) -> bool:
    return float_type(type) == type


def components(type: str) -> list[str]:
    """The suffixes that select each component of a value of the type."""
    shape = SHAPE.fullmatch(type)
    if shape is None or shape[4]:
        return [""]
    if type.startswith("mat"):
        return [f"[{column}][{row}]" for column in range(int(type[3])) for row in range(int(shape[3]))]
    return [f".{letter}" for letter in LETTERS[: int(shape[3])]]


def declared(type: str, name: str) -> str:
    return f"{'' if type.startswith('b') else 'highp '}{type} {name};"


def input_lines(values: Sequence[Value], storage: str, source: str) -> tuple[list[str], list[str]]:
    """Declarations and setup code: integers and booleans are passed as floats. Some sources declare their uniforms
    themselves."""
    heads, setup = [], []
    for one in values:
        if (
            one.kind == "uniform"
            and not re.search(rf"\buniform\b[^;]*\b{re.escape(one.name)}\s*;", source)
            and "." not in one.name
        ):
            heads.append(f"uniform {declared(one.type, one.name)}")
        if one.kind == "input":
            heads.append(
                f"{storage} highp {float_type(one.type)} {one.name if is_float(one.type) else 'in_' + one.name};"
            )
            if not is_float(one.type):
                setup.append(f"{declared(one.type, one.name)[:-1]} = {one.type}(in_{one.name});")
    return heads, setup


def color_lines(values: Sequence[Value], group: int, color: str) -> str:
    """Write four components of the case's results as the colour."""
    parts = [f"float({one.name}{part})" for one in values if one.kind == "output" for part in components(one.type)]
    chosen = (parts[4 * group : 4 * group + 4] + ["0.0"] * 4)[:4]
    return f"{color} = vec4({', '.join(chosen)});"


def groups(case: Case) -> int:
    return max(1, -(-sum(len(components(one.type)) for one in case.values if one.kind == "output") // 4))


def filled(case: Case, source: str, stage: Stage, group: int = 0) -> str:
    outputs = [one for one in case.values if one.kind == "output"]
    known = words(case)
    heads, setup = input_lines(case.values, known.attribute if stage == "vertex" else known.taken, source)
    if stage == "vertex":
        heads = [position(case), *heads]
        heads += [
            f"{known.given} highp {float_type(one.type)} {one.name if is_float(one.type) else 'out_' + one.name};"
            for one in outputs
        ]
        heads += [declared(one.type, one.name) for one in outputs if not is_float(one.type)]
        end = ["gl_Position = dEQP_Position;"]
        end += [f"out_{one.name} = {float_type(one.type)}({one.name});" for one in outputs if not is_float(one.type)]
    else:
        heads += [*known.declared_color, *(declared(one.type, one.name) for one in outputs)]
        end = [color_lines(case.values, group, known.color)]
    place = "gl_Position" if stage == "vertex" else known.color
    return replaced(
        case, source, {"DECLARATIONS": heads, "SETUP": setup, "OUTPUT": end, "POSITION_FRAG_COLOR": [place]}
    )


def pair_texts(case: Case, group: int = 0) -> tuple[str, str]:
    known = words(case)
    heads, setup = input_lines(case.values, known.attribute, case.vertex[0])
    outputs = [one for one in case.values if one.kind == "output"]
    vertex = {
        "VERTEX_DECLARATIONS": [position(case), *heads],
        "VERTEX_SETUP": setup,
        "VERTEX_OUTPUT": ["gl_Position = dEQP_Position;"],
    }
    uniforms, _ = input_lines([one for one in case.values if one.kind == "uniform"], "", case.fragment[0])
    fragment = {
        "FRAGMENT_DECLARATIONS": [*known.declared_color, *uniforms, *(declared(one.type, one.name) for one in outputs)],
        "FRAGMENT_OUTPUT": [color_lines(case.values, group, known.color)] if outputs else [],
        "FRAG_COLOR": [known.color],
    }
    return replaced(case, case.vertex[0], vertex), replaced(case, case.fragment[0], fragment)


def replaced(case: Case, source: str, holes: dict[str, list[str]]) -> str:
    """Fill the placeholders without adding lines, so that the line numbers that a case tests stay the same. A source of
    a newer version that does not name it gets a first line that does."""
    text = re.sub(r"\$\{(\w+)(?::[\w-]+)?\}", lambda hole: " ".join(holes.get(hole[1], [])), source).strip("\n")
    named = case.version == ES_100 or text.lstrip().startswith("#version")
    return text if named else f"#version {case.version}\n{text}"


# values ---------------------------------------------------------------------------------------------------------------


def arrays(case: Case) -> dict[str, NDArray[Any]]:
    """The inputs of the case, lanes first; columns of a matrix one after the other."""
    found: dict[str, NDArray[Any]] = {"dEQP_Position": np.zeros((lanes(case), 4), np.float32)}
    for one in case.values:
        if one.kind != "output":
            table = np.array(one.rows, np.float32)
            name = one.name if one.kind == "uniform" or is_float(one.type) else f"in_{one.name}"
            if one.type.startswith("mat"):
                table = table.reshape(len(table), int(one.type[3]), -1)
            found[name] = table[:, 0] if table.shape[1:] == (1,) else table
    return found


def lanes(case: Case) -> int:
    return max((len(one.rows) for one in case.values), default=1)


def expected(case: Case) -> list[tuple[Value, NDArray[Any]]]:
    return [(one, np.array(one.rows, np.float64)) for one in case.values if one.kind == "output"]


def values(case: Case, source: str, stage: Stage) -> Iterator[Outcome]:
    for isa, target in STAGE_TARGETS[stage]:
        question = f"{stage} on {isa}"
        try:
            if stage == "vertex":
                program = compile_for(filled(case, source, stage), isa, target, stage, question)
                yield compared(case, question, vertex_results(case, ran(program, case, arrays(case))))
            else:
                yield compared(case, question, fragment_results(case, source, isa, target, question))
        except Refused as refused:
            yield refused.outcome


def ran(program: Program, case: Case, given: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The program's outputs, lanes first. Each set of uniforms needs a run of its own."""
    uniforms = [one.name for one in case.values if one.kind == "uniform"]
    if not uniforms:
        return program.run(fitted(program, given, lanes(case)))
    runs = []
    for lane in range(lanes(case)):
        set_of_values = {
            name: table[min(lane, len(table) - 1) if name in uniforms else slice(lane, lane + 1)]
            for name, table in given.items()
        }
        runs.append(program.run(fitted(program, set_of_values, 1)))
    return {name: np.concatenate([found[name] for found in runs]) for name in runs[0]}


def vertex_results(case: Case, found: dict[str, NDArray[Any]]) -> NDArray[Any]:
    columns = []
    for one, table in expected(case):
        name = one.name if is_float(one.type) else f"out_{one.name}"
        parts = [found[name]] if name in found else [found[f"{name}.{k}"] for k in range(int(one.type[3]))]
        columns += [part.reshape(len(part), -1) for part in parts]
        assert sum(part.reshape(len(part), -1).shape[1] for part in parts) == table.shape[1]
    return np.concatenate(columns, axis=1) if columns else np.zeros((1, 0))


def fragment_results(case: Case, source: str, isa: str, target: Any, question: str) -> NDArray[Any]:
    columns = []
    for group in range(groups(case)):
        program = compile_for(filled(case, source, "fragment", group), isa, target, "fragment", question)
        found = ran(program, case, arrays(case))
        columns.append(next(found[slot.name] for slot in program.interface.outputs))
    return np.concatenate(columns, axis=1)


def compared(case: Case, question: str, found: NDArray[Any]) -> Outcome:
    tables = [table for _, table in expected(case)]
    if not tables:
        return Outcome(question, "right")
    wanted = np.concatenate(tables, axis=1)
    got = np.broadcast_to(found, (max(len(found), len(wanted)), found.shape[1]))[:, : wanted.shape[1]]
    exact = np.concatenate([np.full(table.shape[1], not is_float(one.type)) for one, table in expected(case)])
    allowed = np.where(exact, 0.5, TOLERANCE * (1 + np.abs(wanted)))
    wrong = ~(np.abs(got - wanted) <= allowed)
    if not wrong.any():
        return Outcome(question, "right")
    lane, column = np.argwhere(wrong)[0]
    return Outcome(
        question, "wrong", f"lane {lane}, component {column}: {got[lane, column]:g}, not {wanted[lane, column]:g}"
    )


def pair_values(case: Case) -> Iterator[Outcome]:
    """Both stages on two targets that belong together: the outputs of the vertex stage are the inputs of the fragment
    stage."""
    for (isa, target), (other, options) in zip(STAGE_TARGETS["vertex"], STAGE_TARGETS["fragment"], strict=True):
        question = f"both on {isa}, {other}"
        try:
            columns = []
            for group in range(groups(case)):
                vertex, fragment = pair_texts(case, group)
                one = compile_for(vertex, isa, target, "vertex", question)
                two = compile_for(fragment, other, options, "fragment", question)
                passed = ran(one, case, arrays(case))
                found = ran(two, case, {**arrays(case), **passed})
                columns.append(next(found[slot.name] for slot in two.interface.outputs))
            yield compared(case, question, np.concatenate(columns, axis=1))
        except Refused as refused:
            yield refused.outcome
