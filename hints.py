"""The names and precisions of a source's values, for a target that writes source again.

An operation is identified by its place, which its instruction has as well. A variable's name is given to the operation
that computes its value: through swizzles and conversions, into the functions that return it, and from parameters to
arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from gpucc.errors import GpuccError
from gpucc.frontend import typed
from gpucc.frontend.check.check import Checker
from gpucc.frontend.compile import NAMED, read
from gpucc.frontend.parse.includes import files_of, folder_of
from gpucc.frontend.parse.lexer import decode
from gpucc.frontend.parse.parser import Parser
from gpucc.frontend.places import Complaints, Place, ReportFull, ShaderText
from gpucc.frontend.syntax import Declare
from gpucc.frontend.typed import Callee, CheckedUnit, Symbol
from gpucc.program import Hints

HALVES = ("mediump", "lowp")
EFFECTS = ("colorFilter", "blender")
# the one word in layout(..) that AGSL has
COLOR = "color"
# ranks of names, most direct first: of the variable, of a variable that it is a part of, of a function, of a parameter
OWN, PART, RESULT, PARAMETER = range(4)
Key = tuple[str, int, int]
COMPUTED = (typed.Operate, typed.Builtin, typed.Invert, typed.Select, typed.Count, typed.Lazy, typed.StoreNode)


def read_hints(
    text: bytes,
    name: str,
    language: str,
    stage: str,
    include_anywhere: bool = False,
    define: Sequence[str] = (),
    include: Sequence[str] = (),
) -> Hints:
    """The hints of a source that the front end accepts; none for others."""
    report, source, dialect = (
        Complaints(),
        ShaderText(name, decode(text, not NAMED[language].preprocessor)),
        NAMED[language],
    )
    try:
        files = files_of(folder_of(name), include_anywhere, include)
        found = read(source, dialect, stage, files, report, define=define)
        dialect = found.dialect
        tops = Parser(found.tokens, dialect, report).module()
        # places in layout(..) are of GLSL; AGSL has layout(color) alone
        layouts = {
            one.name: COLOR for top in tops if isinstance(top, Declare) and COLOR in top.layout for one in top.names
        }
        unit = Checker(dialect, stage, found.extensions, report).unit(tops, Place(source, 1, 1))
    except (GpuccError, RecursionError, ReportFull):
        return Hints()
    if unit is None or report.errors:
        return Hints()
    try:
        values = _Walker(dialect.mixes_precision).run(unit)
        effects = tuple(one.name for one in unit.globals if one.read and one.type.base in EFFECTS)
        return Hints(values, _uniforms(unit, layouts), dialect.keeps_uniforms, effects)
    except RecursionError:
        return Hints()


def _uniforms(unit: CheckedUnit, layouts: dict[str, str]) -> dict[str, tuple[str, str]]:
    """The types of uniforms as spelled in AGSL."""
    found = {}
    for symbol in unit.globals:
        type = symbol.type.element or symbol.type
        if symbol.kind == "sampler":
            found[symbol.name] = symbol.type.name, ""
        if symbol.kind != "uniform" or not type.is_numeric:
            continue
        low = type.base == "half" or symbol.precision in HALVES
        base = "int" if not type.is_float else "half" if low else "float"
        size = "" if type.is_scalar else f"{type.columns}x{type.rows}" if type.is_matrix else str(type.rows)
        length = f"[{symbol.type.length}]" if symbol.type.element else ""
        found[symbol.name] = f"{base}{size}{length}", layouts.get(symbol.name, "")
    return found


class _Walker:
    def __init__(self, converts: bool) -> None:
        # whether half and float are types, so that a constructor converts between them
        self.converts = converts
        self.names: dict[Key, tuple[int, str]] = {}
        self.halves: dict[Key, bool] = {}
        self.widths: dict[Key, int] = {}
        # values that become halves because they are assigned to a half variable
        self.narrowed: set[Key] = set()
        self.wanted: dict[Callee, set[str]] = {}
        self.precision: dict[typed.TypedNode, str] = {}

    def run(self, unit: CheckedUnit) -> dict[Key, tuple[str, bool, int]]:
        for callee in unit.functions:
            if callee.body is not None:
                for node in _inside(callee.body):
                    self.note(node)
        for callee in unit.functions:
            if callee.body is not None and callee is not unit.entry:
                callers = self.wanted.get(callee, set())
                text = next(iter(callers)) if len(callers) == 1 else callee.name
                for node in _inside(callee.body):
                    if isinstance(node, typed.Leave) and node.node is not None:
                        self.name(node.node, text, RESULT)
        keys = dict.fromkeys([*self.names, *self.halves])
        return {key: (self.names.get(key, (0, ""))[1], self.is_half(key), self.widths.get(key, 1)) for key in keys}

    def is_half(self, key: Key) -> bool:
        return key in self.narrowed or self.halves.get(key, False)

    def note(self, node: object) -> None:
        match node:
            case typed.LocalCode(symbol=symbol, initial=initial) if initial is not None:
                self.name(initial, symbol.name, OWN, _holds_halves(symbol))
            case typed.StoreNode(op="", target=target, given=given):
                owner = typed.variable_of(target)
                if owner is not None:
                    self.name(
                        given, owner.name, OWN if isinstance(target, typed.ReadNode) else PART, _holds_halves(owner)
                    )
            case typed.StoreNode(target=target) | typed.Count(target=target):
                owner = typed.variable_of(target)
                self.say(
                    node, owner.name if owner is not None else "", OWN if isinstance(target, typed.ReadNode) else PART
                )
            case typed.Invoke(callee=callee, arguments=arguments):
                for parameter, argument in zip(callee.parameters, arguments, strict=True):
                    self.name(argument, parameter.name, PARAMETER, _holds_halves(parameter))
        if isinstance(node, COMPUTED) and node.value is None and node.type.is_float:
            key = _key(node)
            self.widths[key] = node.type.rows
            self.halves[key] = self.halves.get(key, True) and self.grade(node) == "half"

    def name(self, node: typed.TypedNode, text: str, rank: int, half: bool = False) -> None:
        """Record this name for the expression's value."""
        while text and node.value is None:
            match node:
                case typed.SwizzleNode(object=inner):
                    node = inner
                case typed.Build(arguments=[inner]):
                    node = inner
                case typed.Build(arguments=arguments) if node.type.is_vector:
                    for one in arguments:
                        self.name(one, text, max(rank, PART), half)
                    return
                case typed.Follow(right=inner) | typed.StoreNode(op="", given=inner):
                    node = inner
                case typed.Invoke(callee=callee):
                    self.wanted.setdefault(callee, set()).add(text)
                    return
                case typed.TypedNode() if isinstance(node, COMPUTED):
                    self.say(node, text, rank)
                    if half and node.type.is_float:
                        self.narrowed.add(_key(node))
                    return
                case _:
                    return

    def say(self, node: typed.TypedNode, text: str, rank: int) -> None:
        key = _key(node)
        if text and (key not in self.names or rank < self.names[key][0]):
            self.names[key] = rank, text

    def grade(self, node: typed.TypedNode) -> str:
        """Either half or float, or nothing if precision does not matter (constants, integers, conditions)."""
        if node not in self.precision:
            self.precision[node] = self._graded(node)
        return self.precision[node]

    def _graded(self, node: typed.TypedNode) -> str:
        if node.value is not None or not (node.type.is_float or node.type.element or node.type.fields):
            return ""
        if node.type.base == "half":
            return "half"
        match node:
            case typed.Literal():
                return ""
            case typed.ReadNode(symbol=symbol):
                return "half" if symbol.precision in HALVES else "float"
            case typed.Invoke(callee=callee):
                return "half" if callee.precision in HALVES else "float"
            case typed.MemberNode():
                return "float"
            case typed.Build() if self.converts:
                return "float"
            case typed.Builtin(name=name, arguments=[typed.ReadNode(symbol=symbol), *_]) if name.startswith("texture"):
                return "half" if symbol.precision in HALVES or not symbol.precision else "float"
        inner = {self.grade(one) for one in _operands(node)}
        return "float" if "float" in inner else "half" if "half" in inner else ""


def _operands(node: typed.TypedNode) -> list[typed.TypedNode]:
    return [one for one in _children(node) if isinstance(one, typed.TypedNode)]


def _holds_halves(symbol: Symbol) -> bool:
    return symbol.type.base == "half" or (symbol.type.base == "float" and symbol.precision in HALVES)


def _key(node: typed.TypedNode) -> Key:
    place = node.place.location
    return place.file, place.line, place.column


def _inside(code: object) -> Iterator[object]:
    stack = [code]
    while stack:
        one = stack.pop()
        yield one
        stack += _children(one)


def _children(one: object) -> list[object]:
    """The statements and expressions that it consists of, including those in lists."""
    found: list[object] = []
    waiting: list[object] = (
        [getattr(one, field.name) for field in fields(one)]
        if isinstance(one, typed.TypedNode | typed.TypedCode)
        else []
    )
    while waiting:
        value = waiting.pop()
        if isinstance(value, typed.TypedNode | typed.TypedCode):
            found.append(value)
        elif isinstance(value, list | tuple) and not hasattr(value, "_fields"):
            waiting += value
    return found
