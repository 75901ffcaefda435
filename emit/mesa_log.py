"""What a dry run of Mesa's driver for lima tells of a pair of shaders: `LIMA_DEBUG=diskcache,gp,pp`, both streams.

The log has the key of each program in the disk cache, and Mesa's own form of each shader after linking, with the place
of every uniform. A run that finds its programs in a cache does not show the forms, so its log is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpucc.emit import mesa_uniforms
from gpucc.errors import InputError, Unsupported
from gpucc.isa.lima_vp import VIEWPORT_TRANSFORM
from gpucc.program import Program, Slot
from gpucc.records import dataclass

KEY = re.compile(r"^\[mesa disk cache\] retrieving ([0-9a-f]{40}): (\w*)", re.MULTILINE)
FORM = re.compile(r"^shader: MESA_SHADER_(VERTEX|FRAGMENT)$(.*?)^impl main", re.MULTILINE | re.DOTALL)
DECLARED = re.compile(r"^decl_var uniform .*? (\w+)((?:\[\d+\])*) (\w+) \(\d+, (\d+), \d+\)", re.MULTILINE)
ROWS = re.compile(r"^uniforms: (\d+)$", re.MULTILINE)
MISSING = "missing"
HOW = "draw with one pair of shaders, an empty MESA_SHADER_CACHE_DIR and LIMA_DEBUG=diskcache,gp,pp: ./app > log 2>&1"


SAME_PAIR = "the log must be of this very pair of shaders, with the same #defines"
FLAT = "declare a uniform, or an array of uniforms, for each member"


@dataclass(frozen=True, slots=True)
class MesaUniform:
    """A uniform of Mesa's: its first row in the uniform file, its number of rows, and whether it is an array."""

    row: int
    rows: int
    array: bool


def keys_of(log: str, name: str) -> tuple[str, str]:
    """The keys of the vertex and the fragment program. The driver looks for the fragment program first."""
    told: dict[str, str] = {}
    for key, found in KEY.findall(log):
        told.setdefault(key, found)
    if len(told) != 2:
        raise InputError(
            f"{name} names {len(told)} programs of lima, but a pair is two",
            notes=(HOW, "texture formats with one or two channels make more programs of one shader: use RGBA textures"),
        )
    if any(found != MISSING for found in told.values()):
        raise InputError(f"{name} is of a run that took a program from a cache instead of compiling it", notes=(HOW,))
    fragment, vertex = told
    return vertex, fragment


def check_uniforms(program: Program, log: str, name: str) -> None:
    """Refuse a program whose uniforms do not lie where Mesa's driver puts them.

    Mesa's linker may compute in the vertex shader what is linear in varyings, with uniforms; the driver uploads no such
    uniform for fragments then. A struct has all its members in Mesa's file, in an array element by element.
    """
    uniforms, rows = _uniforms_of(log, program.stage, name)
    interface = mesa_uniforms.packed(program).interface
    slots: dict[str, list[Slot]] = {}
    for slot in interface.uniforms:
        if slot.name != VIEWPORT_TRANSFORM:
            slots.setdefault(re.split(r"[.\[]", slot.name)[0], []).append(slot)
    for base, parts in slots.items():
        if base not in uniforms:
            raise _missing(base, program.stage)
        _check_place(base, parts, uniforms[base])
    viewport = interface.find(VIEWPORT_TRANSFORM)
    if viewport is not None and viewport.register != rows:
        raise Unsupported(
            f"Mesa's uniforms take {rows} rows, but the program's {viewport.register}, so the viewport lies elsewhere",
            notes=(SAME_PAIR,),
        )


def _missing(base: str, stage: str) -> Unsupported:
    if stage == "vertex":
        return Unsupported(f"Mesa's vertex shader has no uniform {base!r}, which the program reads", notes=(SAME_PAIR,))
    return Unsupported(
        f"Mesa's fragment shader has no uniform {base!r}: Mesa's linker computes with it in the vertex shader",
        notes=(
            "compute the part that is linear in varyings in the vertex shader, and pass it on as a varying",
            SAME_PAIR,
        ),
    )


def _uniforms_of(log: str, stage: str, name: str) -> tuple[dict[str, MesaUniform], int]:
    """The uniforms of Mesa's form of a shader, and the number of their rows."""
    forms = {text for which, text in FORM.findall(log) if which.lower() == stage}
    if len(forms) != 1:
        many = "no form" if not forms else f"{len(forms)} forms"
        raise InputError(f"{name} has {many} of Mesa's {stage} shader, and it must have one", notes=(HOW,))
    (form,) = forms
    declared = [
        (base, int(row), bool(array)) for kind, array, base, row in DECLARED.findall(form) if "sampler" not in kind
    ]
    counted = ROWS.search(form)
    end = int(counted[1]) if counted is not None else 0
    starts = sorted({row for _, row, _ in declared} | {end})
    ends = {row: next((other for other in starts if other > row), end) for _, row, _ in declared}
    return {base: MesaUniform(row, ends[row] - row, array) for base, row, array in declared}, end


def _check_place(base: str, parts: Sequence[Slot], place: MesaUniform) -> None:
    first, end = min(slot.register for slot in parts), max(slot.register + slot.registers for slot in parts)
    if any(slot.name != base for slot in parts):
        if place.array or sum(slot.registers for slot in parts) != place.rows or end - first != place.rows:
            kept = "every element with all its members" if place.array else "all its members"
            raise Unsupported(
                f"{base!r} is a struct, of which Mesa keeps {kept} ({place.rows} rows), but the program only the"
                " members that it reads, each with all its elements",
                notes=(FLAT,),
            )
        # elements of an array of structs stand together in Mesa's file; a slot does not tell an array from a matrix
        deep = next((slot.name for slot in parts if slot.name.count(".") > 1 and slot.registers > 1), None)
        if deep is not None:
            raise Unsupported(
                f"{deep!r} has several rows in a struct of structs, which Mesa may order otherwise",
                notes=(FLAT,),
            )
    if first != place.row:
        raise Unsupported(
            f"Mesa has the uniform {base!r} in row {place.row}, but the program has it in row {first}",
            notes=(SAME_PAIR,),
        )
