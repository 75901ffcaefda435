"""Rewrites a vertex and a fragment shader, as the front end translated them, so that values move between them.

Every moved value is a varying of its own: the vertex shader computes it from its varyings where it returns, and the
fragment shader reads it. Varyings that the fragment shader no longer reads are removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from gpucc.lowering.llvm import Function, LType, Module, VectorType, width
from gpucc.lowering.moving.affine import UNIFORMS, VARYINGS, AffineValues, MovableValue
from gpucc.lowering.optimise import passes
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.reader.edit import NAME, WORD, own_statement, renamed
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.session import opened, printed
from gpucc.records import dataclass

ENTRY = "main"
PREFIX = "gpucc_moved_"
# a text in which unrolled loops have more statements than this is not unrolled for the sake of what could move
MOST_STATEMENTS = 3000
DEBUG = re.compile(r",? ![\w.]+ !\d+")
GROUP = re.compile(r" #\d+\b")
CLEAN = ("aggressive_dce", "global_dead_code_eliminate")


@dataclass(frozen=True, slots=True)
class MovedValue:
    """A value that moved: the varying that carries it, and how many operations on scalars left the fragment shader."""

    varying: str
    components: int
    weight: int


@dataclass(frozen=True, slots=True)
class MovedPair:
    """The texts of a pair, and the values that moved."""

    vertex: str
    fragment: str
    values: tuple[MovedValue, ...] = ()


class PairMover:
    """Finds the arithmetic that may move out of a fragment shader. `steep_too`: also values that decisions read."""

    def __init__(self, vertex: str, fragment: str, steep_too: bool = False) -> None:
        self.vertex = vertex
        self.prepared = prepared(fragment)
        self.spaces = {name: one.space for name, one in self._module().globals.items()}
        self.declared = {name: line for line in self.vertex.split("\n") for name in _declared_in(line)}
        values = AffineValues(self._module().functions[ENTRY], self.spaces)
        self.candidates = [one for one in values.candidates(steep_too) if self._fits(values, one)]

    def _module(self) -> Module:
        return read(self.prepared)

    def _fits(self, values: AffineValues, one: MovableValue) -> bool:
        """Return whether the vertex shader writes the varyings that a value is made of."""
        for name in values.slice(one.name):
            statement = values.statements[name]
            if statement.op == "load":
                place = values.place(statement.operands[0]) or ""
                if self.spaces[place] == VARYINGS and "addrspace(3)" not in self.declared.get(place, ""):
                    return False
                if self.spaces[place] == UNIFORMS and "addrspace(2)" not in self.declared.get(place, "addrspace(2)"):
                    return False
        return True

    def moved(self, chosen: Sequence[MovableValue]) -> MovedPair:
        """The pair with these values moved."""
        module = self._module()
        function = module.functions[ENTRY]
        values = AffineValues(function, self.spaces)
        names = [self._fresh(number) for number, _ in enumerate(chosen)]
        tails: list[str] = []
        for name, one in zip(names, chosen, strict=True):
            tails += _computed(name, one, values, self._lines(function))
        # statements are read above, before they change
        for name, one in zip(names, chosen, strict=True):
            _replace(function, name, one)
        for name, one in zip(names, chosen, strict=True):
            module.head.append(f"@{name} = external addrspace(1) global {_spelled(len(one.lanes))}")
        fragment = _finished(module.text())
        left = {name for name, space in self.spaces.items() if space == VARYINGS and not _mentions(fragment, name)}
        heads = [
            f"@{name} = external addrspace(3) global {_spelled(len(one.lanes))}"
            for name, one in zip(names, chosen, strict=True)
        ]
        vertex = self._with_tail([*heads, *self._missing(tails)], tails)
        found = tuple(MovedValue(name, len(one.lanes), one.weight) for name, one in zip(names, chosen, strict=True))
        return MovedPair(_without_outputs(vertex, left), fragment, found)

    def _fresh(self, number: int) -> str:
        name = f"{PREFIX}{number}"
        while name in self.declared or name in self.spaces:
            name += "_"
        return name

    def _lines(self, function: Function) -> dict[str, str]:
        return {
            one.name: own_statement(line)
            for block in function.blocks
            for one, line in zip(block.instructions, block.lines, strict=True)
            if one.name is not None
        }

    def _missing(self, tails: Iterable[str]) -> list[str]:
        """Return declarations of uniforms and functions that the vertex shader lacks."""
        wanted = {found[1:].strip('"') for line in tails for found in NAME.findall(line) if found[0] == "@"}
        found = []
        for line in self.prepared.split("\n"):
            for name in _declared_in(line):
                if name in wanted and name not in self.declared and self.spaces.get(name) != VARYINGS:
                    found.append(GROUP.sub("", line))
        return found

    def _with_tail(self, heads: Sequence[str], tails: Sequence[str]) -> str:
        """The vertex shader, which computes the moved values before each return of its entry."""
        lines: list[str] = []
        inside, returns = False, 0
        for line in self.vertex.split("\n"):
            if line.startswith("define "):
                if heads:
                    lines += heads
                    heads = ()
                inside = re.search(rf"@{ENTRY}\(", line) is not None
            if inside and line.strip().startswith("ret void"):
                lines += [renamed(one, lambda name, k=returns: _numbered(name, k)) for one in tails]  # type: ignore[misc]
                returns += 1
            lines.append(line)
        return "\n".join(lines)


def prepared(fragment: str) -> str:
    """The text of a fragment shader as one function without local memory and, if it does not become too long, without
    loops. Its flags hide the licence to regroup from LLVM, as in canonical texts, and show it again afterwards."""
    hidden = _hidden(fragment)
    text = optimise(hidden, level=0, unroll=True)
    if text.count("\n") > MOST_STATEMENTS:
        text = optimise(hidden, level=0, unroll=False)
    return "\n".join(_shown(line) for line in text.split("\n"))


def _hidden(text: str) -> str:
    return "\n".join(line if line.startswith("!") else line.replace(" reassoc", "") for line in text.split("\n"))


def _shown(line: str) -> str:
    return re.sub(r" = (f\w+|call|tail call|phi|select)((?: \w+)*?) contract\b", r" = \1 reassoc\2 contract", line)


def _finished(fragment: str) -> str:
    """The text without statements that are no longer needed."""
    with opened(_hidden(fragment), "<moved>") as module:
        passes.run(module, *CLEAN)
        text = printed(module)
    return "\n".join(_shown(line) for line in text.split("\n"))


def _declared_in(line: str) -> Iterator[str]:
    """Yield the global that a line of text declares or defines."""
    found = re.match(rf"@({WORD}) = ", line) or re.match(rf"(?:declare|define) .*?@({WORD})\(", line)
    if found is not None:
        yield found[1].strip('"')


def _mentions(text: str, name: str) -> bool:
    return any(
        found in (f"@{name}", f'@"{name}"')
        for line in text.split("\n")
        if not line.startswith("@")
        for found in NAME.findall(line)
    )


def _spelled(count: int) -> str:
    return "float" if count == 1 else f"<{count} x float>"


def _mask(lanes: Iterable[int | None]) -> str:
    return ", ".join("i32 poison" if lane is None else f"i32 {lane}" for lane in lanes)


# the vertex shader ----------------------------------------------------------------------------------------------------


def _computed(name: str, one: MovableValue, values: AffineValues, lines: dict[str, str]) -> list[str]:
    """The statements by which the vertex shader computes a value, and writes the varying."""

    def mine(found: str) -> str | None:
        return f"%{quote(f'{name}.{bare}')}" if found[0] == "%" and (bare := found[1:].strip('"')) in known else None

    known = set(values.slice(one.name))
    result = []
    for statement in values.slice(one.name):
        line = renamed(GROUP.sub("", DEBUG.sub("", lines[statement])), mine)
        result.append(line.replace("addrspace(1)", "addrspace(3)"))
    value, type = f"%{quote(f'{name}.{one.name}')}", _type(one.type)
    if one.lanes != tuple(range(width(one.type))):
        taken = f"%{name}.taken"
        if len(one.lanes) == 1:
            result.append(f"  {taken} = extractelement {type} {value}, i32 {one.lanes[0]}")
        else:
            both, count = f"{type} {value}, {type} poison", len(one.lanes)
            result.append(f"  {taken} = shufflevector {both}, <{count} x i32> <{_mask(one.lanes)}>")
        value = taken
    elif isinstance(one.type, VectorType) and width(one.type) == 1:
        result.append(f"  %{name}.taken = extractelement {type} {value}, i32 0")
        value = f"%{name}.taken"
    result.append(f"  store {_spelled(len(one.lanes))} {value}, ptr addrspace(3) @{name}")
    return result


def _type(type: LType) -> str:
    return f"<{type.count} x float>" if isinstance(type, VectorType) else "float"


def _numbered(name: str, number: int) -> str | None:
    """Names of the statements before a later return differ."""
    if number and name[0] == "%" and PREFIX in name:
        return f"%{quote(f'{name[1:].strip(chr(34))}.{number}')}"
    return None


def _without_outputs(vertex: str, names: set[str]) -> str:
    """The vertex shader with these outputs as memory of its own, as the front end does with varyings that nobody
    reads."""
    if not names:
        return vertex
    spelled = {form for name in names for form in (f"@{name}", f'@"{name}"')}
    pointers: set[str] = set()
    lines = []
    for line in vertex.split("\n"):
        declared = next(iter(_declared_in(line)), None)
        if declared in names and line.startswith("@"):
            line = line.replace("external addrspace(3) global", "internal global") + " zeroinitializer"
        elif "getelementptr" in line and "(i8, " in line and any(name in spelled for name in NAME.findall(line)):
            # a load at a constant expression: the pointer in it, and the one that it makes
            line = line.replace("ptr addrspace(3)", "ptr")
        elif any(found in spelled or found in pointers for found in NAME.findall(line)):
            line = re.sub(
                rf"ptr addrspace\(3\) ([%@]{WORD})",
                lambda found: f"ptr {found[1]}" if found[1] in spelled or found[1] in pointers else found[0],
                line,
            )
            made = re.match(rf"\s*(%{WORD}) = getelementptr ", line)
            if made is not None:
                pointers.add(made[1])
        lines.append(line)
    return "\n".join(lines)


# the fragment shader --------------------------------------------------------------------------------------------------


def _replace(function: Function, name: str, one: MovableValue) -> None:
    """Let the statements that read a value read the varying instead."""
    forms: dict[str, tuple[tuple[int | None, ...], LType]] = {}
    for use in one.uses:
        known = forms.get(use.value.name, (use.lanes, use.value.type))[0]
        both = tuple(b if a is None else a for a, b in zip(known, use.lanes, strict=True))
        forms[use.value.name] = (both, use.value.type)
    plain = len(one.lanes) == 1
    new = {
        old: f"%{name}" if plain and not isinstance(form, VectorType) else f"%{name}.{number}"
        for number, (old, (_, form)) in enumerate(forms.items())
    }
    for block in function.blocks:
        for at, statement in enumerate(block.instructions):
            if any(use.statement == statement for use in one.uses):
                block.lines[at] = _reading(block.lines[at], new)
    entry = function.blocks[0]
    entry.lines[0] = "\n".join([*_expanded(name, one, forms, new), entry.lines[0]])


def _reading(line: str, new: dict[str, str]) -> str:
    return renamed(line, lambda found: new.get(found[1:].strip('"')) if found[0] == "%" else None)


def _expanded(
    name: str, one: MovableValue, forms: dict[str, tuple[tuple[int | None, ...], LType]], new: dict[str, str]
) -> Iterator[str]:
    type = _spelled(len(one.lanes))
    yield f"  %{name} = load {type}, ptr addrspace(1) @{name}"
    for old, (lanes, form) in forms.items():
        where = [None if lane is None else one.lanes.index(lane) for lane in lanes]
        if len(one.lanes) == 1:
            if isinstance(form, VectorType):
                one_lane = f"<1 x float> {new[old]}.v, <1 x float> poison"
                yield f"  {new[old]}.v = insertelement <1 x float> poison, float %{name}, i32 0"
                yield f"  {new[old]} = shufflevector {one_lane}, <{len(where)} x i32> <{_mask(where)}>"
        elif isinstance(form, VectorType):
            yield f"  {new[old]} = shufflevector {type} %{name}, {type} poison, <{len(where)} x i32> <{_mask(where)}>"
        else:
            yield f"  {new[old]} = extractelement {type} %{name}, i32 {where[0]}"
