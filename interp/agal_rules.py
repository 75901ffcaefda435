"""The AGAL validator: a record for each rule, for programs and for pairs of them.

Numbers are the Player's error numbers (docs/sources/agal.md, What is refused). Two profiles differ where later players
differ from Adobe's published verifier: `adobe2012` is that verifier (with the limits of later AGAL versions added,
since it knew only the first), `player` is what later players document. A program of ours must satisfy both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from gpucc.emit import codec
from gpucc.emit.agal import NEWEST, STAGES
from gpucc.interp import agal_checks as checks
from gpucc.interp import agal_modes as modes
from gpucc.interp.agal_checks import Check
from gpucc.interp.agal_facts import (
    ATTRIBUTE,
    CONSTANT,
    DEPTH,
    FULL,
    INSTANCE,
    OUTPUT,
    SAMPLER,
    TEMPORARY,
    VARYING,
    AgalFacts,
    collect,
    letters,
)
from gpucc.isa import agal
from gpucc.records import dataclass

Profile = Literal["adobe2012", "player"]
BOTH: frozenset[Profile] = frozenset({"adobe2012", "player"})
ADOBE: frozenset[Profile] = frozenset({"adobe2012"})
PLAYER: frozenset[Profile] = frozenset({"player"})


@dataclass(frozen=True, slots=True)
class AgalViolation:
    """A broken rule. `token` counts from 1, as the Player does; `offset` is its first byte. Both are None for the whole
    program."""

    rule: int | str
    token: int | None
    offset: int | None
    message: str
    remedy: str

    def __str__(self) -> str:
        place = f"token {self.token} (byte {self.offset})" if self.token else "the program"
        return f"rule {self.rule}, {place}: {self.message}"


@dataclass(frozen=True, slots=True)
class AgalRule:
    number: int | str
    meaning: str
    remedy: str
    check: Check
    profiles: frozenset[Profile] = BOTH


EITHER = ("vertex", "fragment")
FEWER = "use lower numbers, or compile for a later version"
R = AgalRule
RULES = (
    # opcodes
    R(3620, "opcode number beyond the table", "use an opcode of this AGAL version", checks.beyond_first_table, ADOBE),
    R(3620, "opcode number beyond the table", "use an opcode of this AGAL version", checks.beyond_table, PLAYER),
    R(3621, "opcode number is a hole in this version", "use an opcode of this AGAL version", checks.hole_in_first,
    ADOBE),
    R(3621, "opcode number is a hole in this version", "use an opcode of this AGAL version", checks.hole, PLAYER),
    R(3726, "opcode of a later AGAL version", "compile for that version", checks.needs_version, PLAYER),
    R(3805, "vertex texture fetch before version 4", "compile for version 4", checks.needs_vertex_textures, PLAYER),
    R(3622, "fragment-only opcode in a vertex program", "move the work to the fragment program",
    checks.only_in("fragment")),
    R(3803, "vertex-only opcode in a fragment program", "move the work to the vertex program",
    checks.only_in("vertex")),
    # fields
    R(3627, "opcode without destination has a non-zero destination field", "write zero", checks.dest_set),
    R(3636, "operand field that the opcode does not use is not zero", "write zero", checks.unused_set),
    R(3654, "reserved bits not zero", "write zero", checks.reserved_bits),
    R(3655, "unknown register type", "use one of the register types of this version", checks.unknown_type(SAMPLER),
    ADOBE),
    R(3655, "unknown register type", "use one of the register types of this version", checks.unknown_type(INSTANCE),
    PLAYER),
    R(3653, "empty write mask", "write at least one component, or leave the instruction out", checks.no_mask),
    # where registers may stand
    R(3637, "sampler register in a vertex program", "sample in the fragment program", checks.sampler_in_vertex),
    R(3638, "sampler register where a vector source is expected", "read it through tex",
      checks.reads(SAMPLER, ("fragment",), "is a sampler")),
    R(3693, "texture opcode whose second source is not a sampler", "name a sampler register", checks.no_sampler),
    R(3644, "vertex program reads a varying", "keep the value in a temporary",
    checks.reads(VARYING, ("vertex",), "is a varying")),
    R(3645, "fragment program reads an attribute", "pass it through a varying",
      checks.reads(ATTRIBUTE, ("fragment",), "is an attribute")),
    R(3646, "output register read", "keep the value in a temporary", checks.reads(OUTPUT, EITHER, "is an output")),
    R(3646, "output register read", "keep the value in a temporary", checks.reads(DEPTH, EITHER, "is the depth output"),
    PLAYER),
    R(3788, "instance id read in a fragment program", "pass it through a varying",
      checks.reads(INSTANCE, ("fragment",), "is the instance id"), PLAYER),
    R(3789, "instance id before version 3", "compile for version 3", checks.instance_early, PLAYER),
    R(3649, "sampler register written", "write a temporary", checks.writes(SAMPLER, EITHER, "a sampler is written")),
    R(3650, "fragment program writes a varying", "write a temporary or oc",
      checks.writes(VARYING, ("fragment",), "a varying is written")),
    R(3651, "attribute written", "write a temporary", checks.writes(ATTRIBUTE, EITHER, "an attribute is written")),
    R(3652, "constant written", "write a temporary", checks.writes(CONSTANT, EITHER, "a constant is written")),
    R(3786, "instance id written", "write a temporary", checks.writes(INSTANCE, EITHER, "the instance id is written"),
    PLAYER),
    R(3750, "depth output in a vertex program", "write it in the fragment program",
      checks.writes(DEPTH, ("vertex",), "the depth output is written"), PLAYER),
    R(3749, "depth output number out of range", "compile for version 2; there is one", checks.depth_missing, PLAYER),
    R(3756, "depth output takes the mask .x only", "write od.x", checks.depth_mask, PLAYER),
    # indirect addressing
    R(3639, "indirect addressing in a fragment program", "index in the vertex program", checks.indirect_in_fragment),
    R(3640, "indirect addressing into something other than constants", "index vc", checks.indirect_into),
    R(3641, "indirect addressing in a texture operand", "read it into a temporary first", checks.indirect_texture),
    R(3642, "index register is not an attribute, constant or temporary", "copy the index into a temporary",
    checks.index_type),
    R(3643, "index fields not zero although the source is direct", "write zero", checks.index_when_direct),
    # register numbers
    R(3656, "sampler number out of range", FEWER, checks.number_range(SAMPLER)),
    R(3657, "varying number out of range", FEWER, checks.number_range(VARYING)),
    R(3658, "attribute number out of range", FEWER, checks.number_range(ATTRIBUTE)),
    R(3659, "constant number out of range (matrix operands count all rows)", FEWER, checks.number_range(CONSTANT)),
    R(3660, "output number out of range", FEWER, checks.number_range(OUTPUT)),
    R(3661, "temporary number out of range", FEWER, checks.number_range(TEMPORARY)),
    R("iid-range", "instance id number out of range", "there is one, iid", checks.number_range(INSTANCE), PLAYER),
    # operands of an opcode
    R(3625, "both sources are constant registers", "precompute the value, or copy one with mov", checks.two_constants),
    R(3626, "both sources are indirect reads", "read one into a temporary first", checks.two_indirect),
    R("unary-const", "one-source opcode other than mov applied to a constant", "precompute, or copy it with mov",
    checks.constant_alone),
    R(3628, "nrm, crs, m33 and m34 need the write mask .xyz", "write .xyz and move it from there", checks.mask_xyz),
    R(3689, "matrix operand must not be swizzled", "use rows as they are", checks.matrix_swizzle),
    R(3703, "scalar operand needs a replicated swizzle", "write one component, such as .x", checks.no_scalar_swizzle),
    R(3701, "colour output takes no partial write mask", "collect the colour in a temporary, then mov",
    checks.colour_masked),
    R(3744, "colour output written twice", "write it once, at the end", checks.colour_twice, PLAYER),
    # samplers
    R(3664, "sampler dimension not 2d or cube", "use 2d or cube", modes.dimension),
    R(3665, "sampler filter mode unknown", "use nearest or linear", modes.at_most("filter", agal.FILTERS, 1), ADOBE),
    R(3665, "sampler filter mode unknown", "use nearest, linear or anisotropic2x to 16x",
    modes.at_most("filter", agal.FILTERS, 5), PLAYER),
    R(3666, "sampler mip mode unknown", "use nomip, mipnearest or miplinear", modes.at_most("mip", agal.MIPS, 2)),
    R(3667, "sampler wrap mode unknown", "use clamp or repeat", modes.at_most("wrap", agal.WRAPS, 1), ADOBE),
    R(3667, "sampler wrap mode unknown", "use one of the four wrap modes", modes.at_most("wrap", agal.WRAPS, 3),
    PLAYER),
    R(3668, "sampler special bit not supported", "leave the flag out", modes.special_beyond(()), ADOBE),
    R(3668, "sampler special bit not supported", "leave the flag out", modes.special_beyond(("ignoresampler",)),
    PLAYER),
    R(3662, "cube sampler must clamp", "use clamp", modes.cube_wraps),
    R(3704, "cube sampler must enable mipmapping", "use miplinear", modes.cube_without_mips, PLAYER),
    R(3804, "anisotropic filter in a vertex sampler", "use linear", modes.vertex_anisotropic, PLAYER),
    R(3696, "second use of a sampler with a different sampler field", "repeat all flags exactly",
    modes.sampler_differs),
    # program order
    R(3647, "temporary read before any write", "write it first", checks.never_written),
    R(3648, "temporary component read before it was written; all four swizzle lanes count, whatever the write mask",
      "end the swizzle on a component that is written", checks.component_unwritten),
    # conditionals: unknown to the verifier of 2012
    R(3623, "eif without if", "remove it", modes.underflow, PLAYER),
    R(3624, "conditionals nested too deep", "flatten some", modes.overflow, PLAYER),
    R(3752, "broken else chain", "one els an if", modes.broken_else, PLAYER),
    R(3748, "empty conditional branch", "leave the branch out", modes.empty_branch, PLAYER),
    R(3758, "the operands of a condition are exactly the same", "the condition is constant: leave it out",
    modes.same_operands, PLAYER),
    R(3751, "output written inside a conditional", "collect the value in a temporary", modes.output_inside, PLAYER),
    R(3741, "texture read at computed coordinates inside a conditional", "read the texture before the if",
    modes.computed_inside, PLAYER),
    R(3742, "ddx or ddy inside a conditional", "take the derivative before the if", modes.derivative_inside, PLAYER),
    # the whole program
    R(3629, "too many tokens", "shorten the program or compile for a later version", checks.too_long),
    R(3739, "open conditional at the end", "close it with eif", modes.left_open, PLAYER),
    R(3775, "colour outputs with a gap between them", "use consecutive numbers from oc on", checks.colour_gap, PLAYER),
    R("cut-token", "bytes after the last whole token: ignored by Adobe, an error elsewhere", "cut them off",
    checks.cut_token, PLAYER),
)  # fmt: skip


def validate(code: bytes, profile: Profile = "player") -> list[AgalViolation]:
    """All violations in a consumer of the profile, in the order of the tokens; an empty list means that it accepts the
    program."""
    broken = _header(code, profile)
    if broken:
        return broken
    facts = _facts(code)
    found: list[tuple[int, int, AgalViolation]] = []
    for order, rule in enumerate(RULES):
        if profile in rule.profiles:
            for token, detail in rule.check(facts):
                number, offset = (token.number, token.offset) if token else (None, None)
                violation = AgalViolation(rule.number, number, offset, detail, rule.remedy)
                found.append((number or len(facts.tokens) + 1, order, violation))
    return [violation for _, _, violation in sorted(found, key=lambda entry: entry[:2])]


def link(vertex: bytes, fragment: bytes, profile: Profile = "player") -> list[AgalViolation]:
    """The violations of the pair. Programs that are invalid by themselves are reported under the rule "not-judged"."""
    for what, code in (("vertex", vertex), ("fragment", fragment)):
        own = validate(code, profile)
        if own:
            return [
                AgalViolation(
                    "not-judged", None, None, f"the {what} program is invalid by itself: {own[0]}", own[0].remedy
                )
            ]
    first, second = _facts(vertex), _facts(fragment)
    kinds = [
        AgalViolation(
            number,
            None,
            None,
            f"the program given as {stage} program is a {facts.stage} program",
            "swap or replace the programs",
        )
        for number, stage, facts in ((3630, "fragment", second), (3631, "vertex", first))
        if facts.stage != stage
    ]
    if kinds:
        return kinds
    violations = [*_varyings_unwritten(first, second), *unfinished(vertex), *unfinished(fragment)]
    if profile == "player" and first.version != second.version:
        versions = f"the vertex program is version {first.version}, the fragment program version {second.version}"
        violations.append(AgalViolation(3757, None, None, versions, "compile both for the same version"))
    return violations


def unfinished(code: bytes) -> list[AgalViolation]:
    """Check the rules of linkage that concern one program alone: outputs and varyings must be written whole."""
    facts = _facts(code)
    found = []
    if facts.stage == "vertex":
        for number, mask in sorted(facts.written(VARYING).items()):
            if mask != FULL:
                found.append(
                    AgalViolation(
                        3633, None, None, f"v{number} is written as {letters(mask)} only", "write all four components"
                    )
                )
    mask = facts.written(OUTPUT).get(0, 0)
    if mask != FULL:
        rule, name = (3635, "op") if facts.stage == "vertex" else (3634, "oc")
        state = f"is written as {letters(mask)} only" if mask else "is never written"
        found.append(AgalViolation(rule, None, None, f"{name} {state}", "write all four components"))
    return found


def _varyings_unwritten(vertex: AgalFacts, fragment: AgalFacts) -> Iterator[AgalViolation]:
    written = vertex.written(VARYING)
    for number, mask in sorted(fragment.read(VARYING).items()):
        missing = mask & ~written.get(number, 0)
        if missing:
            message = (
                f"the fragment program reads v{number}.{letters(missing)}, which the vertex program does not write"
            )
            yield AgalViolation(3632, None, None, message, "write the varying whole, or read only what is written")


@lru_cache(maxsize=4)
def _facts(code: bytes) -> AgalFacts:
    """The facts, cached, because a program is usually judged by several profiles and then linked."""
    version = codec.from_bytes(agal.HEADER, code[: agal.HEADER_BYTES])["version"]
    return collect(code, max(1, version))


def _header(code: bytes, profile: Profile) -> list[AgalViolation]:
    """Return the violations of a program's header; if there are any, its tokens are not looked at."""
    minimum = agal.HEADER_BYTES + agal.TOKEN_BYTES
    if len(code) < minimum:
        return [
            AgalViolation(
                3615,
                None,
                None,
                f"{len(code)} bytes are no program: header and one token are {minimum}",
                "give the whole file",
            )
        ]
    header = codec.from_bytes(agal.HEADER, code[: agal.HEADER_BYTES])
    oldest = 0 if profile == "adobe2012" else 1  # [run]: version 0 is not refused
    checks = (
        (
            3616,
            header["magic"] == agal.MAGIC,
            f"byte 0 is 0x{header['magic']:02x}",
            f"AGAL starts with 0x{agal.MAGIC:02x}",
        ),
        (
            3617,
            oldest <= header["version"] <= NEWEST,
            f"version {header['version']} (bytes 1 to 4)",
            f"versions 1 to {NEWEST} exist",
        ),
        (
            3618,
            header["shader"] == agal.SHADER,
            f"byte 5 is 0x{header['shader']:02x}",
            f"it must be 0x{agal.SHADER:02x}",
        ),
        (3619, header["stage"] in STAGES, f"byte 6, the stage, is {header['stage']}", "0 is vertex, 1 is fragment"),
    )
    return [AgalViolation(rule, None, None, message, remedy) for rule, good, message, remedy in checks if not good]
