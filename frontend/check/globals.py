"""Checking of global variables: constants, plain globals, uniforms and their blocks, inputs and outputs of the
stage."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from gpucc.frontend.advice import MORE_COLOURS, QUALIFIERS
from gpucc.frontend.check.base import CheckContext
from gpucc.frontend.check.declared import DeclaredTypes
from gpucc.frontend.check.fixed_function import COORDINATES
from gpucc.frontend.check.geometry import check_input, completed_input
from gpucc.frontend.check.layout import BlockMember, std140
from gpucc.frontend.check.predefined import MOST_COLORS
from gpucc.frontend.check.sizes import completed
from gpucc.frontend.check.statements import StatementChecker
from gpucc.frontend.dialect import INTERPOLATIONS, PRECISIONS
from gpucc.frontend.extensions import FETCH
from gpucc.frontend.places import Place
from gpucc.frontend.syntax import Declarator, Declare, Struct, UniformBlock
from gpucc.frontend.typed import BlockSymbol, Symbol
from gpucc.frontend.types import ERROR, ShadingType

STORAGE = ("const", "uniform", "attribute", "varying", "in", "out")
# what `in` and `out` stand for in each stage; `out` of a fragment shader is a colour
TAKEN = {
    ("vertex", "in"): "attribute", ("vertex", "out"): "varying", ("fragment", "in"): "varying",
    ("geometry", "in"): "varying", ("geometry", "out"): "varying",
}  # fmt: skip
LOCATED = "give each its own: layout(location = 1) out vec4 second;"
UNIFORM_BASES = ("float", "half", "int")
# names in layout(..) that ask for a place in memory or of a resource, those with a value first; gpucc chooses itself
NUMBERED = ("binding", "set", "location", "index", "offset")
PLACES = ("std140", "std430", "shared", "packed", "row_major", "column_major", *NUMBERED)
# words of Vulkan's GLSL, and what becomes of what they stand before
VULKAN = {
    "push_constant": "a block of uniforms like any other: no target has push constants",
    "constant_id": "a constant with the value that stands here: no pipeline sets it",
}
OFFSET = re.compile(r"\boffset=(\d+)")
MEANINGLESS = ("inout", "inline", "noinline")


class GlobalChecker:
    """Checks declarations at the top level that are no functions."""

    def __init__(self, context: CheckContext, types: DeclaredTypes, statements: StatementChecker) -> None:
        self.context = context
        self.dialect, self.stage, self.report = context.dialect, context.stage, context.report
        self.types, self.statements = types, statements
        self.all_invariant = False
        # whether the first value of a global must be a constant, as GLSL ES asks for
        self.strict = False
        # the varyings with a location
        self.located: list[Symbol] = []

    def declaration(self, top: Declare) -> None:
        given = 0 if any(one.initial for one in top.names) else None
        base = self.types.resolve(top.type, given=given, spared="uniform" in top.qualifiers)
        if not top.names and self.dialect.simplifies:
            return  # Skia ignores qualifiers before a struct without a name
        self.types.check_bare_struct(top, base)
        kind = self.kind_of(top)
        self.check_qualifiers(top, kind)
        for one in top.names:
            if self.stage == "geometry" and "in" in top.qualifiers:
                one = completed_input(one, self.context.shape)
            self.variable(top, one, self.types.sized(top, base, one), kind)

    def kind_of(self, top: Declare) -> str:
        """The storage of the variables: const, uniform, attribute, varying, color or global."""
        storage = [word for word in STORAGE if word in top.qualifiers]
        if len(storage) > 1:
            self.report.error(f"a variable cannot be both {storage[0]} and {storage[1]}", top.place)
        kind = storage[0] if storage else "global"
        if not storage and "inout" in top.qualifiers and self.fetches():
            return "color"
        if kind not in ("in", "out"):
            return kind
        if not self.dialect.stage_variables:
            advice = QUALIFIERS.get(kind, "")
            self.report.error(f"a global variable cannot be `{kind}`", top.qualifiers[kind], advice)
            return "global"
        return TAKEN.get((self.stage, kind), "color")

    def fetches(self) -> bool:
        """Whether an output of the fragment shader may begin as what the frame buffer holds."""
        new = self.dialect.stage_variables and self.stage == "fragment"
        return new and FETCH in self.context.extensions

    def check_qualifiers(self, top: Declare, kind: str) -> None:
        for word, place in top.qualifiers.items():
            if word == "inout" and kind == "color":
                continue
            if word in MEANINGLESS:
                self.report.error(f"a global variable cannot be `{word}`", place)
            elif word in INTERPOLATIONS and kind != "varying":
                self.report.error(f"`{word}` stands before varyings only", place)
            elif word == "flat" and self.stage == "fragment":
                message = "no target of gpucc has flat varyings: the value is interpolated like any other"
                self.report.warn(message, place)
        outputs = ("varying", "color") if self.stage != "fragment" or self.dialect.invariant_inputs else ("color",)
        free = kind in outputs if self.dialect.stage_variables else kind == "varying"
        if "invariant" in top.qualifiers and not free:
            self.report.error("only varyings can be invariant", top.qualifiers["invariant"])
        for entry in top.layout:
            known = (
                (entry == "color" and kind == "uniform") if self.dialect.key == "agsl" else self.is_place(entry, kind)
            )
            if not known:
                note = "uniforms have layout(color)" if self.dialect.key == "agsl" else ""
                self.report.error(f"layout({entry}) has no meaning here", top.place, note)
            elif entry.startswith("constant_id="):
                self.report.warn(f"layout({entry}): {VULKAN['constant_id']}", top.place)

    def is_place(self, entry: str, kind: str) -> bool:
        name, valued, _ = entry.partition("=")
        if name == "constant_id":
            return bool(valued) and kind == "const" and self.dialect.version >= (310 if self.dialect.es else 140)
        return name in PLACES and bool(valued) == (name in NUMBERED) and kind not in ("global", "const")

    def variable(self, top: Declare, one: Declarator, type: ShadingType, kind: str) -> None:
        precision = self.types.precision_of(top, type)
        built_in = self.context.scopes[0].get(one.name) if one.name == COORDINATES else None
        if isinstance(built_in, Symbol):
            # the one built-in varying that a source may declare again, to say its size
            built_in.type = type
            return
        symbol = Symbol(one.name, type, one.place, kind, precision)
        if kind == "const":
            symbol.readonly = "it is a constant"
            initial = self.statements.initial(one, type)
            symbol.type = completed(type, initial.type) if initial is not None else type
            self.statements.constant(symbol, one, initial)
        elif kind == "global":
            self.plain(symbol, one)
        else:
            self.interface_variable(symbol, one, kind, top)
        if type.base == "void":
            self.report.error("a variable cannot be of type void", one.place)
            symbol.type = ERROR
        self.types.refuse_name(one.name, one.place)
        self.context.claim(one.name, one.place, symbol)

    def plain(self, symbol: Symbol, one: Declarator) -> None:
        if symbol.type.holds("opaque"):
            self.report.error(f"`{one.name}` must be a uniform: it is a {symbol.type}", one.place)
            symbol.type = ERROR
            return
        self.context.outside, self.context.called = {}, {}
        initial = self.statements.initial(one, symbol.type)
        if initial is None or initial.type is ERROR:
            return
        if initial.value is None and (self.strict or self.dialect.key == "agsl"):
            message = f"the first value of the global `{one.name}` is not constant"
            self.report.error(message, initial.place, "set it in main()")
        elif initial.value is None and self.dialect.es:
            message = f"the first value of the global `{one.name}` is not constant, as {self.dialect.name} asks for"
            self.report.warn(f"{message}: it is set before main()", initial.place)
        symbol.type = completed(symbol.type, initial.type)
        symbol.initial = initial
        if symbol.computed:
            symbol.needs, symbol.calls = tuple(self.context.outside), self.context.called

    # inputs, outputs and uniforms -------------------------------------------------------------------------------------

    def interface_variable(self, symbol: Symbol, one: Declarator, kind: str, top: Declare) -> None:
        if one.initial is not None:
            self.initial_value(symbol, one, kind)
        inner = symbol.type
        while inner.element is not None:
            inner = inner.element
        located = [int(entry[9:]) for entry in top.layout if entry.startswith("location=")]
        symbol.location = located[-1] if located else -1
        if kind == "uniform":
            self.uniform(symbol, inner, one, top)
        elif kind == "attribute":
            self.attribute(symbol, inner, one)
        elif kind == "color":
            symbol.fetched = "inout" in top.qualifiers
            self.color(symbol, one)
        else:
            self.varying(symbol, inner, one, top)

    def initial_value(self, symbol: Symbol, one: Declarator, kind: str) -> None:
        if kind == "uniform" and not self.dialect.es:
            initial = self.statements.initial(one, symbol.type)
            symbol.type = completed(symbol.type, initial.type) if initial is not None else symbol.type
            if initial is not None and initial.value is None and initial.type is not ERROR:
                self.report.error(f"the first value of `{one.name}` is not constant", initial.place)
            elif initial is not None and initial.value is not None and not symbol.type.holds("struct"):
                self.context.defaults[one.name] = tuple(map(float, initial.value))
            self.report.warn(f"the first value of the uniform `{one.name}` must be set by the program", one.place)
            return
        self.report.error(f"a {kind} has no initial value", one.place, "it gets its value from outside")

    def attribute(self, symbol: Symbol, inner: ShadingType, one: Declarator) -> None:
        symbol.kind, symbol.readonly = "input", "attributes are read only"
        if self.stage != "vertex":
            self.report.error("only vertex shaders have attributes", one.place, "a fragment shader gets varyings")
        good = inner.is_float or (inner.is_integer and self.dialect.stage_variables)
        if not (good and symbol.type is inner) and inner is not ERROR:
            known = "float, vectors and matrices"
            if self.dialect.stage_variables:
                known += ", and integers"
            self.report.error(f"an attribute cannot be of type {symbol.type}", one.place, f"attributes are {known}")

    def varying(self, symbol: Symbol, inner: ShadingType, one: Declarator, top: Declare) -> None:
        if self.stage == "geometry" and "out" not in top.qualifiers:
            check_input(symbol, one, self.context.shape, self.context)
            return
        writes = self.stage != "fragment"
        symbol.invariant = "invariant" in top.qualifiers or (self.all_invariant and writes)
        symbol.kind = "output" if writes else "input"
        symbol.flat = "flat" in top.qualifiers
        if symbol.location >= 0:
            self.located.append(symbol)
        symbol.readonly = "" if writes else "varyings are read only in a fragment shader"
        more = self.dialect.stage_variables
        if inner is ERROR or inner.is_float:
            return
        if more and inner.base == "struct" and not (inner.holds("opaque") or inner.holds("bool")):
            nested = inner is not symbol.type or any(one.type.base in ("struct", "array") for one in inner.fields)
            if nested and not self.dialect.struct_varyings:
                message = f"a varying of {self.dialect.name} is no array of structs, and holds no arrays or structs"
                self.report.error(message, one.place, "pass the members one by one")
            return
        if more and inner.is_integer:
            if "flat" not in top.qualifiers and not writes:
                self.report.error(f"the varying `{one.name}` is {symbol.type} and must be `flat`", one.place)
            return
        known = "varyings are floats, vectors, matrices and arrays"
        self.report.error(f"a varying cannot be of type {symbol.type}", one.place, known)

    def color(self, symbol: Symbol, one: Declarator) -> None:
        """Check an output of a fragment shader: a colour, or an array of colours for as many buffers."""
        symbol.kind, symbol.color = "output", True
        type = symbol.type
        if type.element is not None:
            type = type.element
        if type is ERROR:
            return
        if type.is_integer:
            message = f"the output `{one.name}` is {type}: no target has a colour buffer of integers"
            self.report.error(message, one.place, "write numbers from 0 to 1 as vec4", limit=True)
        elif not type.is_float or type.is_matrix:
            self.report.error(f"an output of a fragment shader cannot be of type {symbol.type}", one.place)
        else:
            self.context.colors.append(symbol)

    def uniform(self, symbol: Symbol, inner: ShadingType, one: Declarator, top: Declare) -> None:
        symbol.kind, symbol.readonly = "uniform", "uniforms are read only"
        if inner.is_opaque:
            symbol.kind = "sampler"
        elif self.dialect.key == "agsl" and inner.base not in UNIFORM_BASES:
            if inner is not ERROR:
                self.report.error(
                    f"a uniform cannot be of type {symbol.type}", one.place, "uniforms are float, half and int"
                )
        elif "color" in top.layout and not (inner.is_float and inner.rows in (3, 4) and not inner.is_matrix):
            self.report.error(f"layout(color) needs three or four floats, not {symbol.type}", one.place)

    def block(self, top: UniformBlock) -> None:
        """Check a block of uniforms. With an instance it is a uniform struct of the block's name; without, its members
        are uniforms of their own."""
        if top.storage != "uniform":
            self.varying_block(top)
            return
        for entry in top.layout:
            if entry == "push_constant" and self.dialect.version >= (310 if self.dialect.es else 140):
                self.report.warn(f"layout({entry}): {VULKAN[entry]}", top.place)
            elif not self.is_place(entry, "uniform"):
                self.report.error(f"layout({entry}) has no meaning here", top.place)
        members: list[tuple[str, ShadingType, str]] = []
        placed: list[BlockMember] = []
        for member in top.members:
            for entry in member.layout:
                if entry not in ("row_major", "column_major") and not entry.startswith("offset="):
                    self.report.error(f"layout({entry}) has no meaning for a member of a block", member.place)
            member.qualifiers = {word: at for word, at in member.qualifiers.items() if word in PRECISIONS}
            base = self.types.resolve(member.type)
            for one in member.names:
                self.refuse_sampler(base, one)
                type = self.types.sized(member, base, one)
                laid = " ".join(sorted(member.layout))
                members.append((one.name, type, f"{self.types.precision_of(member, type)} {laid}"))
                placed.append(BlockMember(one.name, type, is_row_major(member.layout, top.layout), offset_of(laid)))
        if top.name in self.context.blocks:
            self.report.error(f"the block `{top.name}` is declared twice", top.place)
        if top.instance is not None and top.instance.name == top.name:
            self.report.error(f"the instance has the name of its block, `{top.name}`", top.instance.place)
        prefix, buffers = ("", 0) if top.instance is None else (f"{top.name}.", len(top.instance.sizes))
        # push constants lie in no buffer
        places = {} if "push_constant" in top.layout else std140(top.name, prefix, placed, buffers)
        self.context.blocks[top.name] = BlockSymbol(top.name, top.place, tuple(members), frozenset(top.layout), places)
        if top.instance is None:
            for member in top.members:
                base = self.types.resolve(member.type)
                for one in member.names:
                    self.variable(member, one, self.types.sized(member, base, one), "uniform")
            return
        type = self.types.struct(Struct(top.place, "", top.members))
        type = self.types.expressions.sizes.arrays(type, top.instance.sizes, top.instance.place)
        symbol = Symbol(top.name, type, top.instance.place, "uniform", readonly="uniforms are read only")
        self.context.claim(top.instance.name, top.instance.place, symbol)

    def varying_block(self, top: UniformBlock) -> None:
        """Check a block of varyings. With an instance it is a struct; the stages know it by the block's name."""
        if TAKEN.get((self.stage, top.storage)) != "varying" or self.stage == "geometry":
            what = f"`{top.storage}` of a {self.stage} shader is no block: it connects no stages here"
            self.report.error(what, top.place, "write the variables one by one")
            return
        for member in top.members:
            member.qualifiers.setdefault(top.storage, top.place)
            if top.instance is None:
                self.declaration(member)
            else:
                self.check_qualifiers(member, "varying")
        if top.instance is None or not top.members:
            return
        fields = [replace(one, qualifiers=_precision_alone(one), layout=()) for one in top.members]
        type = self.types.struct(Struct(top.place, "", fields))
        symbol = Symbol(top.name, type, top.instance.place, "varying")
        self.varying(symbol, type, top.instance, top.members[0])
        symbol.type = self.types.expressions.sizes.arrays(type, top.instance.sizes, top.instance.place)
        self.context.claim(top.instance.name, top.instance.place, symbol)

    def check_blocks(self) -> None:
        """Check that the names of blocks stand for nothing else at the top level."""
        for block in self.context.blocks.values():
            if block.name in self.context.scopes[0] or block.name in self.context.functions:
                self.report.error(f"`{block.name}` is a block, and declared as something else too", block.place)

    def refuse_sampler(self, base: ShadingType, one: Declarator) -> None:
        if base.holds("opaque"):
            self.report.error(f"`{one.name}` cannot stand in a block: it is a sampler", one.place)

    def check_locations(self) -> None:
        """Check that no two varyings lie at one location: the stages would not know which belong together."""
        taken: dict[int, Symbol] = {}
        for one in self.located:
            for number in range(one.location, one.location + slots_of(one.type)):
                other = taken.setdefault(number, one)
                if other is not one:
                    message = f"the varyings `{other.name}` and `{one.name}` share location {number}"
                    self.report.error(message, one.place, "give each its own: layout(location = 1)")
                    break

    def check_colors(self, place: Place) -> None:
        """Check that the outputs of a fragment shader go to different buffers; desktop GLSL leaves the choice to the
        driver, which takes the first free ones."""
        colors = self.context.colors
        open = [one for one in colors if one.location < 0]
        if open and len(colors) > 1 and self.dialect.es:
            names = " and ".join(f"`{one.name}`" for one in open)
            self.report.error(f"{names} must say which colour buffer: there are several outputs", place, LOCATED)
            return
        taken: dict[int, Symbol] = {}
        for one in sorted(colors, key=lambda one: one.location < 0):
            count = one.type.length if one.type.element is not None else 1
            if one.location < 0:
                one.location = next(k for k in range(len(taken) + 1) if not {*range(k, k + count)} & {*taken})
            if one.fetched and one.location + count > 1:
                message = f"`{one.name}` begins as what colour buffer {one.location + count - 1} holds"
                self.report.error(message, one.place, "only buffer 0 can be read: declare it `out`", limit=True)
            for number in range(one.location, one.location + count):
                if number >= MOST_COLORS and not (one.read or one.written):
                    break  # such an output is left out
                if number >= MOST_COLORS:
                    message = f"the output `{one.name}` goes to colour buffer {number}"
                    self.report.error(message, one.place, MORE_COLOURS, limit=True)
                    return
                if number in taken:
                    both = f"the outputs `{taken[number].name}` and `{one.name}` go to the same colour buffer, {number}"
                    self.report.error(both, one.place, LOCATED)
                    return
                taken[number] = one


def is_row_major(own: Iterable[str], around: Iterable[str]) -> bool:
    """Whether a member of a block is stored by rows: as it says itself, or else as its block does. The last
    word counts."""
    found = [entry for entry in (*around, *own) if entry in ("row_major", "column_major")]
    return found[-1:] == ["row_major"]


def slots_of(type: ShadingType) -> int:
    """The number of locations that a varying takes."""
    if type.element is not None:
        return type.length * slots_of(type.element)
    return sum(slots_of(one.type) for one in type.fields) if type.base == "struct" else type.columns


def offset_of(layout: str) -> int:
    """The offset that a member's layout asks for; -1 if it leaves it to gpucc."""
    found = OFFSET.search(layout)
    return int(found[1]) if found is not None else -1


def _precision_alone(member: Declare) -> dict[str, Place]:
    return {word: place for word, place in member.qualifiers.items() if word in PRECISIONS}
