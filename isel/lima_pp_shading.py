"""Textures, derivatives and discards of the lima fragment processor.

The processor reads textures in all modes with one op. Selection uses one op for each mode, since their operands differ,
and `finish` replaces these by the machine's op. A projection divides in the varying unit, by z or w of the loaded
value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import Op, Operand
from gpucc.isa.pipeline import TextureRead
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Section, Selected
from gpucc.isel.replace import replace_insts, replace_leaves
from gpucc.isel.textures import TextureMode
from gpucc.rules.pattern import Binding, P, Rule

# the varying unit loads coordinates from registers and varyings; the level of detail comes from a register
LOADED = HELD = frozenset({"temporary", "input"})
LANES = {"2d": 2, "cube": 3}
Z, W = 2, 3


def _pseudo(name: str, lanes: int, level: bool = False) -> Op:
    operands = (Operand("coordinates", lanes, LOADED), *((Operand("level", 1, HELD),) if level else ()))
    return Op(name, 0, operands, "fixed", stages=LIMA_PP.stages)


WAYS = {
    "sample_2d": _pseudo("sample_2d", 2),
    "sample_2d_level": _pseudo("sample_2d_level", 2, level=True),
    "sample_2d_projected": _pseudo("sample_2d_projected", 3),
    "sample_cube": _pseudo("sample_cube", 3),
    "sample_cube_level": _pseudo("sample_cube_level", 3, level=True),
}
PSEUDO_OPS = tuple(WAYS.values())


def _read(explicit: bool = False, projected: int = 0) -> Callable[[Binding], TextureRead]:
    def attr(m: Binding) -> TextureRead:
        assert isinstance(m.root.attr, tuple)
        return TextureRead(int(m.root.attr[0]), projected, explicit)

    return attr


def _textures() -> list[Rule]:
    rules = []
    for dimension, count in LANES.items():
        names = ["u", "v", "w"][:count]
        where = f"[{', '.join(names)}]"
        rules += [
            Rule(
                f"{dimension} texture",
                P.texture(*names, attr=TextureMode(dimension, "none")),
                f"sample_{dimension}({where})",
                attr=_read(),
            ),
            *(
                Rule(
                    f"{dimension} texture with a {mode}",
                    P.texture(*names, "level", attr=TextureMode(dimension, mode)),
                    f"sample_{dimension}_level({where}, level)",
                    attr=_read(explicit=mode == "lod"),
                )
                for mode in ("bias", "lod")
            ),
        ]
    return rules


SHADING = (
    *_textures(),
    Rule(
        "projected texture",
        P.texture("u", "v", "q", attr=TextureMode("2d", "proj")),
        "sample_2d_projected([u, v, q])",
        attr=_read(projected=Z),
    ),
    Rule(
        "projected cube texture",
        P.texture("u", "v", "w", "q", attr=TextureMode("cube", "proj")),
        "sample_cube([mul(u, rcp(q)), mul(v, rcp(q)), mul(w, rcp(q))])",
        attr=_read(),
    ),
    Rule("derivative across", P.dfdx("a"), "dfdx(a, -a)"),
    Rule("derivative down", P.dfdy("a"), "dfdy(a, -a)"),
    Rule("discard", P.discard("c"), "discard()"),
)


def finish(selected: Selected) -> None:
    """Replace the texture ops that selection works with by the op of the processor."""
    if any(inst.op.name in WAYS for inst in selected.insts):
        replace_insts(selected, _as_machine_op)


def read_frame(sections: Sequence[Section], reads: Mapping[int, str]) -> None:
    """Replace inputs that are in the frame buffer by the results of the ops that read it; `reads` maps registers to
    ops.
    """
    for section in sections:
        insts = {register: Inst(LIMA_PP.op(name), (), 4, rule="frame buffer") for register, name in reads.items()}
        replace_leaves(section, {Leaf("input", r, c): Result(inst, c) for r, inst in insts.items() for c in range(4)})


def _as_machine_op(inst: Inst) -> Inst:
    if inst.op.name not in WAYS:
        return inst
    texture = inst.attr
    assert isinstance(texture, TextureRead)
    if texture.projected and _divisor_is_w(inst.operands[0]):
        texture = replace(texture, projected=W)
    op = LIMA_PP.op("texld_cube" if "cube" in inst.op.name else "texld_2d")
    return replace(inst, op=op, attr=texture)


def _divisor_is_w(coordinates: tuple[ScalarSource, ...]) -> bool:
    """Return whether all coordinates come from one varying that has the divisor in w."""
    leaves = [source.value for source in coordinates if isinstance(source.value, Leaf) and source.value.kind == "input"]
    one = len(leaves) == len(coordinates) and len({leaf.register for leaf in leaves}) == 1
    return one and leaves[-1].component == W
