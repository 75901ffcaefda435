"""Lowers calls of LLVM's intrinsics, of gpucc's own functions and of C's library. All other calls have been inlined."""

from __future__ import annotations

from dataclasses import replace

from gpucc.errors import InputError, Unsupported
from gpucc.lowering.build.access import lower_copy, lower_fill
from gpucc.lowering.build.math import LIBRARY, MATHS, Maths, overflow
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.shading import SHADING
from gpucc.lowering.build.state import NO_ADDRESS, BuildState, Leaves, node, nodes
from gpucc.lowering.build.values import CASTS
from gpucc.lowering.build.vectors import VECTORS, Lowering
from gpucc.lowering.llvm import Global, LlvmInstruction, Opaque, PointerType
from gpucc.lowering.opcodes import FLOAT_OPS

IGNORED = (
    "assume lifetime.start lifetime.end invariant.start invariant.end dbg.value dbg.declare dbg.assign dbg.label"
    " donothing sideeffect pseudoprobe prefetch var.annotation experimental.noalias.scope.decl stacksave stackrestore"
    " debugtrap fake.use trap ubsantrap"
).split()
IDENTITIES = "launder.invariant.group strip.invariant.group ptr.annotation threadlocal.address".split()
CHECKED = {"add": "iadd", "sub": "isub", "mul": "imul"}


def lower_call(state: BuildState, i: LlvmInstruction) -> Leaves:
    callee = i.callee
    if isinstance(callee, Opaque):
        raise Unsupported("inline assembly", notes=("write it in C or LLVM IR",))
    if not isinstance(callee, Global):
        raise Unsupported("a call through a pointer", notes=("call functions by name, so that they can be inlined",))
    name = callee.name
    if name.startswith("llvm."):
        return _intrinsic(name)(state, i)
    if name.startswith("gpucc."):
        return _shading(name)(state, i)
    found = state.module.functions.get(name)
    if found is not None and not found.declared_only:
        raise Unsupported(
            f"the call of @{name} could not be inlined",
            notes=(
                "recursive functions and functions marked noinline cannot be compiled: these targets have no calls",
            ),
        )
    if name in LIBRARY:
        return each_lane(LIBRARY[name])(state, i)
    known = (
        "math.h functions such as sinf, llvm.* math intrinsics, gpucc.texture.*, gpucc.discard, gpucc.dfdx and"
        " gpucc.dfdy"
    )
    raise Unsupported(f"@{name} is called but not defined", notes=(f"known without a definition are {known}",))


def _intrinsic(name: str) -> Lowering:
    """Return the lowering for the longest known prefix of the name; the remaining words are types."""
    words = name.split(".")[1:]
    if words[:2] == ["experimental", "constrained"] and words[2:]:
        return _constrained
    return _known(name, words)


def _known(name: str, words: list[str]) -> Lowering:
    for end in range(len(words), 0, -1):
        found = INTRINSICS.get(".".join(words[:end]))
        if found is not None:
            return found
    raise Unsupported(f"the intrinsic @{name} has no equivalent on these targets")


def _shading(name: str) -> Lowering:
    for known, lowering in SHADING.items():
        if name == known or name.startswith(known + "."):
            return lowering
    raise Unsupported(f"@{name} is no function of gpucc's here", notes=(f"known are {', '.join(SHADING)}",))


def each_lane(maths: Maths) -> Lowering:
    """Apply a scalar function to each lane of vectors; scalar operands are used for every lane."""

    def lowering(state: BuildState, i: LlvmInstruction) -> Leaves:
        columns = [nodes(operand(state, value)) for value in i.operands if not isinstance(value, Opaque)]
        lanes = max(map(len, columns), default=0)
        if not lanes:
            raise InputError(f"@{getattr(i.callee, 'name', '')} needs operands")
        return tuple(
            [maths(state, tuple([column[lane % len(column)] for column in columns]), i) for lane in range(lanes)]
        )

    return lowering


# intrinsics that are not one function of each lane --------------------------------------------------------------------


def _ignore(state: BuildState, i: LlvmInstruction) -> Leaves:
    return (NO_ADDRESS,) if isinstance(i.type, PointerType) else ()


def _identity(state: BuildState, i: LlvmInstruction) -> Leaves:
    return operand(state, i.operands[0])


def _is_constant(state: BuildState, i: LlvmInstruction) -> Leaves:
    return (state.constant(state.layout.parts(i.type)[0].type, 0),)


def _object_size(state: BuildState, i: LlvmInstruction) -> Leaves:
    """The size is unknown: return the least or the greatest value, as the call requests."""
    smallest = node(operand(state, i.operands[1])[0])
    return (state.constant(state.layout.parts(i.type)[0].type, 0 if smallest.attr else -1),)


def _pair(first: Maths, second: Maths) -> Lowering:
    """Combine two functions of one operand in a struct."""
    return lambda state, i: each_lane(first)(state, i) + each_lane(second)(state, i)


def _checked(op: str, signed: bool) -> Lowering:
    def lowering(state: BuildState, i: LlvmInstruction) -> Leaves:
        a, b = (nodes(operand(state, value)) for value in i.operands)
        pairs = [overflow(state, op, p, q, signed) for p, q in zip(a, b, strict=True)]
        return tuple(result for result, _ in pairs) + tuple(wrapped for _, wrapped in pairs)

    return lowering


def _constrained(state: BuildState, i: LlvmInstruction) -> Leaves:
    """Lower arithmetic of strict floating-point modes. Rounding is to nearest, and exceptions are not observable."""
    full = str(getattr(i.callee, "name", ""))
    _, _, _, name, *types = full.split(".")
    plain = tuple(value for value in i.operands if not isinstance(value, Opaque))
    words = [value.text.partition('"')[2].rstrip('"') for value in i.operands if isinstance(value, Opaque)]
    other = next((word for word in words if word.startswith("round.") and word not in NEAREST), None)
    if other is not None:
        raise Unsupported(
            f"the rounding mode {other}", notes=("targets round to nearest only: use round.tonearest or round.dynamic",)
        )
    if name not in CONSTRAINED:
        return _known(full, [name, *types])(state, replace(i, operands=plain))
    compare = name in ("fcmp", "fcmps")
    op = "fcmp" if compare else name
    return state.lower(state, replace(i, op=op, operands=plain, callee=None, predicate=words[0] if compare else None))


# a mode that the program sets at run time is the default one, because a shader cannot set it
NEAREST = frozenset(("round.tonearest", "round.dynamic"))
# `trunc` is that of floats here, not the instruction
CONSTRAINED = frozenset((*FLOAT_OPS, *CASTS, "fcmp", "fcmps")) - {"trunc"}
INTRINSICS: dict[str, Lowering] = {
    **{name: each_lane(maths) for name, maths in MATHS.items()},
    **dict.fromkeys(IGNORED, _ignore),
    **dict.fromkeys(IDENTITIES, _identity),
    **{f"{s}{name}.with.overflow": _checked(op, s == "s") for s in "su" for name, op in CHECKED.items()},
    **VECTORS,
    "is.constant": _is_constant,
    "objectsize": _object_size,
    "sincos": _pair(MATHS["sin"], MATHS["cos"]),
    **dict.fromkeys(("memcpy", "memmove", "memcpy.inline"), lower_copy),
    **dict.fromkeys(("memset", "memset.inline"), lower_fill),
}
