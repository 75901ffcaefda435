"""The outside evidence on lima-pp (tests/reference/lima-pp) as checks of any version of the ISA record.

Mesa's disassembly is parsed here independently and compared with decoded instructions field by field; recorded programs
are executed on recorded inputs. Each check returns the contradiction, or None; the mutation campaign applies the same
checks to records with a mistake.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from lima_outside import recorded_documents, rows_of_uniform, word_bytes

from gpucc.emit.lima_pp import LimaPpCoder, coder, decode, encode, starts
from gpucc.interp.data import Batch, Outcome, Texture
from gpucc.interp.lima_pp_check import check
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import SamplerState, Source
from gpucc.isa.pipeline import Packet, PipeIsa, UnitPart
from gpucc.program import Interface, Program, Slot
from gpucc.targets.lima_pp import simulate

FOLDER = Path(__file__).resolve().parents[1] / "reference" / "lima-pp"
LANES = "xyzw"
UNITS = {
    "v": "varying",
    "u": "uniform",
    "t": "uniform",
    "v0": "vmul",
    "s0": "smul",
    "v1": "vadd",
    "s1": "sadd",
    "s2": "combine",
}
PIPES = {
    "^const0": "const0",
    "^const1": "const1",
    "^texture": "sampler",
    "^uniform": "uniform",
    "^v0": "vmul",
    "^s0": "smul",
}
SHIFTS = {0: "mul", 1: "mul_x2", 2: "mul_x4", 3: "mul_x8", 4: "mul_d16", 5: "mul_d8", 6: "mul_d4", 7: "mul_d2"}
PREFIXES = ("add_", "combine_", "scalar_")


@cache
def documents() -> tuple[dict[str, Any], dict[str, Any]]:
    return recorded_documents(FOLDER)


@dataclass(frozen=True)
class Recorded:
    """Instructions with their disassembly; `program` is the record of a whole program."""

    name: str
    words: tuple[str, ...]
    disassembly: tuple[str, ...]
    program: dict[str, Any] | None = None

    @property
    def code(self) -> bytes:
        return b"".join(word_bytes(word) for word in self.words)

    @property
    def right(self) -> bool:
        return self.program is not None and "mesa_wrong" not in self.program


@cache
def recorded() -> tuple[Recorded, ...]:
    programs, encodings = documents()
    found = [Recorded(p["name"], tuple(p["words"]), tuple(p["disassembly"]), p) for p in programs["programs"]]
    for number, single in enumerate([*encodings["instructions"], *encodings["wiki_examples"]]):
        found.append(Recorded(f"single{number}", (single["words"],), (single["disassembly"],)))
    return tuple(found)


# encoding and meaning of single instructions --------------------------------------------------------------------------

Meaning = dict[str, object]


def mesa_meaning(text: str, word: int) -> Meaning:
    """One recorded instruction as facts: the operation of every unit, stop and sync. `word` is its position in the
    program."""
    found: Meaning = {}
    for part in text.split(", "):
        head, *operands = part.split()
        opcode, *dots = head.split(".")
        if head in ("stop", "sync"):
            found[head] = True
        elif opcode in ("const0", "const1"):
            found[opcode] = tuple(operands)
        elif opcode == "branch":
            condition = dots[0] if dots else ""
            found["branch"] = (condition, *(_operand(operand) for operand in operands[:-1]), int(operands[-1]) - word)
        elif opcode == "discard":
            found["branch"] = "discard"
        elif opcode == "texld":
            cube, lod = "cube" in dots, operands[1] if len(operands) > 1 else ""
            found["sampler"] = ("cube" if cube else "2d", operands[0], lod)
        elif opcode in ("load", "store") and dots[-1] in ("u", "t"):
            name = "store" if opcode == "store" else f"load.{dots[-1]}"
            source = (re.sub(r"\.[xyzw]", "", operands[1]), operands[1].partition(".")[2]) if opcode == "store" else ()
            found["store" if opcode == "store" else "uniform"] = (name, operands[0], *source)
        elif opcode == "load":
            found["varying"] = (".".join(dots[:-1]), operands[0], *_varying(operands[1]))
        else:
            unit = UNITS[dots[-1]]
            found[unit] = (opcode, dots[0] if len(dots) > 1 else "", *_arithmetic(unit, opcode, operands))
    return found


def _varying(text: str) -> tuple[object, ...]:
    inner = re.fullmatch(r"cube\((.*)\)", text)
    body = inner[1] if inner else text
    return ("cube" if inner else "", _operand(body) if "$" in body.split("+")[0] else body)


def _arithmetic(unit: str, opcode: str, operands: list[str]) -> tuple[object, ...]:
    """Destination or "", then operands; the number of operands determines whether there is a destination."""
    shift = ""
    plain = []
    for operand in operands:
        match = re.fullmatch(r"(.*)<<(\d)", operand)
        shift = match[2] if match else shift
        plain.append(match[1] if match else operand)
    count = (
        1
        if opcode in ("mov", "not", "floor", "ceil", "fract", "sum3", "sum4") or (unit == "combine" and opcode != "mul")
        else 2
    )
    dest = plain[0] if len(plain) > count else ""
    read = plain[len(plain) - count :]
    if unit in ("vmul", "smul") and not dest and len(plain) != count:
        raise AssertionError(operands)
    return (shift, dest, *(_operand(operand) for operand in read))


def _operand(text: str) -> tuple[object, ...]:
    """Sign, absolute value, register, components."""
    negate = text.startswith("-")
    body = text[1:] if negate else text
    inner = re.fullmatch(r"abs\((.*)\)", body)
    name, _, lanes = (inner[1] if inner else body).partition(".")
    return negate, bool(inner), name, lanes


def our_meaning(found: LimaPpCoder, packet: Packet) -> Meaning:
    """The same facts for a decoded instruction, in Mesa's spelling."""
    meaning: Meaning = {name: True for name in ("stop", "sync") if getattr(packet, name)}
    for part in packet.parts:
        meaning[part.unit] = _ours(found, part)
    return meaning


def _ours(found: LimaPpCoder, part: UnitPart) -> object:
    op = found.ops[part.op]
    scalar = [port.scalar for port in found.form(part).ports]
    shown = [_source(source, flat) for source, flat in zip(part.sources, scalar, strict=False) if source is not None]
    match part.unit:
        case "const0" | "const1":
            halves = np.array([part.setting(lane) for lane in LANES], np.uint16).view(np.float16)
            return tuple(f"{float(value):.6f}" for value in halves)
        case "branch":
            if op.effect == "discard":
                return "discard"
            return (part.op.removeprefix("branch").removeprefix("_"), *shown, part.setting("target"))
        case "sampler":
            lod = part.sources[0] if part.sources else None
            offset = _offset(part, 1)
            return (part.op.removeprefix("texld_"), f"{part.setting('index')}{offset}", _name(lod) if lod else "")
        case "uniform":
            return (f"load.{'u' if part.op == 'uniform' else 't'}", _place(part, 0))
        case "store":
            source = part.sources[0]
            assert source is not None
            lanes = LANES[source.swizzle[0]] if part.setting("align") == 1 else ""
            return ("store", _place(part, 1), f"${source.number}", lanes)
        case "varying":
            perspective = {0: "", 2: "perspective.z", 3: "perspective.w"}[part.setting("perspective")]
            system = {"frag_coord": "gl_FragCoord", "point_coord": "gl_PointCoord", "front_facing": "gl_FrontFacing"}
            body: object = system.get(part.op) or (shown[0] if part.op.endswith("register") else _place(part, 0))
            return (perspective, _dest(part, False), "cube" if "cube" in part.op else "", body)
    name = part.op
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    shift = next((str(code) if code else "" for code, shifted in SHIFTS.items() if shifted == name), "")
    name = {"dfdx": "dFdx", "dfdy": "dFdy", "scale": "mul"}.get(name, "mul" if shift else name)
    form = found.form(part)
    assert form.target is not None
    return (name, part.modifier, shift, _dest(part, form.target.scalar), *shown)


def _name(source: Source) -> str:
    return f"${source.number}.{LANES[source.swizzle[0]]}"


def _offset(part: UnitPart, port: int) -> str:
    source = part.sources[port] if len(part.sources) > port else None
    return f"+{_name(source)}" if source is not None and source.file == "register" else ""


def _place(part: UnitPart, port: int) -> str:
    """The place as Mesa prints it; Mesa divides negative places towards zero."""
    align = part.setting("align")
    first = part.setting("index") * align
    lane = first & 3
    lanes = "" if align == 4 else "." + LANES[lane : lane + align]
    return f"{int(first / 4)}{lanes}{_offset(part, port)}"


def _dest(part: UnitPart, scalar: bool) -> str:
    if part.dest is None:
        return ""
    name = "^discard" if part.dest.file == "discard" else f"${part.dest.number}"
    lanes = "".join(LANES[i] for i in range(4) if part.dest.mask >> i & 1)
    return name if lanes == LANES else f"{name}.{lanes}"


def _source(source: Source, scalar: bool) -> tuple[object, ...]:
    names = {unit: name for name, unit in PIPES.items()}
    name = f"${source.number}" if source.file == "register" else names.get(source.file, source.file)
    lanes = "".join(LANES[i] for i in source.swizzle)
    shown = LANES[source.swizzle[0]] if scalar else "" if lanes == LANES else lanes
    return source.negate, source.absolute, name, "" if scalar and source.file == "smul" else shown


def words_wrong(entry: Recorded, isa: PipeIsa = LIMA_PP) -> str | None:
    """Check that every instruction decodes, encodes to itself, and has the meaning in Mesa's disassembly."""
    packets = decode(entry.code, isa)
    if encode(packets, isa) != entry.code or len(packets) != len(entry.words):
        return f"{entry.name}: the words do not encode to themselves"
    found = coder(isa)
    for number, (packet, text, place) in enumerate(
        zip(packets, entry.disassembly, starts(found, packets), strict=False)
    ):
        ours, mesas = our_meaning(found, packet), mesa_meaning(text, place)
        if ours != mesas:
            keys = sorted(key for key in ours.keys() | mesas.keys() if ours.get(key) != mesas.get(key))
            return f"{entry.name} {number}: " + "; ".join(
                f"{key}: {ours.get(key)} is not {mesas.get(key)}" for key in keys
            )
    return None


# programs -------------------------------------------------------------------------------------------------------------


@cache
def textures() -> tuple[dict[int, Texture], Texture]:
    given = documents()[0]["textures"]
    flat = {int(number): Texture((np.array(texels, np.float32),)) for number, texels in given["2d"].items()}
    cube = np.array(given["cube_faces_px_nx_py_ny_pz_nz"], np.float32).reshape(6, 1, 1, 4)
    return flat, Texture((cube,))


def fragments(record: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The inputs and the expected outputs of each lane; quads are four lanes."""
    found = []
    for vector in record["vectors"]:
        for lane in vector.get("quad", [vector] * 4):
            found.append((vector, lane))
    return found


def program_of(entry: Recorded, isa: PipeIsa = LIMA_PP) -> Program:
    record = entry.program
    assert record is not None
    layout = record["layout"]
    last = max([place[0] for places in layout["varyings"].values() for place in places], default=-1)
    builtins = ("gl_FragCoord", "gl_PointCoord", "gl_FrontFacing")
    inputs = [Slot(name, "input", last + 1 + i, "ffff", builtin=name) for i, name in enumerate(builtins)]
    samplers = []
    for name, number in layout["samplers"].items():
        cube = f"samplerCube {name}" in record["glsl"]
        state = SamplerState("cube" if cube else "2d", wrap="repeat")
        samplers.append(Slot(name, "sampler", number, "", "sampler", sampler=state))
    outputs = (Slot("gl_FragColor", "output", 0, "ffff"),)
    interface = Interface(tuple(inputs), outputs, (), tuple(samplers))
    return Program(isa.name, "fragment", entry.code, interface, options=(("outputs", str(layout["color_register"])),))


def batch(record: dict[str, Any]) -> Batch:
    """All vectors of a program as lanes; uniforms differ by lane."""
    layout = record["layout"]
    lanes = fragments(record)
    last = max([place[0] for places in layout["varyings"].values() for place in places], default=-1)
    inputs = np.full((len(lanes), last + 4, 4), np.nan, np.float32)
    count = max([uniform["vec4"] + uniform["count"] for uniform in layout["uniforms"]], default=0)
    uniforms = np.zeros((len(lanes), count, 4), np.float32)
    for i, (vector, lane) in enumerate(lanes):
        for name, value in lane["varyings"].items():
            for (slot, component), number in zip(layout["varyings"][name], np.ravel(value), strict=True):
                inputs[i, slot, component] = number
        for offset, name in enumerate(("frag_coord_raw", "gl_PointCoord", "gl_FrontFacing")):
            if name in vector:
                values = np.atleast_1d(np.asarray(vector[name], np.float32))
                inputs[i, last + 1 + offset, : len(values)] = values
        for uniform in layout["uniforms"]:
            value = (
                documents()[0][uniform["name"]]
                if uniform["name"] == "gl_FbWposYTransform"
                else vector["uniforms"][uniform["name"]]
            )
            for row, values in enumerate(rows_of_uniform(value, uniform["count"])):
                uniforms[i, uniform["vec4"] + row, : len(values)] = values
    flat, cube = textures()
    images = {
        number: cube if f"samplerCube {name}" in record["glsl"] else flat[number]
        for name, number in layout["samplers"].items()
    }
    return Batch(inputs, uniforms, images)


def run(entry: Recorded, isa: PipeIsa = LIMA_PP, precision: Any = "native") -> Outcome:
    assert entry.program is not None
    return simulate(program_of(entry, isa), isa, batch(entry.program), step_limit=20000, precision=precision)


def program_wrong(entry: Recorded, isa: PipeIsa = LIMA_PP, precision: Any = "native") -> str | None:
    """Check that a recorded program, executed from its words, gives the recorded outputs."""
    assert entry.program is not None
    outcome = run(entry, isa, precision)
    if outcome.unsure.any():
        return f"{entry.name}: lanes are unsure"
    for i, (_, lane) in enumerate(fragments(entry.program)):
        if bool(outcome.discarded[i]) != (lane["expect"] == "discard"):
            return f"{entry.name}: lane {i} {'is' if outcome.discarded[i] else 'is not'} discarded"
        if lane["expect"] == "discard":
            continue
        for component, (value, tolerance) in enumerate(zip(lane["expect"], lane["tolerance"], strict=True)):
            got = float(outcome.outputs[i, 0, component])
            if not abs(got - value) <= tolerance:
                return f"{entry.name}: lane {i}: {LANES[component]} is {got}, not {value}"
    return None


def rules_wrong(entry: Recorded, isa: PipeIsa = LIMA_PP) -> str | None:
    """Check that the checker accepts a program made by Mesa."""
    found = check(entry.code, "agreed", isa)
    return f"{entry.name}: {found[0]}" if found else None
