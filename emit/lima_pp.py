"""Lima fragment instructions as words: encodes a `Packet` as a control word and its parts, and decodes it again.

All facts about bits come from the ISA record; a test may pass another one. Decoded words encode to themselves; words
that are not an instruction are kept as `RawWords`, so that any bytes can be listed. `emit.lima_pp_mbs` handles the
container of a whole program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gpucc.emit import codec
from gpucc.errors import InputError, LimitExceeded
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import Dest, Op, Source
from gpucc.isa.pipeline import Form, Packet, PipeIsa, PipePort, PipeUnit, ResultPlace, Setting, UnitPart
from gpucc.records import dataclass

WORD_BYTES = 4
NOTHING = Source(
    "register", 0, (0, 0, 0, 0)
)  # the fields of an operand that an op does not have, as compilers write them


@dataclass(frozen=True, slots=True)
class RawWords:
    """Words that are not an instruction, kept unchanged, and the reason."""

    data: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class LimaPpListing:
    """All words of a program, and the remaining bytes if the last word is cut off."""

    items: tuple[Packet | RawWords, ...]
    tail: bytes = b""


class LimaPpCoder:
    """Converts packets to words and back, by the tables of one ISA record."""

    def __init__(self, isa: PipeIsa) -> None:
        self.isa = isa
        self.pipeline = isa.pipeline
        self.units = {unit.name: unit for unit in isa.pipeline.units}
        self.order = {unit.name: i for i, unit in enumerate(isa.pipeline.units)}
        self.ops = {op.name: op for op in isa.ops}
        self.forms = {form.name: form for unit in isa.pipeline.units for form in unit.forms}
        self.by_op = {
            (unit.name, op.name): form
            for unit in isa.pipeline.units
            for form in unit.forms
            for op in isa.in_form(form.name)
        }
        self.by_code = {(form.name, op.code): op for form in self.forms.values() for op in isa.in_form(form.name)}
        self.pipes = {pipe.code: pipe.unit for pipe in isa.pipeline.pipes if pipe.code is not None}
        self.codes = {unit: code for code, unit in self.pipes.items()}
        self.modifiers = {modifier.name: modifier for modifier in isa.pipeline.modifiers}

    def form(self, part: UnitPart) -> Form:
        return self.by_op[part.unit, part.op]

    def words(self, packet: Packet) -> int:
        """Return the length of an instruction in words."""
        bits = sum(self.units[part.unit].bits for part in packet.parts)
        return 1 + -(-bits // self.pipeline.word_bits)

    # encoding

    def encode(self, packet: Packet) -> bytes:
        order = [self.order[part.unit] for part in packet.parts if part.unit in self.order]
        if len(order) != len(packet.parts):
            wrong = next(part.unit for part in packet.parts if part.unit not in self.order)
            raise InputError(f"there is no unit {wrong!r}", notes=(f"units: {', '.join(self.order)}",))
        for before, after, part in zip(order, order[1:], packet.parts[1:], strict=False):
            if after <= before:
                what = (
                    "is used twice in one instruction"
                    if after == before
                    else "stands behind a unit that works after it"
                )
                raise InputError(f"{part.unit} {what}", notes=(f"the order is {', '.join(self.order)}",))
        control = {unit.present: 0 for unit in self.units.values()}
        control |= {
            "stop": packet.stop,
            "sync": packet.sync,
            "prefetch": packet.prefetch,
            "next_length": packet.following,
        }
        bits, size = 0, 0
        for part in packet.parts:
            unit = self.units[part.unit]
            bits |= self.part(unit, part) << size
            size += unit.bits
            control[unit.present] = 1
        length = self.words(packet)
        word = codec.pack(self.pipeline.control, control | {"length": length})
        return word.to_bytes(WORD_BYTES, "little") + bits.to_bytes(WORD_BYTES * (length - 1), "little")

    def part(self, unit: PipeUnit, part: UnitPart) -> int:
        """Return the bits of one unit."""
        form = self.by_op.get((unit.name, part.op))
        if form is None:
            known = sorted(name for place, name in self.by_op if place == unit.name)
            raise InputError(f"{unit.name} has no op {part.op!r}", notes=(f"it has {', '.join(known)}",))
        op = self.ops[part.op]
        fields = dict(form.fixed)
        if form.opcode:
            fields[form.opcode] = op.code
        fields |= self._target(unit, form.target, part.dest)
        if len(part.sources) > len(form.ports):
            raise InputError(f"{unit.name}: {op.name} has {len(form.ports)} operands, not {len(part.sources)}")
        for i, port in enumerate(form.ports):
            if i < len(part.sources):
                fields |= self._port(unit, port, part.sources[i])
            elif port.name in {operand.name for operand in op.operands}:
                raise InputError(f"{unit.name}: {op.name} needs its operand {port.name}")
            elif port.optional:
                fields |= self._port(unit, port, None)
        if part.modifier not in self.modifiers or (part.modifier and not form.modifier):
            raise InputError(f"{unit.name}: {op.name} has no output modifier {part.modifier!r}")
        if form.modifier:
            fields[form.modifier] = self.modifiers[part.modifier].code
        fields |= _settings(unit, form, dict(part.settings))
        if any(fields[name] != value for name, value in form.fixed):
            raise InputError(f"{unit.name}: {op.name} leaves no room for an operand {form.ports[0].name}")
        return codec.pack(form.word, fields)

    def _target(self, unit: PipeUnit, target: ResultPlace | None, dest: Dest | None) -> dict[str, int]:
        if target is None or dest is None:
            if target is None and dest is not None:
                raise InputError(f"{unit.name} has no destination here")
            if target is not None and not target.mask and not target.enable:
                raise InputError(f"{unit.name} always writes a register, and none is given")
            return {}
        number = (
            self._register(unit, dest.number)
            if dest.file == "register"
            else target.discard
            if dest.file == "discard"
            else None
        )
        if number is None:
            raise InputError(f"{unit.name} cannot write to {dest.file}")
        if target.mask:
            if not (dest.file != "discard") <= dest.mask < 16:
                raise InputError(f"{unit.name}: {dest.mask} is no mask of components to write")
            return {target.register: number, target.mask: dest.mask}
        if target.whole:
            if dest.mask != target.whole:
                raise InputError(f"{unit.name} writes whole registers only")
            return {target.register: number}
        if dest.mask not in (1, 2, 4, 8):
            raise InputError(f"{unit.name} writes one component, not the mask {dest.mask}")
        return {target.register: 4 * number + dest.mask.bit_length() - 1} | (
            {target.enable: 1} if target.enable else {}
        )

    def _register(self, unit: PipeUnit, number: int) -> int:
        if not 0 <= number < self.pipeline.registers:
            raise LimitExceeded(
                f"{unit.name}: there is no ${number}: registers are $0 to ${self.pipeline.registers - 1}"
            )
        return number

    def _port(self, unit: PipeUnit, port: PipePort, source: Source | None) -> dict[str, int]:
        if source is None or source.file == "none":
            if not port.optional:
                raise InputError(f"{unit.name}: the operand {port.name} is missing")
            number, component = (source.number, source.swizzle[0]) if source else (0, 0)
            if port.none is None:
                return {port.register: 4 * number + component}
            return {port.register: port.none, port.component: component}
        fields = {port.enable: 1} if port.enable else {}
        for flag, field, what in (
            (source.absolute, port.absolute, "absolute"),
            (source.negate, port.negate, "negated"),
        ):
            if flag and not field:
                raise InputError(f"{unit.name}: the operand {port.name} cannot be {what} here")
            if flag:
                fields[field] = 1
        if port.bypass and source.file == port.unit:
            fields |= {port.bypass: 1, port.register: source.number}
        else:
            number = self._named(unit, port, source)
            if port.component:
                fields |= {port.register: number, port.component: source.swizzle[0]}
            else:
                fields[port.register] = 4 * number + source.swizzle[0] if port.scalar else number
        if port.swizzle:
            fields[port.swizzle] = sum(component << 2 * i for i, component in enumerate(source.swizzle))
        return fields

    def _named(self, unit: PipeUnit, port: PipePort, source: Source) -> int:
        if source.file == "register":
            return self._register(unit, source.number)
        if port.plain or source.file not in self.codes:
            what = "can only be a register" if port.plain else f"cannot be the result of {source.file}"
            raise InputError(f"{unit.name}: the operand {port.name} {what}")
        return self.codes[source.file]

    # decoding

    def decode(self, data: bytes) -> Packet:
        """Return the instruction that exactly these words encode."""
        first = int.from_bytes(data[:WORD_BYTES], "little")
        control = codec.unpack(self.pipeline.control, first)
        if codec.reserved(self.pipeline.control, first):
            raise InputError(f"bits {_bits(codec.reserved(self.pipeline.control, first))} of the control word are set")
        rest = int.from_bytes(data[WORD_BYTES:], "little")
        parts = []
        for unit in self.pipeline.units:
            if control[unit.present]:
                parts.append(self._part(unit, rest & ((1 << unit.bits) - 1)))
                rest >>= unit.bits
        packet = Packet(
            tuple(parts),
            bool(control["stop"]),
            bool(control["sync"]),
            bool(control["prefetch"]),
            control["next_length"],
        )
        if control["length"] != self.words(packet) or control["length"] * WORD_BYTES != len(data):
            raise InputError(f"its length is {control['length']} words, and its units take {self.words(packet)}")
        if rest:
            raise InputError("bits behind the last unit are set")
        return packet

    def _part(self, unit: PipeUnit, bits: int) -> UnitPart:
        for form in unit.forms:
            fields = codec.unpack(form.word, bits)
            if all(fields[name] == value for name, value in form.fixed):
                break
        else:
            raise InputError(f"{unit.name}: no layout of its bits is known that fits {bits:#x}")
        code = fields[form.opcode] if form.opcode else 0
        op = self.by_code.get((form.name, code))
        if op is None:
            raise InputError(f"{unit.name}: op {code} is unknown")
        part = UnitPart(
            unit.name,
            op.name,
            self._dest(unit, form.target, fields),
            self._sources(unit, form, op, fields),
            self._modifier(form, fields),
            tuple((setting.name, _number(unit, setting, fields[setting.field])) for setting in form.settings),
        )
        again = self.part(unit, part)
        if again != bits:
            fresh = codec.unpack(form.word, again)
            names = [name for name in fields if fields[name] != fresh[name]]
            found = ", ".join(names) if names else f"bits {_bits(again ^ bits)}"
            raise InputError(f"{unit.name}: {found}: set, but without meaning in this instruction")
        return part

    def _modifier(self, form: Form, fields: Mapping[str, int]) -> str:
        if not form.modifier:
            return ""
        return next(modifier.name for modifier in self.pipeline.modifiers if modifier.code == fields[form.modifier])

    def _dest(self, unit: PipeUnit, target: ResultPlace | None, fields: Mapping[str, int]) -> Dest | None:
        if target is None:
            return None
        number, mask = fields[target.register], fields[target.mask] if target.mask else target.whole
        if target.scalar:
            if target.enable and not fields[target.enable]:
                return None
            number, mask = number >> 2, 1 << (number & 3)
        if target.discard is not None and number == target.discard:
            return Dest("discard", 0, mask)
        if not mask:
            return None
        if number >= self.pipeline.registers:
            raise InputError(f"{unit.name} writes register {number}, which does not exist")
        return Dest("register", number, mask)

    def _sources(self, unit: PipeUnit, form: Form, op: Op, fields: Mapping[str, int]) -> tuple[Source | None, ...]:
        sources = [self._source(unit, port, fields) for port in form.ports]
        read = {operand.name for operand in op.operands}
        for port in reversed(form.ports):
            if port.name in read or sources[-1] != (None if port.optional else NOTHING):
                break
            sources.pop()
        return tuple(sources)

    def _source(self, unit: PipeUnit, port: PipePort, fields: Mapping[str, int]) -> Source | None:
        number = fields[port.register]
        component = fields[port.component] if port.component else 0
        if port.enable and not fields[port.enable]:
            return Source("none", number >> 2, (number & 3,) * 4) if number else None
        if port.none is not None and number == port.none:
            return Source("none", number, (component,) * 4) if component else None
        bypassed = bool(port.bypass and fields[port.bypass])
        if port.scalar and not port.component and not bypassed:
            number, component = number >> 2, number & 3
        bits = fields[port.swizzle] if port.swizzle else component * 0x55
        swizzle = (bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 6 & 3)
        signs = bool(port.negate and fields[port.negate]), bool(port.absolute and fields[port.absolute])
        if bypassed:
            return Source(port.unit, number, swizzle, *signs)
        if number in self.pipes and not port.plain:
            return Source(self.pipes[number], 0, swizzle, *signs)
        if number >= self.pipeline.registers:
            raise InputError(
                f"{unit.name} reads register {number}, which"
                f" {'it cannot' if number in self.pipes else 'does not exist'}"
            )
        return Source("register", number, swizzle, *signs)


def _settings(unit: PipeUnit, form: Form, given: dict[str, int]) -> dict[str, int]:
    fields = {}
    for setting in form.settings:
        value = given.pop(setting.name, setting.default)
        codes = dict(setting.values)
        if codes and value not in codes:
            raise InputError(
                f"{unit.name}: {setting.name} cannot be {value}", notes=(f"it can be {', '.join(map(str, codes))}",)
            )
        fields[setting.field] = codes[value] if codes else value
    if given:
        raise InputError(f"{unit.name} has no {', '.join(given)}")
    return fields


def _number(unit: PipeUnit, setting: Setting, code: int) -> int:
    if not setting.values:
        return code
    for value, known in setting.values:
        if known == code:
            return value
    raise InputError(f"{unit.name}: {setting.name} {code} is unknown")


def _bits(mask: int) -> str:
    return ", ".join(str(i) for i in range(mask.bit_length()) if mask >> i & 1)


CODER = LimaPpCoder(LIMA_PP)


def coder(isa: PipeIsa) -> LimaPpCoder:
    return CODER if isa is LIMA_PP else LimaPpCoder(isa)


# Programs -----------------------------------------------------------------------------------------------------------


def starts(found: LimaPpCoder, items: Sequence[Packet | RawWords]) -> list[int]:
    """Return the word at which each instruction begins, and the end of the last one."""
    places = [0]
    for item in items:
        places.append(places[-1] + (len(item.data) // WORD_BYTES if isinstance(item, RawWords) else found.words(item)))
    return places


def link(packets: Sequence[Packet], isa: PipeIsa = LIMA_PP) -> tuple[Packet, ...]:
    """Return the instructions with the length of the next one filled in, and with branches to an instruction (`to`)
    resolved.
    """
    found = coder(isa)
    places = starts(found, packets)
    lengths = [found.words(packet) for packet in packets]
    linked = []
    for i, packet in enumerate(packets):
        parts = tuple(_linked(part, i, places, lengths) for part in packet.parts)
        last = i + 1 == len(packets)
        linked.append(replace(packet, parts=parts, prefetch=not last, following=0 if last else lengths[i + 1]))
    return tuple(linked)


def _linked(part: UnitPart, i: int, places: Sequence[int], lengths: Sequence[int]) -> UnitPart:
    target = dict(part.settings).get("to")
    if target is None:
        return part
    if not 0 <= target < len(lengths):
        raise InputError(f"instruction {i} branches to instruction {target}, and there are {len(lengths)}")
    others = tuple((name, value) for name, value in part.settings if name != "to")
    return replace(part, settings=(*others, ("target", places[target] - places[i]), ("target_length", lengths[target])))


def encode(packets: Sequence[Packet], isa: PipeIsa = LIMA_PP) -> bytes:
    return encode_listing(LimaPpListing(tuple(packets)), isa)


def encode_listing(listing: LimaPpListing, isa: PipeIsa = LIMA_PP) -> bytes:
    if not listing.items and not listing.tail:
        raise InputError("a fragment program needs at least one instruction")
    found = coder(isa)
    parts = []
    for number, item in enumerate(listing.items):
        try:
            parts.append(item.data if isinstance(item, RawWords) else found.encode(item))
        except InputError as error:
            raise InputError(f"instruction {number}: {error.message}", notes=error.notes) from error
    return b"".join(parts) + listing.tail


def decode(code: bytes, isa: PipeIsa = LIMA_PP) -> tuple[Packet, ...]:
    """Return the instructions of a well-formed program; refuse others with an InputError that names the instruction."""
    listing = decode_listing(code, isa)
    packets: list[Packet] = []
    for number, item in enumerate(listing.items):
        if isinstance(item, RawWords):
            raise InputError(f"instruction {number} (word {starts(coder(isa), packets)[-1]}) is invalid: {item.reason}")
        packets.append(item)
    if listing.tail:
        raise InputError(
            f"instruction {len(packets)} is cut off: {len(listing.tail)} of {WORD_BYTES} bytes of its control word"
        )
    return tuple(packets)


def decode_listing(code: bytes, isa: PipeIsa = LIMA_PP) -> LimaPpListing:
    """Return every word, invalid ones as `RawWords`; refuse only an empty program."""
    if not code:
        raise InputError("a fragment program needs at least one instruction, but there are no bytes")
    found = coder(isa)
    whole = len(code) // WORD_BYTES * WORD_BYTES
    items: list[Packet | RawWords] = []
    at = 0
    while at < whole:
        length = codec.unpack(found.pipeline.control, int.from_bytes(code[at : at + WORD_BYTES], "little"))["length"]
        end = at + WORD_BYTES * max(length, 1)
        if end > whole:
            words = (whole - at) // WORD_BYTES
            items.append(RawWords(code[at:whole], f"its length is {length} words, and {words} are left"))
        else:
            items.append(_decode_or_keep(found, code[at:end]))
        at = end
    return LimaPpListing(tuple(items), bytes(code[whole:]))


def _decode_or_keep(found: LimaPpCoder, data: bytes) -> Packet | RawWords:
    try:
        return found.decode(data)
    except InputError as error:
        return RawWords(bytes(data), error.message)
