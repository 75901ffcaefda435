"""Interfaces that a program reads only in part: some uniforms, members of structs, elements, columns, varyings and
textures are unread.

Every input value is another small integer, so that a component read from a wrong place is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np

from gpucc.compiled import CompiledProgram
from gpucc.fuzz import rooms
from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell, some_language
from gpucc.fuzz.trials import Fact, FuzzFamily, FuzzSample, outputs
from gpucc.isa.model import Isa
from gpucc.program import Slot, Stage
from gpucc.records import dataclass

# columns (the number of four-float vectors) and rows of a type
TYPES = {
    "float": (1, 1), "vec2": (1, 2), "vec3": (1, 3), "vec4": (1, 4), "mat2": (2, 2), "mat3": (3, 3), "mat4": (4, 4),
    "int": (1, 1),
    "ivec2": (1, 2), "ivec4": (1, 4),
}  # fmt: skip
MEMBERS = ("float", "vec2", "vec3", "vec4", "mat3")
VARYING = ("float", "vec2", "vec3", "vec4")
LANES = 8


@dataclass
class PartialPlace:
    """A variable of the interface; `part` chooses an expression for a part of it, and the part's position in its
    vectors of four."""

    name: str
    type: str
    length: int = 0
    varies: bool = False
    values: np.ndarray = field(default_factory=lambda: np.zeros((1, 0)))

    def part(self, draws: Draws) -> tuple[str, int]:
        columns, rows = TYPES[self.type]
        element = draws.number(0, max(0, self.length - 1))
        column, row = draws.number(0, columns - 1), draws.number(0, rows - 1)
        text = self.name + (f"[{element}]" if self.length else "") + (f"[{column}]" if columns > 1 else "")
        text += f".{'xyzw'[row]}" if rows > 1 else ""
        return (f"float({text})" if self.type[0] == "i" else text), 4 * (element * columns + column) + row

    @property
    def words(self) -> int:
        return 4 * TYPES[self.type][0] * max(1, self.length)


@dataclass
class PartialInterface:
    places: list[PartialPlace]
    textures: dict[str, np.ndarray]

    def arrays(self, slots: tuple[Slot, ...]) -> Mapping[str, np.ndarray]:
        """The values by the names of the slots, each with as many numbers as the program reads."""
        found: dict[str, np.ndarray] = dict(self.textures)
        found |= {f"{name}{end}": np.ones(2, np.float32) for name in self.textures for end in (".size", "_size")}
        found["p"] = np.zeros((LANES, 2), np.float32)
        known = {place.name: place for place in self.places}
        known |= {name.replace(".", "_"): place for name, place in list(known.items())}
        for slot in slots:
            if slot.name in known:
                place = known[slot.name]
                used = [i for i, letter in enumerate(slot.words) if letter != "."]
                if max(used) < place.words:
                    found[slot.name] = place.values[:, used] if place.varies else place.values[0, used]
        return found


def _fact(interface: PartialInterface, terms: list[tuple[PartialPlace, int, int]], point: list[int]) -> Fact:
    def fact(program: CompiledProgram) -> str | None:
        slots = program.interface
        arrays = interface.arrays((*slots.inputs, *slots.uniforms, *slots.samplers))
        found = outputs(program, arrays, LANES)
        wanted = np.zeros((LANES, 4))
        for component, (place, at, weight) in enumerate(terms):
            wanted[:, component % 4] += place.values[:, at] * weight
        if interface.textures and point:
            for component, texture in zip(point, interface.textures.values(), strict=False):
                wanted[:, component] += texture[0, 0, component]
        if not np.array_equal(found, wanted):
            lane = int(np.argmax((found != wanted).any(axis=1)))
            return f"interface: lane {lane} is {found[lane]}, not {wanted[lane]}; " + ", ".join(
                f"{s.name} {s.words}" for s in slots.slots()
            )
        return None

    return fact


def _keeps_names(names: list[str]) -> Fact:
    """AGSL of AGSL: an app sets uniforms and children by name, even those that nothing reads."""

    def fact(program: CompiledProgram) -> str | None:
        if program.isa not in rooms.KEEPS_NAMES:
            return None
        found = re.findall(r"\buniform\s+\w+\s+(\w+)", program.asm())
        kept = [name for name in found if name in names]
        if kept != names:
            return f"uniforms: the text has {found}, the source {names}"
        extra = [name for name in found if name not in names]
        return f"uniforms: the text asks for {extra}, which the source has not" if extra else None

    return fact


def _sums(draws: Draws, places: Sequence[PartialPlace]) -> tuple[list[tuple[PartialPlace, int, int]], list[str]]:
    """Parts of the interface with their weights, and the statements that add them up."""
    terms: list[tuple[PartialPlace, int, int]] = []
    sums = ["vec4 r = vec4(0.0);"]
    for i in range(draws.number(1, 7)):
        chosen = draws.one(places)
        text, at = chosen.part(draws)
        weight = draws.number(1, 3)
        terms.append((chosen, at, weight))
        sums.append(f"r.{'xyzw'[i % 4]} += {text} * {weight}.0;")
    return terms, sums


def interfaces(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    language = some_language(draws, isa, stage)
    agsl = language == "agsl"
    places: list[PartialPlace] = []
    lines: list[str] = []
    declarations: list[str] = []
    inputs: dict[str, str] = {}
    names: list[str] = []
    count = 0

    def place(name: str, type: str, length: int = 0, varies: bool = False) -> PartialPlace:
        nonlocal count
        made = PartialPlace(name, type, length, varies)
        rows = LANES if varies else 1
        # successive parts have different numbers
        made.values = (np.arange(made.words)[None, :] * 5 + 7 * count + np.arange(rows)[:, None] * 3) % 29 + 1.0
        made.values = made.values.astype(np.float32)
        count += 1
        places.append(made)
        return made

    for k in range(draws.number(0, 2)):
        inputs[f"v{k}"] = draws.one(VARYING)
        if agsl:
            names.append(f"v{k}")
        place(f"v{k}", inputs[f"v{k}"], varies=not agsl)
    for k in range(draws.number(1, 5)):
        kind = draws.number(0, 9)
        name = f"u{k}"
        if kind < 6 or agsl:
            type = draws.one(list(TYPES))
            length = draws.number(1, 4) if kind > 3 else 0
            place(name, type, length)
            lines.append(f"{type} {name}" + (f"[{length}]" if length else ""))
        else:
            members = [
                (f"m{i}", draws.one(MEMBERS), draws.number(2, 3) if draws.chance(4) else 0)
                for i in range(draws.number(1, 4))
            ]
            body = " ".join(f"{type} {member}{f'[{length}]' if length else ''};" for member, type, length in members)
            declarations.append(f"struct S{k} {{ {body} }};\nuniform S{k} {name};")
            for member, type, length in members:
                place(f"{name}.{member}", type, length)
        names.append(name)
    textures: dict[str, np.ndarray] = {}
    samples: list[str] = []
    point: list[int] = []
    if stage == "fragment":
        for k in range(draws.number(0, 2)):
            if agsl:
                at = draws.number(0, len(lines))
                lines.insert(at, f"shader t{k}")
                names.insert(len(names) - len(lines) + 1 + at, f"t{k}")
            else:
                lines.append(f"sampler2D t{k}")
            textures[f"t{k}"] = np.array([[[0.25, 0.5, 0.75, 1.0]]], np.float32) * (k + 1)
        read = draws.number(0, len(textures))
        for k in range(read):
            component = draws.number(0, 3)
            point.append(component)
            call = f"t{k}.eval(vec2(0.5))" if agsl else f"texture2D(t{k}, vec2(0.5))"
            samples.append(f"r.{'xyzw'[component]} += {call}.{'xyzw'[component]};")
    terms, sums = _sums(draws, places)
    shell = Shell(language, stage, {**inputs, "p": "vec2"} if agsl else inputs, lines, declarations)
    facts = (_fact(PartialInterface(places, textures), terms, point), *((_keeps_names(names),) if agsl else ()))
    return FuzzSample(shell.program([*sums, *samples], "r"), shell.name, stage, facts)


FAMILIES = (FuzzFamily("interface", interfaces, 2),)
