"""Prints packets as lima fragment assembly in the syntax that the limadriver wiki proposed.

One instruction a line, opcodes separated by commas in the order of the control word, destinations first; a line that
ends with a comma is continued on the next. docs/lima-pp.md has the grammar and the gaps in the proposal.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from itertools import pairwise

from gpucc.emit.digits import rows_of
from gpucc.emit.lima_lines import WIDTH
from gpucc.emit.lima_pp import WORD_BYTES, LimaPpCoder, LimaPpListing, RawWords, coder, decode_listing, starts
from gpucc.emit.names import interface_comments, registers_of
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import IDENTITY, LETTERS, Dest, Op, Source
from gpucc.isa.pipeline import Form, Packet, PipeIsa, PipePort, UnitPart
from gpucc.program import Interface, Program

# pipeline registers in assembly; the printer uses the first name
PIPE_NAMES = {
    "const0": ("const0",),
    "const1": ("const1",),
    "sampler": ("tex_sampler", "texture"),
    "uniform": ("u", "uniform"),
    "vmul": ("v0",),
    "smul": ("s0",),
}
DISCARD_NAMES = ("tex_coord", "discard")
# ops whose name in assembly is not the op's own name without the prefix of its unit
MNEMONICS = {"scale": "mul", "store": "store"}
SYSTEM = {"frag_coord": "gl_FragCoord", "point_coord": "gl_PointCoord", "front_facing": "gl_FrontFacing"}
PROJECTIONS = {0: "", 2: "_dz", 3: "_dw"}
PREFIXES = ("add_", "combine_", "scalar_")


def mnemonic(op: Op) -> str:
    """Return the name of an op without the prefix that distinguishes it from the same op in other units."""
    if op.effect in ("load", "fetch"):
        return "load"
    name = MNEMONICS.get(op.name, op.name)
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    return name


def suffix(found: LimaPpCoder, form: Form, unit: str) -> str:
    """Return the suffix of an opcode. Temporaries are loaded by `.t`, although the unit is `.u`."""
    return found.units["store"].suffix if form.name == "temporary" else found.units[unit].suffix


def print_program(program: Program, isa: PipeIsa = LIMA_PP) -> str:
    """Return the assembly of a compiled program with its interface and tables of constants as comments."""
    listing = decode_listing(program.code, isa)
    lines = [*_title(listing, isa), *_interface(program.interface)]
    lines += [f"# u{number} = {row}" for number, row in rows_of(program.constants)]
    lines += [f"# {name}: {value}" for name, value in program.options if name == "outputs"]
    return "\n".join([*lines, *_body(listing, isa)]) + "\n"


def print_listing(listing: LimaPpListing, isa: PipeIsa = LIMA_PP) -> str:
    return "\n".join([*_title(listing, isa), *_body(listing, isa)]) + "\n"


def disassemble(code: bytes, isa: PipeIsa = LIMA_PP) -> str:
    return print_listing(decode_listing(code, isa), isa)


def _title(listing: LimaPpListing, isa: PipeIsa) -> list[str]:
    count, words = len(listing.items), starts(coder(isa), listing.items)[-1]
    return [f"# {isa.name}, {count} instruction{'s' * (count != 1)}, {words} words"]


def _interface(interface: Interface) -> list[str]:
    groups = (("v", interface.inputs), ("o", interface.outputs), ("u", interface.uniforms), ("s", interface.samplers))
    rows = [(registers_of(slot, f"{prefix}{{}}".format), slot) for prefix, slots in groups for slot in slots]
    return interface_comments("#", rows)


# Instructions -------------------------------------------------------------------------------------------------------


def _body(listing: LimaPpListing, isa: PipeIsa) -> list[str]:
    found = coder(isa)
    places = starts(found, listing.items)
    lengths = [after - before for before, after in pairwise(places)]
    index = {place: i for i, place in enumerate(places[:-1])}
    targets = [
        _target(part, places[i], index, lengths)
        for i, item in enumerate(listing.items)
        for part in (item.parts if isinstance(item, Packet) else ())
    ]
    labels = {
        target: f"L{number}"
        for number, target in enumerate(sorted({target for target in targets if target is not None}))
    }
    printer = LimaPpPrinter(found)
    lines = []
    for i, item in enumerate(listing.items):
        if i in labels:
            lines.append(f"{labels[i]}:")
        if isinstance(item, RawWords):
            lines.append(f"    .word {_words(item.data)}  # {item.reason}")
            continue
        following = lengths[i + 1] if i + 1 < len(lengths) else 0
        branch = next(
            (target for part in item.parts if (target := _target(part, places[i], index, lengths)) is not None), None
        )
        lines += _wrap(printer.statements(item, following, labels.get(branch, "") if branch is not None else ""))
    if listing.tail:
        lines.append(
            f"    .tail {listing.tail.hex()}  # {len(listing.tail)} bytes of {WORD_BYTES}: a word that is cut off"
        )
    return lines


def _target(part: UnitPart, place: int, index: dict[int, int], lengths: Sequence[int]) -> int | None:
    """Return the number of the instruction that a branch goes to, if there is one and the branch has its right
    length.
    """
    if not any(name == "target" for name, _ in part.settings):
        return None
    target = index.get(place + part.setting("target"))
    return target if target is not None and lengths[target] == part.setting("target_length") else None


def _words(data: bytes) -> str:
    return " ".join(
        f"{int.from_bytes(data[at : at + WORD_BYTES], 'little'):08x}" for at in range(0, len(data), WORD_BYTES)
    )


def _wrap(statements: Sequence[str]) -> list[str]:
    lines = ["    "]
    for i, statement in enumerate(statements):
        text = statement + ", " * (i + 1 < len(statements))
        if lines[-1].strip() and len(lines[-1]) + len(text) > WIDTH:
            lines.append("        ")
        lines[-1] += text
    return [line.rstrip() for line in lines]


class LimaPpPrinter:
    def __init__(self, found: LimaPpCoder) -> None:
        self.coder = found

    def statements(self, packet: Packet, following: int, label: str) -> list[str]:
        """Return the opcodes of an instruction. `label` is the target of its branch, `following` the real length of the
        next instruction.
        """
        found = ["stop"] * packet.stop + ["sync"] * packet.sync
        found += [self.part(part, label) for part in packet.parts]
        if (packet.prefetch, packet.following) != (following > 0, following):
            found.append(f"next {packet.following}" + (" off" if not packet.prefetch else ""))
        return found or ["nop"]

    def part(self, part: UnitPart, label: str = "") -> str:
        op, form = self.coder.ops[part.op], self.coder.form(part)
        match op.effect:
            case "load":
                operands = [self.dest(part), self.loaded(part, form)]
            case "texture":
                return self.texture(part, op)
            case "fetch":
                operands = [self.address(part, 0)]
            case "store":
                operands = [self.address(part, 1), self.stored(part)]
            case "branch" | "discard":
                operands = [*self.sources(part, op, form), *([label or self.distance(part)] if form.settings else [])]
            case "constants":
                operands = [half(part.setting(lane)) for lane in LETTERS]
            case _:
                operands = [self.dest(part), *self.sources(part, op, form)]
        name = mnemonic(op) + (f"_{part.modifier}" if part.modifier else "")
        unit = suffix(self.coder, form, part.unit)
        return " ".join([f"{name}.{unit}" if unit else name, *operands])

    def dest(self, part: UnitPart) -> str:
        dest = part.dest
        if dest is None:
            pipe = PIPE_NAMES.get(part.unit)
            return f"^{pipe[0]}" if pipe else "^none"
        name = f"^{DISCARD_NAMES[0]}" if dest.file == "discard" else f"${dest.number}"
        return name + mask(dest)

    def sources(self, part: UnitPart, op: Op, form: Form) -> list[str]:
        read = [operand.name for operand in op.operands]
        shown = []
        for port, source in zip(form.ports, part.sources, strict=False):
            text = self.source(port, source)
            shown.append(text if port.name in read else f"({text})")
        implied = [operand.place for operand in op.operands if operand.place]
        return [f"^{PIPE_NAMES[unit][0]}" for unit in implied] + shown

    def source(self, port: PipePort, source: Source | None, projection: str = "") -> str:
        if source is None:
            return ""
        if source.file == "none":
            return f"({source.number}.{LETTERS[source.swizzle[0]]})"
        text = "-" * source.negate
        text += f"${source.number}" if source.file == "register" else f"^{PIPE_NAMES[source.file][0]}"
        text += "_abs" * source.absolute + projection
        if port.bypass and source.file == port.unit and source.number:
            text += f"({source.number})"
        if port.scalar:
            return text if port.bypass and source.file == port.unit else f"{text}.{LETTERS[source.swizzle[0]]}"
        return text + swizzle(source.swizzle)

    def loaded(self, part: UnitPart, form: Form) -> str:
        projection = PROJECTIONS[part.setting("perspective")]
        if part.op in SYSTEM:
            return SYSTEM[part.op] + lanes(part.setting("align", 4), 0) + self.offset(part, 0)
        of_register = form.ports[0].name == "a"
        inner = (
            self.source(form.ports[0], part.sources[0], projection)
            if of_register
            else self.address(part, 0, projection)
        )
        wrapped = {"cube": "cube", "cube_register": "cube", "normalize": "normalize"}.get(part.op)
        return f"{wrapped}({inner})" if wrapped else inner

    def address(self, part: UnitPart, port: int, projection: str = "") -> str:
        """Return a place in memory: the number of a vec4, its components unless all are meant, and a register that is
        added.
        """
        align = part.setting("align", 4)
        first = part.setting("index") * align
        return f"{first >> 2}{projection}{lanes(align, first & 3)}{self.offset(part, port)}"

    def offset(self, part: UnitPart, port: int) -> str:
        source = part.sources[port] if len(part.sources) > port else None
        if source is None:
            return ""
        lane = LETTERS[source.swizzle[0]]
        return f"+({source.number}.{lane})" if source.file == "none" else f"+${source.number}.{lane}"

    def stored(self, part: UnitPart) -> str:
        source = part.sources[0]
        assert source is not None
        return f"${source.number}{lanes(part.setting('align', 4), source.swizzle[0])}"

    def texture(self, part: UnitPart, op: Op) -> str:
        lod = part.sources[0] if part.sources else None
        kind = "l" if part.setting("explicit") else "b" if lod is not None and lod.file != "none" else ""
        form = self.coder.form(part)
        operands = [
            f"{part.setting('index')}{self.offset(part, 1)}",
            *([self.source(form.ports[0], lod)] if lod is not None else []),
        ]
        return " ".join([op.name.replace("texld", f"texld{kind}"), *operands])

    def distance(self, part: UnitPart) -> str:
        return f"@{part.setting('target')}:{part.setting('target_length')}"


def mask(dest: Dest) -> str:
    if dest.mask == 15:
        return ""
    return "." + ("".join(LETTERS[i] for i in range(4) if dest.mask >> i & 1) or "_")


def swizzle(lanes: tuple[int, int, int, int]) -> str:
    """Return the swizzle as in Direct3D: none for xyzw, and the last letter repeats."""
    if lanes == IDENTITY:
        return ""
    letters = "".join(LETTERS[i] for i in lanes)
    while len(letters) > 1 and letters[-1] == letters[-2]:
        letters = letters[:-1]
    return f".{letters}"


def lanes(align: int, first: int) -> str:
    """Return the `align` components of a load or store from `first` on; all four are not written."""
    return "" if (align, first) == (4, 0) else "." + "".join(LETTERS[i] for i in range(first, first + align))


def half(bits: int) -> str:
    """Return the shortest decimal that rounds to the half, or its bits if there is none."""
    packed = struct.pack("<H", bits)
    (value,) = struct.unpack("<e", packed)
    if math.isnan(value):
        return f"0x{bits:04x}"
    if math.isinf(value) or value == math.trunc(value):
        return str(value)
    return next(text for digits in range(1, 9) if struct.pack("<e", float(text := f"{value:.{digits}g}")) == packed)
