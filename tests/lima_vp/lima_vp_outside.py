"""The outside evidence on lima-vp (tests/reference/lima-vp) as checks of any version of the ISA record.

Mesa's disassembly is parsed here independently and compared with bundles field by field; recorded programs are executed
on recorded inputs. Each check returns the contradiction, or None; the mutation campaign applies the same checks to
records with a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from lima_outside import recorded_documents, rows_of_uniform, word_bytes

from gpucc.emit.lima_vp import LimaVpCoder, coder, decode, encode
from gpucc.interp.data import Batch
from gpucc.interp.lima_vp_check import check
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.wide import Bundle, WideIsa, WideRead
from gpucc.program import Constant, Program
from gpucc.targets.lima_vp import simulate

FOLDER = Path(__file__).resolve().parents[1] / "reference" / "lima-vp"
UNITS = ("acc0", "acc1", "mul0", "mul1", "pass", "complex")  # Mesa numbers results in this order
SLOTS = {"a0": "acc0", "a1": "acc1", "m0": "mul0", "m1": "mul1", "m01": "mul0", "c": "complex", "p": "pass"}
OPS = {"sel": "select", "rcp": "rcp_part", "rsqrt": "rsqrt_part", "exp2": "exp2_part", "log2": "log2_part"}


@cache
def documents() -> tuple[dict[str, Any], dict[str, Any]]:
    return recorded_documents(FOLDER)


@dataclass(frozen=True)
class Recorded:
    """Words with their disassembly; `program` is the record of a whole program."""

    name: str
    words: tuple[str, ...]
    disassembly: tuple[str, ...]
    program: dict[str, Any] | None = None

    @property
    def code(self) -> bytes:
        return b"".join(word_bytes(word) for word in self.words)


@cache
def recorded() -> tuple[Recorded, ...]:
    programs, encodings = documents()
    found = [Recorded(p["name"], tuple(p["words"]), tuple(p["disassembly"]), p) for p in programs["programs"]]
    for number, sequence in enumerate(encodings["sequences"]):
        found.append(
            Recorded(
                f"sequence{number}", tuple(i["words"] for i in sequence), tuple(i["disassembly"] for i in sequence)
            )
        )
    found.append(Recorded("nop", (encodings["nop"]["words"],), (encodings["nop"]["disassembly"],)))
    return tuple(found)


# encoding and meaning of single words ---------------------------------------------------------------------------------

Fields = dict[tuple[str, ...], object]


def mesa_fields(text: str, number: int) -> Fields:
    """One recorded instruction as facts: op and operands of each unit, source of each store component, target, mode."""
    fields: Fields = {}
    for part in [] if text == "nop" else text.split("; "):
        head, *operands = part.split()
        if head == "branch":
            fields["branch",] = int(operands[1])
            fields["condition",] = _source(operands[0], number)
        elif head == "unknown_1":
            fields["mode",] = int(operands[0])
        else:
            name, slot = head.split(".")
            result, *stores = operands[0].split("/")
            unit = SLOTS[slot]
            assert divmod(int(result[1:]), 6) == (number, UNITS.index(unit)), text
            addresses = [store for store in stores if re.fullmatch(r"addr\d", store)]
            for store in stores:
                if store not in addresses:
                    target, lanes = re.fullmatch(r"(.*)\.([xyzw]+)", store).groups()  # type: ignore[union-attr]
                    for lane in lanes:
                        fields["store", lane] = (target, unit)
            fields["unit", unit] = _issue(OPS.get(name, name), unit, operands[1:], number, addresses)
    return fields


def _issue(name: str, unit: str, operands: list[str], number: int, addresses: list[str]) -> tuple[object, ...]:
    if name == "mov":
        return (addresses[0] if addresses else "mov", *(_source(operand, number) for operand in operands))
    sources = [_source(operand, number) for operand in operands]
    if name == "mul" and unit.startswith("mul"):  # the sign of the second factor is that of the product
        sign, *second = sources[1]
        sources = [sources[0], ("+", *second)]
        name = "-mul" if sign == "-" else "mul"
        if second == ["one"]:
            return "-mov" if sign == "-" else "mov", sources[0]
    return name, *sources


def _source(text: str, number: int) -> tuple[object, ...]:
    sign, body = ("-", text[1:]) if text.startswith("-") else ("+", text)
    if body == "1":
        return sign, "one"
    if body.startswith("^"):
        at, unit = divmod(int(body[1:]), 6)
        return sign, UNITS[unit], number - at
    name, lane = body.split(".")
    return sign, name, "xyzw".index(lane)


def our_fields(found: LimaVpCoder, bundle: Bundle, before: Sequence[Bundle]) -> Fields:
    """The same facts for one of our bundles, given those before it, in Mesa's spelling."""
    fields: Fields = {}
    for issue in bundle.issues:
        op = found.ops[issue.op]
        reads = [_ours(found, read, bundle, before) for read in issue.reads[: len(op.operands)]]
        if all(read == ("+", "unused") for read in reads) and not issue.negate:
            continue  # Mesa's disassembler passes over it
        rest = issue.reads[1:]
        if any(m.unit == issue.unit and m.op == issue.op and m.rest == rest for m in found.wide.moves):
            entry: tuple[object, ...] = ("-mov" if issue.negate else "mov", reads[0])
        elif issue.op == "clamp":
            entry = (
                "clamp",
                reads[0],
                *(_ours(found, WideRead("load", 0, component), bundle, before) for component in (0, 1)),
            )
        elif issue.op == "select":
            otherwise, condition, then = reads
            entry = ("-select" if issue.negate else "select", condition, otherwise, then)
        else:
            entry = (f"-{issue.op}" if issue.negate else issue.op, *reads)
        fields["unit", issue.unit] = entry
    for store in bundle.stores:
        prefix = {"register": f"${store.address}", "varying": f"v{store.address}", "temporary": "t[addr0]"}[store.file]
        for (component, _), source in zip(found.stores[store.unit].sources, store.sources, strict=True):
            if source:
                fields["store", "xyzw"[component]] = (prefix, source)
    if bundle.branch is not None:
        fields["branch",] = bundle.branch
        fields["condition",] = ("+", found.wide.branch.unit, 0)
    values = dict(found.wide.modes)
    effects = [store.file for store in bundle.stores] + (["branch"] if bundle.branch is not None else [])
    modes = [values[effect] for effect in dict.fromkeys(effects) if effect in values]
    if modes:
        fields["mode",] = modes[0]
    return fields


def _ours(found: LimaVpCoder, read: WideRead, bundle: Bundle, before: Sequence[Bundle]) -> tuple[object, ...]:
    sign = "-" if read.negate else "+"
    if read.unit not in found.loads:
        return (sign, read.unit, read.distance) if read.unit not in ("identity", "unused") else (sign, read.unit)
    load = found.load([bundle, *before[::-1], Bundle(), Bundle()][read.distance], read.unit)
    if load.file == "uniform":
        name = f"t[{load.address}+{load.index}]" if load.index else f"t[{load.address}]"
    else:
        name = f"{'a' if load.file == 'attribute' else '$'}{load.address}"
    return sign, name, read.component


def words_wrong(entry: Recorded, isa: WideIsa = LIMA_VP) -> str | None:
    """Check that every word decodes, encodes to itself, and has the meaning in Mesa's disassembly."""
    bundles = decode(entry.code, isa)
    if encode(bundles, isa) != entry.code:
        return f"{entry.name}: the words do not encode to themselves"
    found = coder(isa)
    for number, (bundle, text) in enumerate(zip(bundles, entry.disassembly, strict=True)):
        ours, mesas = our_fields(found, bundle, bundles[:number]), mesa_fields(text, number)
        if ours != mesas:
            keys = sorted({key for key in ours.keys() | mesas.keys() if ours.get(key) != mesas.get(key)})
            return f"{entry.name} {number}: " + "; ".join(
                f"{key}: {ours.get(key)} is not {mesas.get(key)}" for key in keys
            )
    return None


# programs -------------------------------------------------------------------------------------------------------------


def constants(record: dict[str, Any]) -> tuple[Constant, ...]:
    first, values = record["layout"]["constants"]["vec4"], record["layout"]["constants"]["values"]
    return tuple(Constant(first + i // 4, i % 4, value) for i, value in enumerate(values))


def batch(record: dict[str, Any], vectors: list[dict[str, Any]]) -> Batch:
    """All vectors of a program as lanes; uniforms differ by lane. Components that no attribute fills are NaN: no
    program reads them."""
    document, layout = documents()[0], record["layout"]
    inputs = np.full((len(vectors), 16, 4), np.nan, np.float32)
    uniforms = np.zeros((len(vectors), layout["uniform_file_vec4"], 4), np.float32)
    uniforms[:, layout["viewport_scale"]] = document["viewport_scale"]
    uniforms[:, layout["viewport_offset"]] = document["viewport_offset"]
    for lane, vector in enumerate(vectors):
        for name, value in vector["attributes"].items():
            filled = np.atleast_1d(value)
            inputs[lane, layout["attributes"][name], : len(filled)] = filled
        for uniform in layout["uniforms"]:
            for row, values in enumerate(rows_of_uniform(vector["uniforms"][uniform["name"]], uniform["count"])):
                uniforms[lane, uniform["vec4"] + row, : len(values)] = values
    return Batch(inputs, uniforms)


def expected(vector: dict[str, Any]) -> Iterator[tuple[str, list[float]]]:
    yield "gl_Position", vector["expect"]["position"]
    if "point_size" in vector["expect"]:
        yield "gl_PointSize", [vector["expect"]["point_size"]]
    for name, value in vector["expect"]["varyings"].items():
        yield name, [float(number) for number in np.ravel(value)]


def program_wrong(entry: Recorded, isa: WideIsa = LIMA_VP) -> str | None:
    """Check that a recorded program, executed from its words, gives the recorded outputs."""
    record = entry.program
    assert record is not None
    vectors = record["vectors"]
    program = Program(isa.name, "vertex", entry.code, constants=constants(record))
    outcome = simulate(program, isa, batch(record, vectors), step_limit=10000)
    if outcome.unsure.any():
        return f"{entry.name}: lanes are unsure"
    for lane, vector in enumerate(vectors):
        for name, values in expected(vector):
            places = record["layout"]["varyings"][name]
            if any(place[0] >= outcome.outputs.shape[1] for place in places):
                return f"{entry.name}: {name} is not stored"
            for (address, component), value in zip(places, values, strict=True):
                got = float(outcome.outputs[lane, address, component])
                if not abs(got - value) <= record["tolerance"] * max(1.0, abs(value)):
                    return (
                        f"{entry.name}: vector {lane}: {name} at v{address}.{'xyzw'[component]} is {got}, not {value}"
                    )
    return None


def schedule_wrong(entry: Recorded, isa: WideIsa = LIMA_VP) -> str | None:
    """Check that the checker accepts a program made by Mesa."""
    assert entry.program is not None
    found = check(entry.code, "proven", constants(entry.program), isa)
    return f"{entry.name}: {found[0]}" if found else None
