"""Parsing of declarations: qualifiers, types, structs, names, parameters."""

from __future__ import annotations

from dataclasses import replace

from gpucc.frontend.advice import ABSENT, TYPES
from gpucc.frontend.dialect import INTERPOLATIONS, PRECISIONS
from gpucc.frontend.numbers import whole
from gpucc.frontend.parse.expressions import ExpressionParser
from gpucc.frontend.parse.lexer import Token, shown
from gpucc.frontend.places import Place
from gpucc.frontend.syntax import (
    Declarator,
    Declare,
    Expr,
    ListExpr,
    ParameterSyntax,
    Struct,
    Top,
    TypeName,
    UniformBlock,
)

NO_SIZE: tuple[Expr | None, ...] = ()


# what stands before buffers and images
MEMORY = ("coherent", "volatile", "restrict", "readonly", "writeonly")


class DeclarationParser(ExpressionParser):
    def qualifiers(self) -> tuple[dict[str, Place], tuple[str, ...]]:
        found: dict[str, Place] = {}
        layout: tuple[str, ...] = ()
        while self.token.kind == "name" and (self.token.text in self.dialect.qualifiers or self.qualifies_samples()):
            token = self.take()
            if token.text in PRECISIONS and any(word in found for word in PRECISIONS):
                self.report.error("there is one precision already", token.place)
            elif token.text in found and not (token.text == "layout" and self.numbers_layouts):
                self.report.error(f"`{token.text}` stands here twice", token.place)
            if self.dialect.preprocessor and not self.dialect.free_order:
                self.check_order(token, list(found))
            found[token.text] = token.place
            if token.text == "layout":
                layout = (*layout, *self.layout())
        return found, layout

    @property
    def numbers_layouts(self) -> bool:
        return self.dialect.uniform_blocks or self.dialect.located

    def qualifies_samples(self) -> bool:
        """Whether `sample` stands for an interpolation. Drivers accept it as a name where no other word follows it."""
        return self.dialect.samples and self.token.text == "sample" and self.ahead().kind == "name"

    def check_order(self, token: Token, before: list[str]) -> None:
        """Check the order of qualifiers: invariant, interpolation, storage, precision; `layout` stands anywhere before
        the precision."""
        before = [word for word in before if word != "layout"]
        if token.text in INTERPOLATIONS and before and before[-1] not in ("invariant", *INTERPOLATIONS):
            self.report.error(f"`{token.text}` stands before `{before[-1]}`", token.place)
        elif token.text == "invariant" and before:
            self.report.error("`invariant` stands before all other qualifiers", token.place)
        elif token.text == "const" and any(word in ("in", "out", "inout") for word in before):
            self.report.error(f"`const` stands before `{before[-1]}`", token.place, f"write const {before[-1]}")
        elif before and before[-1] in PRECISIONS and token.text not in PRECISIONS:
            self.report.error(
                f"`{token.text}` stands before the precision", token.place, f"write {token.text} {before[-1]}"
            )

    def layout(self) -> tuple[str, ...]:
        """Parse the names in `layout(..)`; one with a value is `name=value`."""
        self.expect("(")
        names = [self.layout_entry()]
        while self.accept(","):
            names.append(self.layout_entry())
        self.expect(")")
        return tuple(names)

    def layout_entry(self) -> str:
        name = self.take().text
        if not (self.numbers_layouts and self.accept("=")):
            return name
        token = self.token
        value = whole(token.text.rstrip("uU")) if token.kind == "number" else None
        if value is None:
            self.wrong(f"the value of `{name}` in a layout is a whole number of 0 or more, not {shown(token)}")
        self.at += 1
        return f"{name}={value}"

    def type_name(self) -> TypeName:
        """Parse a type with the precision before it and the sizes after it. Sizes are accepted with a warning in
        dialects without them, because drivers accept them."""
        precision = ""
        while self.token.text in PRECISIONS and self.token.kind == "name":
            precision = self.take().text
        token = self.token
        self.refuse_word(token)
        memory = token.text in MEMORY and self.ahead().text in ("buffer", "image2D", "uniform", *MEMORY)
        if memory and token.kind == "name" and self.dialect.stage_variables:
            note = "no target of gpucc writes memory: use a uniform block, or a sampler2D"
            self.wrong(f"no target has `{token.text}`", token.place, note)
        if token.text in ABSENT and token.kind == "name" and self.dialect.stage_variables:
            self.wrong(f"no target has `{token.text}`", token.place, ABSENT[token.text])
        if token.text == "struct" and token.kind == "name":
            return TypeName(token.place, "", precision, struct=self.struct())
        absent = token.text in self.dialect.opaque_types
        # GLSL may declare what no target has (`refuse_absent`); AGSL has no such types at all
        known = token.text in self.dialect.types or (absent and self.dialect.preprocessor)
        if token.kind != "name" or (token.text in self.dialect.reserved and not known):
            reserved = " is a type that no target has" if absent else " is a reserved word and no type"
            if absent and not self.dialect.preprocessor:
                reserved = f" is no type of {self.dialect.name}"
            word = reserved if token.kind == "name" else ""
            child = "a texture is a child: uniform shader image; image.eval(p) reads it at p, in pixels"
            advice = TYPES.get(token.text, "") if self.dialect.preprocessor else child * (token.text == "sampler2D")
            self.wrong(f"{shown(token)}{word}" if word else f"a type is expected, not {shown(token)}", None, advice)
        self.at += 1
        if self.token.text == "[" and not self.dialect.sizes_behind_type:
            self.report.warn(
                f"{self.dialect.name} writes the size after the name: {token.text} name[size]", self.token.place
            )
        sizes = self.sizes() if self.token.text == "[" else NO_SIZE
        return TypeName(token.place, token.text, precision, sizes)

    def struct(self) -> Struct:
        place = self.take().place
        nameless = self.token.text == "{" and self.dialect.local_structs
        name = "" if nameless else self.identifier("the name of a struct").text
        self.expect("{", " after the struct's name")
        fields: list[Declare] = []
        before = self.deeper()
        while not self.accept("}"):
            if self.token.kind == "end":
                self.wrong(f"the struct {name} has no end", place)
            start = self.token.place
            qualifiers, _ = self.qualifiers()
            for word, at in qualifiers.items():
                if word not in PRECISIONS:
                    self.report.error(f"a member of a struct cannot be `{word}`", at)
            inner = self.type_name()
            precision = {word: at for word, at in qualifiers.items() if word in PRECISIONS}
            fields.append(self.declaration(inner, precision, (), start, member=True))
            if inner.struct is not None:
                self.report.error("a struct cannot be defined inside another one", start, "define it before")
            elif not fields[-1].names:
                self.report.error("a member of a struct needs a name", start)
        self.depth = before
        return Struct(place, name, fields)

    def varying_block(self, layout: tuple[str, ...], place: Place, storage: str) -> list[Top]:
        """Parse a block of varyings from its name on. gl_PerVertex says again what is built in."""
        if self.token.text == "gl_PerVertex":
            while self.token.text != ";" or self.ahead(-1).text != "}":
                if self.take().kind == "end":
                    self.wrong("the block gl_PerVertex has no end", place)
            self.expect(";")
            return []
        return [replace(self.uniform_block(layout, place, (*INTERPOLATIONS, storage)), storage=storage)]

    def uniform_block(
        self, layout: tuple[str, ...], place: Place, words: tuple[str, ...] = ("uniform",)
    ) -> UniformBlock:
        """Parse a block of uniforms from its name on; `words` may stand before its members."""
        name = self.identifier("the name of a block")
        self.expect("{")
        members: list[Declare] = []
        while not self.accept("}"):
            if self.token.kind == "end":
                self.wrong(f"the block {name.text} has no end", name.place)
            start = self.token.place
            qualifiers, inner = self.qualifiers()
            for word, at in qualifiers.items():
                if word not in (*PRECISIONS, "layout", *words):
                    self.report.error(f"a member of a block cannot be `{word}`", at)
            qualifiers.pop("uniform", None)
            members.append(self.declaration(self.type_name(), qualifiers, inner, start, member=True))
        instance = None
        if self.token.kind == "name":
            token = self.identifier("the name of a block's instance")
            instance = Declarator(token.place, token.text, self.sizes())
        self.expect(";", " after the block")
        return UniformBlock(place, name.text, members, instance, layout)

    def declaration(
        self, type: TypeName, qualifiers: dict[str, Place], layout: tuple[str, ...], place: Place, member: bool = False
    ) -> Declare:
        type = self.behind_unknown(type)
        names: list[Declarator] = []
        nameless = self.token.text == ";" and (type.struct is not None or self.dialect.preprocessor)
        if self.dialect.preprocessor and not member and self.ahead().kind == "name":
            self.accept(",")  # `float, a;` declares a
        while not nameless:
            token = self.identifier("a name")
            sizes = self.sizes()
            initial = self.first_value() if self.accept("=") else None
            names.append(Declarator(token.place, token.text, sizes, initial))
            if not self.accept(","):
                break
        if self.token.text == "(" and names:
            self.wrong(
                f"`{names[-1].name}` is declared as a variable",
                None,
                "functions are declared at the top level, by themselves",
            )
        self.expect(";", " after the declaration")
        return Declare(place, qualifiers, type, names, layout)

    def behind_unknown(self, type: TypeName) -> TypeName:
        """The type of a declaration; if it stands before another type, an error and the other one."""
        known = type.struct is not None or type.name in self.dialect.types or not self.dialect.preprocessor
        if known or self.token.text not in self.dialect.types or self.ahead().kind != "name":
            return type
        note = "is it a macro that is not defined?"
        self.report.error(f"`{type.name}` stands before a type, and is no qualifier", type.place, note)
        return self.type_name()

    def first_value(self) -> Expr:
        """Parse the first value of a variable: an expression or, in desktop GLSL, a list in braces."""
        if self.token.text != "{" or self.token.kind != "op" or self.dialect.es:
            return self.assignment()
        place, before = self.take().place, self.deeper()
        items = [self.first_value()]
        while self.accept(",") and self.token.text != "}":
            items.append(self.first_value())
        self.expect("}", " after the list")
        self.depth = before
        return ListExpr(place, items)

    def parameter(self) -> ParameterSyntax:
        qualifiers, _ = self.qualifiers()
        type = self.type_name()
        self.refuse_struct(type)
        if self.token.kind != "name":
            return ParameterSyntax(type.place, "", type, qualifiers)
        token = self.identifier("the name of a parameter")
        sizes = self.sizes()
        return ParameterSyntax(
            token.place,
            token.text,
            TypeName(type.place, type.name, type.precision, sizes + type.sizes, type.struct),
            qualifiers,
        )

    def refuse_struct(self, type: TypeName) -> None:
        if type.struct is not None:
            self.report.error("a struct cannot be defined in the head of a function", type.place, "define it before")
