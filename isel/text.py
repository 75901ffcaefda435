"""Selected code as text: one scalar instruction a line, for people, goldens and --explain.

t0 = mul in0.x, u3.y            ; mul
t1 = dp3 (t0, in0.y, 1.0), ...
out0.x = t1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpucc.errors import Location
from gpucc.isa.model import LETTERS
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Section, Selected
from gpucc.listing import ListedLine, Listing

PREFIX = {"input": "in", "uniform": "u"}


def show_selected(selected: Selected, rules: bool = False) -> str:
    """Return selected code as text, one operation a line; with `rules`, the rule behind each of them."""
    return Listing(_lines(selected, rules))


def list_selected(selected: Selected) -> Listing:
    """Return the selected code of a program of one section, each instruction with its rule."""
    return Listing(_lines(selected, True))


def list_sections(sections: Sequence[Section]) -> Listing:
    """Return the selected code of a program, section by section, each instruction with its rule."""
    lines: list[ListedLine] = []
    for section in sections:
        lines += [ListedLine(f"{section.name}:"), *_lines(section.selected, True), ListedLine("")]
    return Listing(lines[:-1])


def list_forms(forms: Sequence[Listing]) -> Listing:
    """Return the forms of a program from which scheduling chooses the shortest one. If there is only one, it has no
    heading."""
    lines: list[ListedLine] = []
    for number, form in enumerate(forms, 1):
        lines += [*([ListedLine(f"form {number} of {len(forms)}")] if len(forms) > 1 else []), *form.lines]
    return Listing(lines)


def _lines(selected: Selected, rules: bool) -> Iterator[ListedLine]:
    names: dict[Inst, str] = {}
    for inst in selected.insts:
        names[inst] = f"t{len(names)}"
        text = show_inst(inst, names)
        places = (inst.location,) if inst.location is not None else ()
        yield ListedLine(f"{text:<48}; {inst.rule}" if rules and inst.rule else text, places, inst.rule)
    for (register, component), source in sorted(selected.outputs.items()):
        yield ListedLine(f"out{register}.{LETTERS[component]} = {show_source(source, names)}", _places(source))
    for node, source in selected.values.items():
        yield ListedLine(f"value {node.op} = {show_source(source, names)}", _places(source))


def _places(source: ScalarSource) -> tuple[Location, ...]:
    value = source.value
    return (value.inst.location,) if isinstance(value, Result) and value.inst.location is not None else ()


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
    """Return the name of a result. A result without an instruction in the list is a variable that both sides of a
    branch set: "join" and a number."""
    name = names.setdefault(result.inst, f"join{len(names)}")
    return name if result.inst.results == 1 else f"{name}.{LETTERS[result.lane]}"


def _show_leaf(leaf: Leaf, names: dict[Inst, str]) -> str:
    if leaf.kind == "constant":
        return repr(leaf.value)
    if leaf.kind not in PREFIX:
        return leaf.kind
    component = LETTERS[leaf.component]
    if leaf.index is None:
        return f"{PREFIX[leaf.kind]}{leaf.register}.{component}"
    index = leaf.index if isinstance(leaf.index, ScalarSource) else ScalarSource(leaf.index)
    return f"{PREFIX[leaf.kind]}[{show_source(index, names)} + {leaf.register}].{component}"
