"""Plans a shader's interface in AGSL: uniforms, children, the parameters of main, and the place of each component.

AGSL has one varying input, the coordinate; color filters and blenders have colors instead. Other inputs become
uniforms.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from gpucc.errors import Unsupported
from gpucc.isa.agsl import COORDINATES, RESERVED
from gpucc.isa.agsl_tree import AgslName, AgslNumber, AgslPick, AgslPlace, Called, Declared, Infix, Set, Text
from gpucc.isa.model import LETTERS, SamplerState
from gpucc.program import Hints, Interface, Slot
from gpucc.records import dataclass

Component = tuple[str, int, int]
NOTHING = Hints()
UNSAID = COORDINATES[0]
USUAL_STATE = SamplerState()


@dataclass(frozen=True, slots=True)
class Wire:
    """Connects component `lane` of element `element` of the text's uniform or parameter `name` with `component` of the
    interface, times `factor`. Component ("constant", n, 0) is the number n.
    """

    name: str
    element: int
    lane: int
    component: Component
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class AgslInterface:
    """The interface of the text.

    `children` and `sizes` are names by sampler register. `registers` are the registers of sizes that the interface
    itself has.
    """

    uniforms: tuple[Declared, ...]
    parameters: tuple[tuple[str, str], ...]
    places: dict[Component, AgslPlace]
    wires: tuple[Wire, ...]
    children: dict[int, str]
    sizes: dict[int, Text]
    registers: dict[int, int]
    names: frozenset[str]
    warnings: tuple[str, ...]
    # statements that compute the input's varyings from the coordinate, and what the text says of it
    prelude: tuple[Set, ...] = ()
    notes: tuple[str, ...] = ()


class _Planner:
    def __init__(self, interface: Interface, source: Hints, read: Container[Component] | None, coord: str) -> None:
        self.interface = interface
        self.coord = coord
        self.prelude: list[Set] = []
        self.notes: list[str] = []
        self.read = read
        self.source = source
        self.uniforms: list[tuple[str, Declared]] = []
        self.places: dict[Component, AgslPlace] = {}
        self.wires: list[Wire] = []
        self.names: set[str] = set()
        self.named: set[str] = set()
        # names of the input take precedence over invented ones
        inner = (*interface.uniforms, *interface.samplers, *interface.inputs)
        self.kept = frozenset(name for name in (*(slot.name for slot in inner), *source.uniforms) if is_legal(name))
        self.warnings: list[str] = []

    def plan(self, sized: frozenset[int]) -> AgslInterface:
        """Plan the interface. `sized` are the samplers whose size the text also needs."""
        parameters = self._parameters()
        children: dict[int, str] = {}
        sizes: dict[int, Text] = {}
        registers: dict[int, int] = {}
        for slot in self.interface.samplers:
            self._child(slot, slot.register in sized, children, sizes, registers)
        implied = {slot.name for slot in self.interface.uniforms if slot.register in registers.values()}
        implied |= {f"{name}.size" for name, (type, _) in self.source.uniforms.items() if type == "shader"}
        for slot in self.interface.uniforms:
            if slot.name not in implied:
                self._uniform(slot)
        self._unused()
        return AgslInterface(
            self._in_order(), tuple(parameters), self.places, tuple(self.wires), children, sizes, registers,
            frozenset(self.names), tuple(self.warnings), tuple(self.prelude), tuple(self.notes),
        )  # fmt: skip

    def _unused(self) -> None:
        """Declare uniforms that the shader does not read, because an app may set every uniform of the source by
        name.
        """
        for name, (type, layout) in self.source.uniforms.items() if self.source.whole else ():
            if name not in self.named:
                plain, _, length = type.partition("[")
                self._declare(name, Declared(plain, self.own(name), int(length.rstrip("]") or 0), "", layout))

    def _declare(self, source: str, declared: Declared) -> None:
        """Add a declaration; `source` is its name in the input."""
        self.uniforms.append((source, declared))

    def _in_order(self) -> tuple[Declared, ...]:
        """Return the declarations in the order of the source, sizes after their children, others at the end."""
        order = {name: k for k, name in enumerate(self.source.uniforms)}
        return tuple(one for _, one in sorted(self.uniforms, key=lambda pair: order.get(pair[0], len(order))))

    # inputs -----------------------------------------------------------------------------------------------------------

    def _parameters(self) -> list[tuple[str, str]]:
        inputs = list(self.interface.inputs)
        shapes = ["".join(slot.words).rstrip(".") for slot in inputs]
        plain = [slot.builtin is None for slot in inputs]
        if shapes in (["ffff"], ["ffff", "ffff"]) and all(plain) and self.coord == UNSAID:
            self._colours(inputs)
            return [self._parameter(slot, "float4", 4) for slot in inputs]
        window = [slot for slot in inputs if slot.builtin == "gl_FragCoord"]
        known = ("ff",) if self.coord == UNSAID else ("ff", "fff", "ffff")
        pairs = [slot for slot, shape in zip(inputs, shapes, strict=True) if shape in known and slot.builtin is None]
        chosen = [*pairs, *window][:1]
        found = [self._coordinate(chosen[0])] if chosen else []
        for slot in inputs:
            if slot in chosen:
                continue
            if slot.builtin is not None:
                self._refuse_read(slot)
                continue
            self.warnings.append(
                f"AGSL has no varyings: {slot.name!r} becomes a uniform, the same over the whole picture"
            )
            self._uniform(slot)
        return found or [("float2", self.fresh("coord"))]

    def _refuse_read(self, slot: Slot) -> None:
        """Refuse a built-in input that the program reads; a source may name one and not use it."""
        if self.read is not None and any(("input", slot.register, lane) in self.read for lane in range(4)):
            raise Unsupported(f"AGSL has no {slot.builtin}", notes=("its main gets the coordinate and nothing else",))

    def _parameter(self, slot: Slot, type: str, width: int) -> tuple[str, str]:
        name = self.fresh("coord") if slot.builtin else self.own(slot.name)
        for lane in range(width):
            self._wire(name, 0, lane, ("input", slot.register, lane), AgslPlace(AgslName(name), width, lane))
        if width == 2:
            self._depths(slot, name)
        return type, name

    def _depths(self, slot: Slot, name: str) -> None:
        for lane in range(2, len(slot.words.rstrip("."))):
            self._depth(slot, lane, f"{name}_{LETTERS[lane]}")

    def _coordinate(self, slot: Slot) -> tuple[str, str]:
        """The parameter for the varying that is the coordinate, or for gl_FragCoord. If it is not in pixels with y
        downwards, a variable is computed from the parameter; the host says how large the picture is."""
        windowed = slot.builtin is not None
        self._say_coordinate(slot.name, windowed)
        if self.coord not in ("uv", "flip") or (windowed and self.coord == "uv"):
            return self._parameter(slot, "float2", 2)
        if self.source.whole:
            message = "the coordinate of an AGSL source is in pixels already"
            raise Unsupported(message, notes=("--coord is for GLSL and LLVM IR, whose coordinates may go from 0 to 1",))
        name = self.fresh("frag_coord") if windowed else self.own(slot.name)
        given = self.fresh("coord")
        value: Text = AgslName(given)
        if self.coord == "flip":
            bottom = self._given("bottom", "float", "y of the picture's lower edge, in pixels: its height", (0,), -1.0)
            value = Called(
                "float2", (AgslPick(value, "x"), Infix("-", AgslName(bottom), AgslPick(AgslName(given), "y")))
            )
        if not windowed:
            size = self._given("resolution", "float2", "of the picture, in pixels", (1, 1))
            value = Infix("/", value, AgslName(size))
        self.prelude.append(Set(name, value, "", "float2", True))
        for lane, factor in enumerate((1.0, -1.0 if self.coord == "flip" else 1.0)):
            component = ("input", slot.register, lane)
            self.places[component] = AgslPlace(AgslName(name), 2, lane)
            self.wires.append(Wire(given, 0, lane, component, factor))
        self._depths(slot, name)
        return "float2", given

    def _given(self, wanted: str, type: str, note: str, checked: tuple[int, ...], factor: float = 1.0) -> str:
        """Declare a uniform that only the coordinate needs. When the text is checked, its numbers are those of
        `checked` times `factor`; a sum with -0.0 keeps every bit of them."""
        name = self.fresh(wanted)
        self._declare(name, Declared(type, name, note=note))
        self.wires += [Wire(name, 0, lane, ("constant", number, 0), factor) for lane, number in enumerate(checked)]
        return name

    def _say_coordinate(self, name: str, windowed: bool) -> None:
        """Say in the text what the coordinate is taken for, and warn if the user did not. AGSL and LLVM IR say it
        themselves."""
        if self.source.whole or not (self.source.values or self.coord != UNSAID):
            return
        if windowed:
            self.notes.append(f"{name} is in pixels, with y {'upwards' if self.coord == 'flip' else 'downwards'}")
        elif self.coord in ("uv", "flip"):
            self.notes.append(f"{name} goes from 0 to 1, with v {'upwards' if self.coord == 'flip' else 'downwards'}")
        else:
            self.notes.append(f"{name} is the coordinate in pixels, with y downwards")
            if self.coord == UNSAID:
                remedy = "--coord uv or flip makes it go from 0 to 1, --coord pixels says that this is meant"
                self.warnings.append(f"the varying {name!r} becomes AGSL's coordinate, in pixels: {remedy}")

    def _colours(self, inputs: list[Slot]) -> None:
        if self.source.whole or not self.source.values:
            return
        for slot in inputs:
            self.notes.append(f"{slot.name} is a colour: this is a {'color filter' if len(inputs) == 1 else 'blender'}")
            remedy = "--coord pixels, uv or flip takes its x and y for the coordinate"
            self.warnings.append(f"the varying {slot.name!r} becomes a colour in AGSL: {remedy}")

    def _depth(self, slot: Slot, lane: int, wanted: str) -> None:
        """Declare a uniform for a depth coordinate. A plane has no depth, so the app must set it."""
        component = (slot.kind, slot.register, lane)
        name = self.fresh(wanted)
        self._wire(name, 0, 0, component, AgslPlace(AgslName(name), 1, 0))
        if self.read is None or component in self.read:
            part = f"{slot.builtin or slot.name}.{LETTERS[lane]}"
            self._declare(slot.name, Declared("float", name, note=part))
            self.warnings.append(f"AGSL has two coordinates: {part} becomes the uniform {name}")

    # uniforms ---------------------------------------------------------------------------------------------------------

    def _uniform(self, slot: Slot) -> None:
        rows = [slot.words[start : start + 4].rstrip(".") for start in range(0, len(slot.words), 4)]
        if len(set(rows)) == 1 and rows[0] and len(set(rows[0])) == 1 and "." not in rows[0]:
            name = self.own(slot.name)
            size = len(rows) if len(rows) > 1 or slot.type.endswith("]") else 0
            type, columns, size, layout = self._spelled(slot, rows) or (_type(rows[0]), 1, size, "")
            self._declare(slot.name, Declared(type, name, size, "", layout))
            for element in range(len(rows)):
                base = _element(AgslName(name), element, columns, size > 0)
                self._row(slot, element, 0, rows[0], name, element, base, type.startswith("half"))
            return
        for element, row in enumerate(rows):
            for start, letters in _stretches(row):
                name = self.fresh(f"{slot.name}_{element}" if start == 0 else f"{slot.name}_{element}_{LETTERS[start]}")
                self._declare(slot.name, Declared(_type(letters), name))
                self._row(slot, element, start, letters, name, 0, AgslName(name))

    def _spelled(self, slot: Slot, rows: list[str]) -> tuple[str, int, int, str] | None:
        """Return type, columns of a matrix, length of an array and layout as declared in the source, if known and
        fitting. AGSL has square matrices only: the columns of any other one become an array of vectors.
        """
        type, layout = self.source.uniforms.get(slot.name, ("", ""))
        found = re.fullmatch(r"((?:float|half)(?:(\d)x)?(\d)?)(?:\[(\d+)\])?", type)
        if not found:
            return None
        columns, width, length = (int(found[k] or 0) for k in (2, 3, 4))
        if rows[0] != "f" * (width or 1) or len(rows) != (columns or 1) * (length or 1):
            return None
        if columns not in (0, width):
            return f"{type.partition(str(columns))[0]}{width}", 1, len(rows), ""
        return found[1], columns or 1, length, layout

    def _row(
        self, slot: Slot, row: int, start: int, letters: str, name: str, element: int, base: Text, half: bool = False
    ) -> None:
        for lane in range(len(letters)):
            component = (slot.kind, slot.register + row, start + lane)
            self._wire(name, element, lane, component, AgslPlace(base, len(letters), lane, letters[0] != "f", half))

    def _wire(self, name: str, element: int, lane: int, component: Component, place: AgslPlace) -> None:
        self.places[component] = place
        self.wires.append(Wire(name, element, lane, component))

    def _child(
        self, slot: Slot, sized: bool, children: dict[int, str], sizes: dict[int, Text], registers: dict[int, int]
    ) -> None:
        name = children[slot.register] = self.own(slot.name)
        self._declare(slot.name, Declared("shader", name, note=_state(slot)))
        given = next((one for one in self.interface.uniforms if one.name == f"{slot.name}.size"), None)
        if given is not None:
            registers[slot.register] = given.register
        if sized:
            size = self.fresh(f"{slot.name}_size")
            self._declare(slot.name, Declared("float2", size, note=f"of {name}, in pixels"))
            sizes[slot.register] = AgslName(size)
            for lane in range(2):
                if given is not None:
                    self._wire(size, 0, lane, ("uniform", given.register, lane), AgslPlace(AgslName(size), 2, lane))
                else:
                    self.wires.append(Wire(size, 0, lane, ("sampler", slot.register, lane)))

    # names ------------------------------------------------------------------------------------------------------------

    def own(self, name: str) -> str:
        """Return the name of something that the input declares: unchanged if AGSL allows it."""
        found = name if name in self.kept and name not in self.names else self.fresh(name)
        if found != name and name.isidentifier():
            self.warnings.append(f"Skia refuses the name {name!r} for a uniform: the text calls it {found!r}")
        self.names.add(found)
        self.named.add(name)
        return found

    def fresh(self, wanted: str) -> str:
        """Return a new name for something without a name in the input, or with one that AGSL does not allow."""
        stem = re.sub(r"\W", "_", wanted, flags=re.ASCII) or "value"
        if stem[0].isdigit() or stem.startswith("gl_"):
            stem = f"u_{stem}"
        if stem in RESERVED:
            stem += "_"
        name, number = stem, 1
        while name in self.names or name in RESERVED or name in self.kept:
            number += 1
            name = f"{stem}{number}"
        self.names.add(name)
        return name


def is_legal(name: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name)) and not name.startswith("gl_") and name not in RESERVED


def plan_interface(
    interface: Interface,
    sized: frozenset[int],
    source: Hints = NOTHING,
    read: Container[Component] | None = None,
    coord: str = UNSAID,
) -> AgslInterface:
    """Plan the interface of a program.

    `sized` are the samplers whose size the text needs, `source` are the declarations of uniforms in the source, `read`
    are the components that the program reads (None: all). `coord` is one of `isa.agsl.COORDINATES`.
    """
    return _Planner(interface, source, read, coord).plan(sized)


def _element(array: Text, element: int, columns: int, indexed: bool) -> Text:
    """Return an element of an array, a column of a matrix, or a column of a matrix in an array."""
    matrix: Text = Called("[]", (array, AgslNumber(element // columns))) if indexed else array
    return matrix if columns == 1 else Called("[]", (matrix, AgslNumber(element % columns)))


def _state(slot: Slot) -> str:
    """Return a note about the state that the app must give to the shader that it binds; none for the usual state."""
    state, usual = slot.sampler or USUAL_STATE, USUAL_STATE
    pairs = ((state.wrap, usual.wrap), (state.filter, usual.filter))
    words = [word for word, common in pairs if word != common]
    return f"bound with {', '.join(words)}" if words else ""


def _type(letters: str) -> str:
    base = "float" if letters[0] == "f" else "int"
    return base if len(letters) == 1 else f"{base}{len(letters)}"


def _stretches(row: str) -> Iterator[tuple[int, str]]:
    for found in re.finditer(r"f+|[iub]+", row):
        yield found.start(), found.group()
