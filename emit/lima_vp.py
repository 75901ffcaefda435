"""Lima vertex programs as bytes: 16 an instruction, encoded from and decoded to bundles.

`encode` and `decode` are inverse to each other. Some words have no bundle (an unknown op or operand number, a set bit
without meaning): `decode` refuses them, `decode_listing` keeps them as raw words with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gpucc.emit import codec, mbs, mbs_program
from gpucc.errors import InputError, InternalError, LimitExceeded
from gpucc.isa.lima_vp import INSTRUCTION_BYTES, LIMA_VP
from gpucc.isa.model import Op
from gpucc.isa.wide import Bundle, Issue, Load, LoadUnit, StoreUnit, WideIsa, WidePort, WideRead, WideStore, WideUnit
from gpucc.program import Program
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class LimaVpRawWord:
    """16 bytes that are not an instruction, and the reason."""

    data: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class LimaVpListing:
    """Any code; `tail` holds the bytes after the last whole word."""

    words: tuple[Bundle | LimaVpRawWord, ...]
    tail: bytes = b""


class LimaVpCoder:
    """Converts words and bundles of one ISA record, with the record's tables inverted for both directions."""

    def __init__(self, isa: WideIsa) -> None:
        self.isa = isa
        self.wide = isa.wide
        self.ops = {op.name: op for op in isa.ops}
        self.units = {unit.name: unit for unit in self.wide.units}
        self.loads = {load.name: load for load in self.wide.loads}
        self.stores = {store.name: store for store in self.wide.stores}
        self.by_code = {(unit, op.code): op for op in isa.ops for unit in op.slots}
        self.routes = {route.code: route for route in self.wide.routes}
        self.codes = {(route.unit, route.distance, route.component): route.code for route in self.wide.routes}
        self.idle = dict(self.wide.idle)
        self.groups: dict[str, list[WideUnit]] = {}
        for unit in self.wide.units:
            self.groups.setdefault(unit.opcode, []).append(unit)

    # defaults for parts that a bundle omits

    def ports(self, unit: str, op: Op) -> list[WidePort]:
        """Return the ports that an op fills, in the order of its reads: those of its unit, then those of the units it
        claims.
        """
        return [port for name in (unit, *op.claims) for port in self.units[name].ports]

    def load(self, bundle: Bundle, unit: str) -> Load:
        """Return the load of a unit; a unit that the bundle does not name fetches vec4 0 of its first file."""
        for load in bundle.loads:
            if load.unit == unit:
                return load
        return Load(unit, self.loads[unit].files[0][0])

    def store(self, bundle: Bundle, unit: str) -> WideStore:
        for store in bundle.stores:
            if store.unit == unit:
                return store
        return WideStore(unit, self.stores[unit].file, 0, ("",) * len(self.stores[unit].sources))

    # encoding

    def word(self, bundle: Bundle) -> int:
        wide = self.wide
        fields = {port.field: wide.unused for unit in wide.units for port in unit.ports}
        fields |= self._opcodes(bundle.issues)
        for issue in bundle.issues:
            fields |= self._issue(issue)
        for unit in _once(bundle.loads, self.loads, "load"):
            fields |= self._load(self.loads[unit], self.load(bundle, unit))
        for unit in _once(bundle.stores, self.stores, "store"):
            fields |= self._store(self.stores[unit], self.store(bundle, unit))
        fields |= self._branch(bundle.branch)
        effects = {store.file for store in bundle.stores} | ({"branch"} if bundle.branch is not None else set())
        modes = [(name, value) for name, value in wide.modes if name in effects]
        if len(modes) > 1:
            raise InputError(
                f"one instruction cannot do both {modes[0][0]} and {modes[1][0]}: the {wide.mode} field selects one"
            )
        if modes:
            fields[wide.mode] = modes[0][1]
        word = codec.pack(wide.word, fields)
        written = codec.unpack(wide.word, word)
        if any(written[name] != value for name, value in fields.items()):
            raise InternalError(f"fields of the {wide.word.name} overlap")
        return word

    def _opcodes(self, issues: Sequence[Issue]) -> dict[str, int]:
        """Return the value of every opcode field. Units that share one must have the same opcode, or one op must allow
        the other beside it.
        """
        busy: dict[str, Op] = {}
        for issue in issues:
            op = self.ops.get(issue.op)
            if issue.unit not in self.units:
                raise InputError(f"there is no unit {issue.unit!r}", notes=(f"units: {', '.join(self.units)}",))
            if op is None or issue.unit not in op.slots:
                raise InputError(f"{issue.unit} has no op {issue.op!r}")
            for name in (issue.unit, *op.claims):
                if name in busy:
                    raise InputError(f"{name} is used twice in one instruction, by {busy[name].name} and {op.name}")
                busy[name] = op
        return {
            field: self._opcode(field, [busy[unit.name] for unit in units if unit.name in busy])
            for field, units in self.groups.items()
        }

    def _opcode(self, field: str, ops: Sequence[Op]) -> int:
        if not ops:
            return self.idle[field]
        for leader in ops:
            if all(op.code == leader.code or op.name in leader.beside for op in ops):
                return leader.code
        names = " and ".join(unit.name for unit in self.groups[field])
        raise InputError(f"{names} share one opcode, so that {ops[0].name} and {ops[1].name} do not go together")

    def _issue(self, issue: Issue) -> dict[str, int]:
        op = self.ops[issue.op]
        ports = self.ports(issue.unit, op)
        if len(issue.reads) != len(ports):
            raise InputError(f"{issue.unit}: {op.name} fills {len(ports)} operands, not {len(issue.reads)}")
        fields = {}
        for port, read in zip(ports, issue.reads, strict=True):
            fields[port.field] = self._number(issue, port, read)
            if read.negate:
                if not port.negate:
                    raise InputError(f"{issue.unit}: operands of {op.name} cannot be negated")
                fields[port.negate] = 1
        if issue.negate:
            sign = self.units[issue.unit].negate
            if not sign:
                raise InputError(f"{issue.unit} cannot negate its result")
            fields[sign] = 1
        return fields

    def _number(self, issue: Issue, port: WidePort, read: WideRead) -> int:
        wide = self.wide
        if read.unit == "unused":
            return wide.unused
        if read.unit == "identity":
            if port.identity is None:
                raise InputError(f"{issue.unit}: {issue.op} cannot have the identity in this place")
            return wide.identity
        code = self.codes.get((read.unit, read.distance, read.component))
        if code is None:
            raise InputError(f"{issue.unit}: no operand number reads {read.unit} {read.distance} instructions back")
        if code == wide.identity and port.identity is not None:
            raise InputError(
                f"{issue.unit}: {read.unit} cannot be this operand of {issue.op}: its number means the identity here",
                notes=(f"{read.unit} can only be a first operand",),
            )
        return code

    def _load(self, unit: LoadUnit, load: Load) -> dict[str, int]:
        fields = {unit.address: load.address}
        files, indices = dict(unit.files), dict(unit.indices)
        if load.file not in files:
            raise InputError(
                f"{unit.name} cannot load from {load.file} registers", notes=(f"it loads {' or '.join(files)}",)
            )
        if unit.select:
            fields[unit.select] = files[load.file]
        if unit.index:
            if load.index not in indices:
                raise InputError(
                    f"{unit.name} cannot be indexed by {load.index!r}",
                    notes=(f"it takes {', '.join(filter(None, indices))}",),
                )
            fields[unit.index] = indices[load.index]
        elif load.index:
            raise InputError(f"{unit.name} cannot be indexed")
        return fields

    def _store(self, unit: StoreUnit, store: WideStore) -> dict[str, int]:
        flags, indirect = dict(unit.flags), dict(unit.indirect)
        if store.file != unit.file and store.file not in flags:
            raise InputError(f"{unit.name} cannot store to {store.file} registers")
        if store.file in indirect and store.address:
            raise InputError(f"a {store.file} is addressed by {indirect[store.file]} alone, not by {store.address} too")
        if len(store.sources) != len(unit.sources):
            raise InputError(f"{unit.name} stores {len(unit.sources)} components, not {len(store.sources)}")
        fields = {unit.address: store.address} | ({flags[store.file]: 1} if store.file in flags else {})
        for (_, field), source in zip(unit.sources, store.sources, strict=True):
            if source and source not in self.units:
                raise InputError(
                    f"{unit.name} cannot store {source!r}", notes=(f"it stores the result of {', '.join(self.units)}",)
                )
            fields[field] = self.units[source].store if source else unit.none
        return fields

    def _branch(self, target: int | None) -> dict[str, int]:
        if target is None:
            return {}
        unit = self.wide.branch
        width = next(field.width for field in self.wide.word.fields if field.name == unit.target)
        high = target >> width
        if not 0 <= high <= 1:
            raise InputError(f"a branch cannot reach instruction {target}: it reaches 0 to {(2 << width) - 1}")
        return {unit.enable: 1, unit.target: target & ((1 << width) - 1), unit.high: high ^ unit.inverted}

    # decoding

    def bundle(self, word: int) -> Bundle:
        fields = codec.unpack(self.wide.word, word)
        issues = self._issues(fields)
        loads = tuple(self._loaded(unit, fields) for unit in self.wide.loads)
        stores = tuple(self._stored(unit, fields) for unit in self.wide.stores)
        empty = Bundle()
        bundle = Bundle(
            issues,
            tuple(load for load in loads if load != self.load(empty, load.unit)),
            tuple(store for store in stores if store != self.store(empty, store.unit)),
            self._target(fields),
        )
        again = self.word(bundle)
        if again != word:
            fresh = codec.unpack(self.wide.word, again)
            names = [name for name in fields if fields[name] != fresh[name]]
            raise InputError(f"{', '.join(names)}: set, but without meaning in this instruction")
        return bundle

    def _issues(self, fields: Mapping[str, int]) -> tuple[Issue, ...]:
        """Return the units at work.

        A unit that does nothing is included if no other unit explains its opcode, so that no information is lost.
        """
        issues: list[Issue] = []
        for field, units in self.groups.items():
            found: list[Issue] = []
            resting: list[Issue] = []
            claimed: set[str] = set()
            for unit in units:
                if unit.name in claimed:
                    continue
                op = self._op(units, unit, fields[field])
                signs = [fields[name] for name in (unit.negate, *(port.negate for port in unit.ports)) if name]
                if op is None:
                    if (
                        any(fields[port.field] != self.wide.unused for port in unit.ports)
                        or any(signs)
                        or fields[field] != self.idle[field]
                    ):
                        raise InputError(f"{field} {fields[field]} is unknown")
                    continue
                claimed |= set(op.claims)
                issue = self._issued(unit, op, fields)
                idle = all(read == WideRead("unused") for read in issue.reads) and not issue.negate
                (resting if idle else found).append(issue)
            if self._opcode(field, [self.ops[issue.op] for issue in found]) != fields[field]:
                found.append(resting[0])
            issues += found
        order = list(self.units)
        return tuple(sorted(issues, key=lambda issue: order.index(issue.unit)))

    def _op(self, units: Sequence[WideUnit], unit: WideUnit, code: int) -> Op | None:
        """Return the op of a unit for its group's code: the op with that code, or the op that a neighbour's op allows
        beside it.
        """
        own = self.by_code.get((unit.name, code))
        if own is not None:
            return own
        leaders = [self.by_code[other.name, code] for other in units if (other.name, code) in self.by_code]
        return next(
            (self.ops[name] for leader in leaders for name in leader.beside if unit.name in self.ops[name].slots), None
        )

    def _issued(self, unit: WideUnit, op: Op, fields: Mapping[str, int]) -> Issue:
        reads = tuple(self._read(unit, port, fields) for port in self.ports(unit.name, op))
        return Issue(unit.name, op.name, reads, bool(unit.negate and fields[unit.negate]))

    def _read(self, unit: WideUnit, port: WidePort, fields: Mapping[str, int]) -> WideRead:
        code = fields[port.field]
        negate = bool(port.negate and fields[port.negate])
        if code == self.wide.unused:
            return WideRead("unused", negate=negate)
        if code == self.wide.identity and port.identity is not None:
            return WideRead("identity", negate=negate)
        if code not in self.routes:
            raise InputError(f"{unit.name}: operand number {code} is unknown")
        route = self.routes[code]
        return WideRead(route.unit, route.distance, route.component, negate)

    def _loaded(self, unit: LoadUnit, fields: Mapping[str, int]) -> Load:
        choice = fields[unit.select] if unit.select else unit.files[0][1]
        file = next((name for name, value in unit.files if value == choice), None)
        index = next((name for name, value in unit.indices if value == fields[unit.index]), None) if unit.index else ""
        if file is None or index is None:
            raise InputError(
                f"{unit.name}: {unit.select if file is None else unit.index} {fields[unit.index] if file else choice}"
                " is unknown"
            )
        return Load(unit.name, file, fields[unit.address], index)

    def _stored(self, unit: StoreUnit, fields: Mapping[str, int]) -> WideStore:
        files = [name for name, flag in unit.flags if fields[flag]] or [unit.file]
        if len(files) > 1:
            raise InputError(f"{unit.name} is to store to a {files[0]} and a {files[1]} at once")
        names = {found.store: found.name for found in self.wide.units} | {unit.none: ""}
        for _, field in unit.sources:
            if fields[field] not in names:
                raise InputError(f"{field} {fields[field]} is unknown")
        return WideStore(
            unit.name, files[0], fields[unit.address], tuple(names[fields[field]] for _, field in unit.sources)
        )

    def _target(self, fields: Mapping[str, int]) -> int | None:
        unit = self.wide.branch
        if not fields[unit.enable]:
            return None
        width = next(field.width for field in self.wide.word.fields if field.name == unit.target)
        return fields[unit.target] | (fields[unit.high] ^ unit.inverted) << width


def _once(parts: Iterable[Load | WideStore], known: Iterable[str], what: str) -> list[str]:
    """Return all units of a kind, after checking that `parts` names each at most once and only known ones."""
    names = [part.unit for part in parts]
    for name in names:
        if name not in known or names.count(name) > 1:
            raise InputError(
                f"{name} is no {what} unit" if name not in known else f"{name} is used twice in one instruction"
            )
    return list(known)


CODER = LimaVpCoder(LIMA_VP)


def coder(isa: WideIsa) -> LimaVpCoder:
    return CODER if isa is LIMA_VP else LimaVpCoder(isa)


# Programs -----------------------------------------------------------------------------------------------------------


def encode(bundles: Sequence[Bundle], isa: WideIsa = LIMA_VP) -> bytes:
    return encode_listing(LimaVpListing(tuple(bundles)), isa)


def encode_listing(listing: LimaVpListing, isa: WideIsa = LIMA_VP) -> bytes:
    if not listing.words and not listing.tail:
        raise InputError("a vertex program needs at least one instruction")
    if len(listing.words) > isa.limit("instructions"):
        raise LimitExceeded(
            f"the program takes {len(listing.words)} instructions, and the processor has room for"
            f" {isa.limit('instructions')}"
        )
    parts = []
    found = coder(isa)
    for number, word in enumerate(listing.words):
        try:
            parts.append(
                word.data if isinstance(word, LimaVpRawWord) else found.word(word).to_bytes(INSTRUCTION_BYTES, "little")
            )
        except InputError as error:
            raise InputError(f"instruction {number}: {error.message}", notes=error.notes) from error
    return b"".join(parts) + listing.tail


def decode(code: bytes, isa: WideIsa = LIMA_VP) -> tuple[Bundle, ...]:
    """Return the instructions of a well-formed program; refuse others with an InputError that names the instruction."""
    listing = decode_listing(code, isa)
    bundles = []
    for number, word in enumerate(listing.words):
        if isinstance(word, LimaVpRawWord):
            raise InputError(f"instruction {number} (byte {number * INSTRUCTION_BYTES}) is invalid: {word.reason}")
        bundles.append(word)
    if listing.tail:
        raise InputError(f"instruction {len(bundles)} is cut off: {len(listing.tail)} of {INSTRUCTION_BYTES} bytes")
    return tuple(bundles)


def decode_listing(code: bytes, isa: WideIsa = LIMA_VP) -> LimaVpListing:
    """Return every word, invalid ones as `LimaVpRawWord`; refuse only an empty program."""
    if not code:
        raise InputError("a vertex program needs at least one instruction, but there are no bytes")
    found = coder(isa)
    whole = len(code) // INSTRUCTION_BYTES * INSTRUCTION_BYTES
    words = tuple(
        _decode_or_keep(found, code[at : at + INSTRUCTION_BYTES]) for at in range(0, whole, INSTRUCTION_BYTES)
    )
    return LimaVpListing(words, bytes(code[whole:]))


def _decode_or_keep(found: LimaVpCoder, data: bytes) -> Bundle | LimaVpRawWord:
    try:
        return found.bundle(int.from_bytes(data, "little"))
    except InputError as error:
        return LimaVpRawWord(bytes(data), error.message)


def attribute_prefetch(bundles: Sequence[Bundle]) -> int:
    """Return the number of instructions up to the last that loads an attribute, which MBS and the command stream
    contain.
    """
    return max(
        (i for i, bundle in enumerate(bundles, 1) if any(load.file == "attribute" for load in bundle.loads)), default=0
    )


# The container --------------------------------------------------------------------------------------------------------


def to_mbs(program: Program) -> bytes:
    bundles = decode(program.code)
    return mbs.write(mbs_program.from_program(program, instructions=len(bundles), prefetch=attribute_prefetch(bundles)))


def from_mbs(data: bytes, name: str = "<mbs>") -> Program:
    binary = mbs.read(data, name)
    if binary.stage not in LIMA_VP.stages:
        raise InputError(f"{name} holds a {binary.stage} program, not one for the vertex processor")
    if binary.instructions and binary.instructions * INSTRUCTION_BYTES != len(binary.code):
        raise InputError(
            f"{name} says that it has {binary.instructions} instructions, but {len(binary.code)} bytes of code"
        )
    return mbs_program.to_program(binary, LIMA_VP.name)
