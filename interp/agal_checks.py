"""The checks of the validator on opcodes, fields and registers: one generator for each, over the facts of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gpucc.emit.agal import BY_CODE, NEWEST
from gpucc.interp.agal_facts import (
    ATTRIBUTE,
    CONSTANT,
    DEPTH,
    FULL,
    INSTANCE,
    OUTPUT,
    SAMPLER,
    TEMPORARY,
    AgalFacts,
    AgalField,
    AgalToken,
    letters,
)
from gpucc.isa import agal
from gpucc.isa.agal import AGAL

Finding = tuple[AgalToken | None, str]
Check = Callable[[AgalFacts], Iterator[Finding]]

# Opcodes ------------------------------------------------------------------------------------------------------------


def _unknown(facts: AgalFacts) -> Iterator[AgalToken]:
    return (token for token in facts.tokens if token.op is None)


def beyond_table(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (t, f"opcode {t.code} is beyond the table")
        for t in _unknown(facts)
        if t.code >= agal.FIRST_TABLE and not _later(t, facts)
    )


def beyond_first_table(facts: AgalFacts) -> Iterator[Finding]:
    return ((t, f"opcode {t.code} is beyond the table") for t in _unknown(facts) if t.code >= agal.FIRST_TABLE)


def hole(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (t, f"opcode 0x{t.code:02x} is not implemented")
        for t in _unknown(facts)
        if t.code < agal.FIRST_TABLE and not _later(t, facts)
    )


def hole_in_first(facts: AgalFacts) -> Iterator[Finding]:
    return ((t, f"opcode 0x{t.code:02x} is not implemented") for t in _unknown(facts) if t.code < agal.FIRST_TABLE)


def _later(token: AgalToken, facts: AgalFacts) -> int | None:
    """The first later version that has the opcode."""
    op = BY_CODE.get(token.code)
    return min((version for version in op.versions if version > facts.rules), default=None) if op else None


def needs_version(facts: AgalFacts) -> Iterator[Finding]:
    for token in _unknown(facts):
        later = _later(token, facts)
        if later and token.code < agal.FIRST_TABLE:
            yield token, f"{BY_CODE[token.code].name} requires AGAL version {later}"


def needs_vertex_textures(facts: AgalFacts) -> Iterator[Finding]:
    for token in _unknown(facts):
        if _later(token, facts) and token.code >= agal.FIRST_TABLE:
            yield token, f"{BY_CODE[token.code].name} requires AGAL version {NEWEST}"


def only_in(stage: str) -> Check:
    def check(facts: AgalFacts) -> Iterator[Finding]:
        for token in facts.known():
            if facts.stage != stage and token.op and token.op.stages == (stage,):
                yield token, f"{token.name} is only allowed in {stage} programs"

    return check


def too_long(facts: AgalFacts) -> Iterator[Finding]:
    limit = AGAL.limit("tokens", facts.rules)
    if len(facts.tokens) > limit:
        yield facts.tokens[limit], f"{len(facts.tokens)} tokens, but AGAL version {facts.rules} allows {limit}"


def cut_token(facts: AgalFacts) -> Iterator[Finding]:
    if facts.tail:
        yield None, f"{facts.tail} bytes follow the last whole token"


# Fields -------------------------------------------------------------------------------------------------------------


def dest_set(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (t, f"{t.name} has no destination, but the field is 0x{t.dest_bits:x}")
        for t in facts.known()
        if t.dest is None and t.dest_bits
    )


def unused_set(facts: AgalFacts) -> Iterator[Finding]:
    return ((t, f"{t.name} has a source that it does not use") for t in facts.known() if t.unused)


def _registers(facts: AgalFacts) -> Iterator[tuple[AgalToken, AgalField]]:
    """Yield every field whose layout fits its place; a source that should be a sampler has no meaningful bits."""
    for token in facts.known():
        fields = (token.dest, *token.sources)
        yield from ((token, field) for field in fields if field is not None)
    yield from facts.samplers()


def reserved_bits(facts: AgalFacts) -> Iterator[Finding]:
    return ((t, f"reserved bits of {field.slot} are set") for t, field in _registers(facts) if field.reserved)


def unknown_type(last: int) -> Check:
    def check(facts: AgalFacts) -> Iterator[Finding]:
        for token, field in _registers(facts):
            later = field.type in (DEPTH, INSTANCE) and any(
                file.size(stage, facts.rules) for file in AGAL.files if file.code == field.type for stage in file.prefix
            )
            if field.type > last and not later:
                yield token, f"{field.slot} has register type {field.type}"

    return check


def no_scalar_swizzle(facts: AgalFacts) -> Iterator[Finding]:
    for token, source in facts.sources():
        if source.scalar and source.components.bit_count() != 1:
            yield token, f"{source.slot} of {token.name} is not one replicated component"


def matrix_swizzle(facts: AgalFacts) -> Iterator[Finding]:
    identity = sum(lane << 2 * lane for lane in range(4))
    for token, source in facts.sources():
        if source.rows > 1 and source.values["swizzle"] != identity:
            yield token, f"the matrix of {token.name} is swizzled"


# Registers allowed in each place --------------------------------------------------------------------------------------


def reads(code: int, stages: tuple[str, ...], text: str) -> Check:
    """Refuse direct reads of a register type in one of the stages."""

    def check(facts: AgalFacts) -> Iterator[Finding]:
        if facts.stage in stages:
            yield from ((t, f"{source.slot} {text}") for t, source in facts.sources() if source.type == code)

    return check


def writes(code: int, stages: tuple[str, ...], text: str) -> Check:
    def check(facts: AgalFacts) -> Iterator[Finding]:
        if facts.stage in stages:
            yield from ((t, text) for t, dest in facts.destinations() if dest.type == code)

    return check


def sampler_in_vertex(facts: AgalFacts) -> Iterator[Finding]:
    if facts.stage == "vertex":
        for token, field in _registers(facts):
            if (
                field.type == SAMPLER
                and field is not token.dest
                and not (field is token.sampler and facts.size(SAMPLER))
            ):
                yield token, f"{field.slot} of {token.name} is a sampler"


def no_sampler(facts: AgalFacts) -> Iterator[Finding]:
    for token in facts.known():
        if token.sampler is not None and token.sampler.type != SAMPLER:
            yield token, f"the second source of {token.name} has register type {token.sampler.type}"


def depth_missing(facts: AgalFacts) -> Iterator[Finding]:
    for token, dest in facts.destinations():
        if dest.type == DEPTH and facts.stage == "fragment" and dest.number >= facts.size(DEPTH):
            yield token, f"od{dest.number or ''} does not exist in AGAL version {facts.rules}"


def instance_early(facts: AgalFacts) -> Iterator[Finding]:
    for token, source in facts.sources():
        if source.type == INSTANCE and facts.stage == "vertex" and not facts.size(INSTANCE):
            yield token, f"iid requires AGAL version 3, this is {facts.rules}"


def number_range(code: int) -> Check:
    """Refuse numbers beyond the file. A matrix counts all its rows, and an index register counts as a use."""

    def check(facts: AgalFacts) -> Iterator[Finding]:
        size = facts.size(code)
        for token, field in _registers(facts):
            if field.indirect:
                kind, last = field.values["index_type"], field.number
            else:
                kind, last = field.type, field.number + field.rows - 1
            if kind == code and size and last >= size:
                yield (
                    token,
                    f"{field.slot} reaches {facts.name(code, last)}, the last one is {facts.name(code, size - 1)}",
                )

    return check


# Indirect addressing --------------------------------------------------------------------------------------------------


def indirect_in_fragment(facts: AgalFacts) -> Iterator[Finding]:
    if facts.stage == "fragment":
        yield from ((t, f"{source.slot} is indirect") for t, source in facts.sources() if source.indirect)


def indirect_into(facts: AgalFacts) -> Iterator[Finding]:
    for token, source in _indirect(facts):
        if source.type != CONSTANT:
            yield token, f"{source.slot} is an indirect read of register type {source.type}"


def _indirect(facts: AgalFacts) -> Iterator[tuple[AgalToken, AgalField]]:
    return ((token, source) for token, source in facts.sources() if source.indirect and facts.stage == "vertex")


def indirect_texture(facts: AgalFacts) -> Iterator[Finding]:
    return ((t, f"the coordinates of {t.name} are indirect") for t, _ in _indirect(facts) if t.sampler is not None)


def index_type(facts: AgalFacts) -> Iterator[Finding]:
    for token, source in _indirect(facts):
        if source.values["index_type"] not in (ATTRIBUTE, CONSTANT, TEMPORARY):
            yield token, f"the index of {source.slot} has register type {source.values['index_type']}"


def index_when_direct(facts: AgalFacts) -> Iterator[Finding]:
    for token, source in facts.sources():
        if not source.indirect and any(source.values[name] for name in ("offset", "index_type", "index_component")):
            yield token, f"{source.slot} is direct, but its index fields are not zero"


# Constants ------------------------------------------------------------------------------------------------------------


def two_constants(facts: AgalFacts) -> Iterator[Finding]:
    for token in facts.known():
        if len(token.sources) == 2 and all(source.type == CONSTANT for source in token.sources):
            yield token, f"both sources of {token.name} are constants"


def two_indirect(facts: AgalFacts) -> Iterator[Finding]:
    for token in facts.known():
        if len(token.sources) == 2 and all(source.indirect for source in token.sources):
            yield token, f"both sources of {token.name} are indirect"


def constant_alone(facts: AgalFacts) -> Iterator[Finding]:
    for token in facts.known():
        if len(token.sources) == 1 and token.sampler is None and token.code != 0 and token.sources[0].type == CONSTANT:
            yield token, f"the only source of {token.name} is a constant"


# Writes and reads in program order ------------------------------------------------------------------------------------


def _unwritten(facts: AgalFacts) -> Iterator[tuple[AgalToken, str, int, int, int]]:
    """Yield (token, register, components read, components written so far, number) in slot order; of a matrix only the
    first row counts [run]."""
    written: dict[int, int] = {}
    for token in facts.known():
        for source in token.sources:
            kind, mask = source.type, source.components
            if source.indirect:
                kind, mask = source.values["index_type"], 1 << source.values["index_component"]
            if kind == TEMPORARY and mask & ~written.get(source.number, 0):
                yield token, facts.name(TEMPORARY, source.number), mask, written.get(source.number, 0), source.number
        if token.dest is not None and token.dest.type == TEMPORARY:
            written[token.dest.number] = written.get(token.dest.number, 0) | token.dest.mask


def never_written(facts: AgalFacts) -> Iterator[Finding]:
    return (
        (t, f"{name} is read, but never written before") for t, name, _, before, _ in _unwritten(facts) if not before
    )


def component_unwritten(facts: AgalFacts) -> Iterator[Finding]:
    for token, name, mask, before, _ in _unwritten(facts):
        if before:
            yield token, f"{name}.{letters(mask & ~before)} is read, but not written before"


def mask_xyz(facts: AgalFacts) -> Iterator[Finding]:
    for token, dest in facts.destinations():
        if token.op and token.op.mask and dest.mask != token.op.mask:
            yield token, f"{token.name} is written through .{letters(dest.mask)}"


def colour_masked(facts: AgalFacts) -> Iterator[Finding]:
    if facts.stage == "fragment":
        for token, dest in facts.destinations():
            if dest.type == OUTPUT and dest.mask not in (0, FULL):
                yield token, f"oc is written through .{letters(dest.mask)}"


def colour_twice(facts: AgalFacts) -> Iterator[Finding]:
    seen: set[int] = set()
    for token, dest in facts.destinations():
        if facts.stage == "fragment" and dest.type == OUTPUT:
            if dest.number in seen:
                yield token, f"oc{dest.number or ''} is written again"
            seen.add(dest.number)


def colour_gap(facts: AgalFacts) -> Iterator[Finding]:
    numbers = sorted(facts.written(OUTPUT))
    if facts.stage == "fragment" and numbers and numbers != list(range(len(numbers))):
        yield None, f"the colour outputs written are {', '.join(f'oc{n}' for n in numbers)}"


def no_mask(facts: AgalFacts) -> Iterator[Finding]:
    return ((t, f"{t.name} writes no component") for t, dest in facts.destinations() if not dest.mask)


def depth_mask(facts: AgalFacts) -> Iterator[Finding]:
    for token, dest in facts.destinations():
        if dest.type == DEPTH and facts.size(DEPTH) and dest.mask != 1:
            yield token, f"od is written through .{letters(dest.mask)}"
