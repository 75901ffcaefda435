"""The recursive-descent parser of declarations and statements. After an error it resumes at the next statement."""

from __future__ import annotations

from typing import NoReturn

from gpucc.frontend.advice import TYPES, WORDS
from gpucc.frontend.dialect import INTERPOLATIONS, PRECISIONS
from gpucc.frontend.parse.base import Bad
from gpucc.frontend.parse.declarations import DeclarationParser
from gpucc.frontend.parse.expressions import broken
from gpucc.frontend.parse.lexer import Token, shown
from gpucc.frontend.places import Place
from gpucc.frontend.syntax import (
    BlockStmt,
    Case,
    Declarator,
    Declare,
    Evaluate,
    Expr,
    FunctionSyntax,
    IfStmt,
    Invariant,
    JumpStmt,
    LoopStmt,
    ParameterSyntax,
    Precision,
    ReturnStmt,
    StageLayout,
    Stmt,
    Switch,
    Top,
    TypeName,
)

# layouts of gl_FragCoord that change its values, and what says the same without them
COORDINATES_MOVE = {
    "pixel_center_integer": "leave the layout out, and write gl_FragCoord.xy - 0.5",
    "origin_upper_left": "leave the layout out, and write the height of the window minus gl_FragCoord.y",
}
DEPTHS_CHANGE = ("depth_any", "depth_greater", "depth_less", "depth_unchanged")


class Parser(DeclarationParser):
    unended = False
    # what `layout(..) uniform;` says of the blocks after it
    blocks_layout: tuple[str, ...] = ()

    def module(self) -> list[Top]:
        found: list[Top] = []
        while self.token.kind != "end":
            start = self.at
            try:
                if not (self.dialect.preprocessor and self.accept(";")):
                    found += self.top()
            except Bad:
                self.depth = 0
                self.skip_statement()
                if self.at == start or (self.token.text == "}" and self.token.kind == "op"):
                    self.take()
        return found

    def top(self) -> list[Top]:
        token = self.token
        if token.text == "#":
            self.directive()
            return []
        if token.text == "precision" and self.dialect.preprocessor:
            return [self.precision()]
        if token.text == "invariant" and self.ahead(2).text in (";", ",") and self.dialect.preprocessor:
            return [self.invariant()]
        if token.kind != "name":
            self.wrong(f"a declaration is expected, not {shown(token)}")
        qualifiers, layout = self.qualifiers()
        if self.presets_buffers(qualifiers):
            self.at += 2
            return []
        if self.token.text == ";" and qualifiers:
            if self.dialect.uniform_blocks and set(qualifiers) <= {"layout", "uniform"} and "uniform" in qualifiers:
                self.at += 1
                self.blocks_layout = (*self.blocks_layout, *layout)
                return []
            if self.dialect.stage_variables and set(qualifiers) in ({"layout", "in"}, {"layout", "out"}):
                self.at += 1
                return [StageLayout(token.place, "in" if "in" in qualifiers else "out", layout)]
            self.wrong("these qualifiers stand before nothing")
        if self.dialect.uniform_blocks and self.token.kind == "name" and self.ahead().text == "{":
            if (
                "uniform" in qualifiers
                and set(qualifiers) <= {"uniform", "layout"}
                and self.token.text not in ("struct", *self.dialect.types)
            ):
                return [self.uniform_block((*self.blocks_layout, *layout), token.place)]
            between = {"in", "out"} & qualifiers.keys()
            known = {"in", "out", "layout", *INTERPOLATIONS}
            if self.dialect.varying_blocks and between and qualifiers.keys() <= known and self.token.text != "struct":
                return self.varying_block(layout, token.place, between.pop())
            if self.token.text != "struct":
                self.wrong("a block can only be `uniform` here", None, "write the variables one by one")
        if self.declares_depth(qualifiers, layout):
            self.at += 3
            return []
        if self.declares_coordinate(qualifiers):
            for entry in layout:
                self.report.error(
                    f"layout({entry}) of gl_FragCoord is not supported", token.place, COORDINATES_MOVE.get(entry, "")
                )
            self.at += 3
            return []
        type = self.type_name()
        if self.token.kind == "name" and self.ahead().text == "(" and self.ahead().kind == "op":
            return [self.function(type, qualifiers)]
        return [self.declaration(type, qualifiers, layout, token.place)]

    def presets_buffers(self, qualifiers: dict[str, Place]) -> bool:
        """Whether `layout(..) buffer;` says what holds for buffers after it, which are refused themselves."""
        has = self.dialect.version >= (310 if self.dialect.es else 430)
        return has and qualifiers.keys() == {"layout"} and [self.token.text, self.ahead().text] == ["buffer", ";"]

    def declares_depth(self, qualifiers: dict[str, Place], layout: tuple[str, ...]) -> bool:
        """Whether gl_FragDepth is declared again, to promise how it changes; no target has a use for that."""
        return (
            self.dialect.late_depth
            and "out" in qualifiers
            and qualifiers.keys() <= {"out", "layout", *PRECISIONS}
            and (not layout or (len(layout) == 1 and layout[0] in DEPTHS_CHANGE))
            and [self.ahead(k).text for k in range(3)] == ["float", "gl_FragDepth", ";"]
        )

    def declares_coordinate(self, qualifiers: dict[str, Place]) -> bool:
        """Whether gl_FragCoord is declared again, as GLSL 1.50 and later allow it."""
        return (
            not self.dialect.es
            and self.dialect.version >= 150
            and "in" in qualifiers
            and qualifiers.keys() <= {"in", "layout", *PRECISIONS}
            and [self.ahead(k).text for k in range(3)] == ["vec4", "gl_FragCoord", ";"]
        )

    def directive(self) -> None:
        token = self.take()
        at_start = self.at == 1
        if at_start and self.token.text == "version" and self.ahead().text in ("100", "300"):
            self.at += 2
            return
        name = self.token.text
        self.wrong(
            f"{self.dialect.name} has no preprocessor: #{name} is not supported",
            token.place,
            "write the code out, or build the text",
        )

    def precision(self) -> Precision:
        place = self.take().place
        word = self.take()
        if word.text not in PRECISIONS:
            self.wrong(f"a precision is expected, not {shown(word)}", word.place, "precisions: lowp, mediump, highp")
        type = self.take()
        if type.text not in ("float", "int") and type.text not in self.dialect.opaque_types:
            self.wrong(
                f"{shown(type)} has no default precision",
                type.place,
                TYPES.get(type.text, "float, int and samplers have one"),
            )
        self.expect(";")
        return Precision(place, word.text, type.text)

    def invariant(self) -> Invariant:
        place = self.take().place
        names = [self.take()]
        while self.accept(","):
            names.append(self.take())
        self.expect(";")
        return Invariant(place, [(token.place, token.text) for token in names])

    def function(self, result: TypeName, qualifiers: dict[str, Place]) -> FunctionSyntax:
        name = self.identifier("the name of a function")
        self.refuse_struct(result)
        self.expect("(")
        parameters: list[ParameterSyntax] = []
        if self.token.text == "void" and self.ahead().text == ")":
            self.at += 1
        while not self.accept(")"):
            if parameters:
                self.expect(",", " between parameters")
            parameters.append(self.parameter())
        if self.accept(";"):
            return FunctionSyntax(name.place, name.text, result, parameters, None, qualifiers)
        if self.token.text != "{":
            self.wrong(f"the body of {name.text} or `;` is expected, not {shown(self.token)}")
        return FunctionSyntax(name.place, name.text, result, parameters, self.block(), qualifiers)

    # statements ------------------------------------------------------------------------------------------------------

    def block(self) -> BlockStmt:
        place = self.expect("{").place
        body: list[Stmt] = []
        before = self.linked()
        while not self.accept("}"):
            if self.token.kind == "end":
                self.without_end(place)
            body.append(self.recovered())
        self.depth = before
        return BlockStmt(place, body)

    def without_end(self, place: Place) -> NoReturn:
        """Report a missing `}` once, for the innermost block."""
        if not self.unended:
            self.report.error("this block has no end: `}` is missing", place)
        self.unended = True
        raise Bad

    def recovered(self) -> Stmt:
        """Parse a statement; after an error in it, return an empty one."""
        start, depth = self.token, self.depth
        try:
            return self.statement()
        except Bad:
            at, self.depth = self.at, depth
            self.skip_statement()
            if self.at == at and self.tokens[self.at] is start and start.text != "}":
                self.take()
            return Evaluate(start.place, broken(start))

    def statement(self) -> Stmt:
        before = self.deeper()
        found = self.inner_statement(self.token)
        self.depth = before
        return found

    def attributes(self) -> None:
        """Skip `[[unroll]]` and the like, which are wishes, before the statement that they concern."""
        while self.token.text == "[" and self.ahead().text == "[":
            self.at += 2
            while True:
                if self.token.kind != "name":
                    self.wrong(f"an attribute is expected, not {shown(self.token)}", None, "such as [[unroll]]")
                self.at += 1
                if self.accept("("):
                    self.expression()
                    self.expect(")")
                if not self.accept(","):
                    break
            self.expect("]", " after the attribute")
            self.expect("]", " after the attribute")
        if self.token.text not in ("if", "switch", "for", "while", "do"):
            self.wrong("attributes stand before `if`, `switch` and loops only")

    def inner_statement(self, token: Token) -> Stmt:
        if token.text == "[" and self.ahead().text == "[" and self.dialect.attributes:
            self.attributes()
            token = self.token
        if token.kind == "op":
            if token.text == "{":
                return self.block()
            if token.text == ";":
                self.at += 1
                return BlockStmt(token.place, [])
            if token.text == "#":
                self.directive()
        elif token.kind == "name":
            if token.text == "precision" and self.dialect.preprocessor:
                return self.precision()
            if token.text == "switch" and not self.dialect.switch and self.ahead().text == "(":
                self.wrong(f"{self.dialect.name} has no `switch`", None, WORDS["switch"])
            if token.text in KEYWORDS and (token.text != "switch" or self.dialect.switch):
                self.at += 1
                return KEYWORDS[token.text](self, token)
            if self.begins_declaration():
                return self.local_declaration()
        value = self.expression()
        self.expect(";", " after the expression")
        return Evaluate(token.place, value)

    def local_declaration(self) -> Declare:
        place = self.token.place
        qualifiers, layout = self.qualifiers()
        return self.declaration(self.type_name(), qualifiers, layout, place)

    def begins_declaration(self) -> bool:
        token, following = self.token, self.ahead()
        if token.kind != "name":
            return False
        if token.text in self.dialect.qualifiers or token.text == "struct" or token.text in PRECISIONS:
            return True
        after = self.tokens[self.behind_sizes(self.at + 1)] if following.text == "[" else following
        if token.text in self.dialect.types:
            return after.text != "("
        return after.kind == "name"

    def if_(self, token: Token) -> Stmt:
        arms: list[tuple[Expr, Stmt]] = []
        otherwise: Stmt | None = None
        before = self.depth
        while True:
            self.expect("(", " after `if`")
            condition = self.expression()
            self.expect(")", " after the condition")
            arms.append((condition, self.statement()))
            if not self.accept("else"):
                break
            if self.token.text != "if":
                otherwise = self.statement()
                break
            self.linked()
            self.expect("if")
        self.depth = before
        return IfStmt(token.place, arms, otherwise)

    def for_(self, token: Token) -> Stmt:
        self.expect("(", " after `for`")
        first: Stmt | None = None
        if not self.accept(";"):
            if self.begins_declaration():
                first = self.local_declaration()
            else:
                first = Evaluate(self.token.place, self.expression())
                self.expect(";", " after the first part of the loop")
        condition = None if self.token.text == ";" else self.condition()
        self.expect(";", " after the loop's condition")
        step = None if self.token.text == ")" else self.expression()
        self.expect(")", " after the loop's head")
        return LoopStmt(token.place, "for", first, condition, step, self.statement())

    def condition(self) -> Expr | Declare:
        if not self.begins_declaration():
            return self.expression()
        place = self.token.place
        qualifiers, layout = self.qualifiers()
        type = self.type_name()
        name = self.identifier("a name")
        self.expect("=", " in a condition that declares a variable")
        return Declare(place, qualifiers, type, [Declarator(name.place, name.text, (), self.assignment())], layout)

    def while_(self, token: Token) -> Stmt:
        self.refuse_loop(token)
        self.expect("(", " after `while`")
        condition = self.condition()
        self.expect(")", " after the condition")
        return LoopStmt(token.place, "while", None, condition, None, self.statement())

    def do_(self, token: Token) -> Stmt:
        self.refuse_loop(token)
        body = self.statement()
        self.expect("while", " after the body of `do`")
        self.expect("(")
        condition = self.expression()
        self.expect(")")
        self.expect(";")
        return LoopStmt(token.place, "do", None, condition, None, body)

    def refuse_loop(self, token: Token) -> None:
        if not self.dialect.any_loop:
            note = "write `for` with constant bounds, and `break` where the loop ends earlier"
            self.report.error(f"{self.dialect.name} has no `{token.text}` loops", token.place, note)

    def switch(self, token: Token) -> Stmt:
        self.expect("(", " after `switch`")
        value = self.expression()
        self.expect(")")
        self.expect("{")
        cases: list[Case] = []
        while not self.accept("}"):
            word = self.token
            if word.text == "default":
                self.at += 1
                self.expect(":")
                cases.append(Case(word.place, None, []))
            elif word.text == "case":
                self.at += 1
                label = self.expression()
                self.expect(":", " after the case")
                cases.append(Case(word.place, label, []))
            elif not cases or word.kind == "end":
                self.wrong(f"`case` or `default` expected, not {shown(word)}")
            else:
                cases[-1].body.append(self.recovered())
        return Switch(token.place, value, cases)

    def return_(self, token: Token) -> Stmt:
        value = None if self.token.text == ";" else self.expression()
        self.expect(";", " after `return`")
        return ReturnStmt(token.place, value)

    def jump(self, token: Token) -> Stmt:
        self.expect(";", f" after `{token.text}`")
        return JumpStmt(token.place, token.text)


KEYWORDS = {
    "if": Parser.if_,
    "for": Parser.for_,
    "while": Parser.while_,
    "do": Parser.do_,
    "switch": Parser.switch,
    "return": Parser.return_,
    "break": Parser.jump,
    "continue": Parser.jump,
    "discard": Parser.jump,
}
