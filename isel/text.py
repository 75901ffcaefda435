"""Selected code as text: one scalar instruction a line, for people, goldens and --explain.

t0 = mul in0.x, u3.y            ; mul
t1 = dp3 (t0, in0.y, 1.0), ...
out0.x = t1
"""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected

LANES = "xyzw"
PREFIX = {"input": "in", "uniform": "u"}


def show_selected(selected: Selected, rules: bool = False) -> str:
    names: dict[Inst, str] = {}
    lines: list[str] = []
    for inst in selected.insts:
        names[inst] = f"t{len(names)}"
        text = show_inst(inst, names)
        lines.append(f"{text:<48}; {inst.rule}" if rules and inst.rule else text)
    for (register, component), source in sorted(selected.outputs.items()):
        lines.append(f"out{register}.{LANES[component]} = {show_source(source, names)}")
    lines += [f"value {node.op} = {show_source(source, names)}" for node, source in selected.values.items()]
    return "\n".join(lines) + "\n"


def show_inst(inst: Inst, names: dict[Inst, str]) -> str:
    operands = ", ".join(_show_operand(lanes, names) for lanes in inst.operands)
    name = ".".join([inst.op.name, *sorted(inst.modifiers)])
    return f"{names[inst]} = {name} {operands}" if inst.results else f"{name} {operands}"


def _show_operand(lanes: Sequence[ScalarSource], names: dict[Inst, str]) -> str:
    shown = [show_source(source, names) for source in lanes]
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"


def show_source(source: ScalarSource, names: dict[Inst, str]) -> str:
    value = source.value
    text = _show_leaf(value, names) if isinstance(value, Leaf) else _show_result(value, names)
    text = f"|{text}|" if source.absolute else text
    return f"-{text}" if source.negate else text


def _show_result(result: Result, names: dict[Inst, str]) -> str:
    return names[result.inst] if result.inst.results == 1 else f"{names[result.inst]}.{LANES[result.lane]}"


def _show_leaf(leaf: Leaf, names: dict[Inst, str]) -> str:
    if leaf.kind == "constant":
        return repr(leaf.value)
    if leaf.kind not in PREFIX:
        return leaf.kind
    component = LANES[leaf.component]
    if leaf.index is None:
        return f"{PREFIX[leaf.kind]}{leaf.register}.{component}"
    index = leaf.index if isinstance(leaf.index, ScalarSource) else ScalarSource(leaf.index)
    return f"{PREFIX[leaf.kind]}[{show_source(index, names)} + {leaf.register}].{component}"
