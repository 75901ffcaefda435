"""Types and precisions in declarations: sizes of arrays, structs, and names that Skia reserves."""

from __future__ import annotations

from gpucc.frontend.advice import TYPES
from gpucc.frontend.check.base import CheckContext
from gpucc.frontend.check.expressions import ExpressionChecker
from gpucc.frontend.check.sizes import LARGEST_SIZE
from gpucc.frontend.check.version import FROM_14
from gpucc.frontend.extensions import EXTENSIONS
from gpucc.frontend.places import Place
from gpucc.frontend.signatures import GLOBAL_NAMES, SKIAS
from gpucc.frontend.syntax import Declarator, Declare, Expr, Precision, Struct, TypeName
from gpucc.frontend.typed import GroupCode, Symbol, TypedCode
from gpucc.frontend.types import ERROR, EXTERNAL_SAMPLER, ShadingType, StructField


class DeclaredTypes:
    """Determines the types and precisions of declared names."""

    def __init__(self, context: CheckContext, expressions: ExpressionChecker) -> None:
        self.context = context
        self.dialect = context.dialect
        self.report = context.report
        self.stage = context.stage
        self.expressions = expressions
        self.structs = 0

    def resolve(
        self,
        type: TypeName,
        *more: tuple[Expr | None, ...],
        place: Place | None = None,
        given: int | None = None,
        spared: bool = False,
    ) -> ShadingType:
        """The type that a declaration names, with the array sizes written after the type and after the name. `given` is
        the size that stands for empty brackets. A type that no target has is an error, or, if it is `spared`, a type
        whose variables must not be read."""
        if type.struct is not None:
            base: Symbol | ShadingType | None = self.struct_of(type)
        else:
            base = self.dialect.types.get(type.name) or self.context.find(type.name) or self.extended(type)
        if not isinstance(base, ShadingType):
            advice = TYPES.get(type.name, "") if self.dialect.preprocessor else ""
            absent = type.name in self.dialect.opaque_types
            if absent and spared and self.dialect.preprocessor:
                return ShadingType(type.name, ERROR.base)
            told = f"`{type.name}` is a type that no target has" if absent else f"there is no type `{type.name}`"
            self.report.error(told, type.place, advice)
            return ERROR
        sizes = [size for part in (*more, type.sizes) for size in part]
        return self.expressions.sizes.arrays(base, sizes, place or type.place, given)

    def extended(self, type: TypeName) -> ShadingType | None:
        """A type that an extension adds."""
        if type.name != EXTERNAL_SAMPLER.name or not self.dialect.preprocessor:
            return None
        known = [one.name for one in EXTENSIONS if type.name in one.types and one.has(self.dialect)]
        if not self.context.extensions.intersection(known):
            if known:
                message = f"`{type.name}` belongs to the extension {known[0]}"
                self.report.error(message, type.place, f"write #extension {known[0]} : enable")
            return EXTERNAL_SAMPLER if known else None
        if self.context.warned.intersection(known):
            self.report.warn(f"`{type.name}` is used, of the extension {known[0]}", type.place)
        return EXTERNAL_SAMPLER

    def sized(self, stmt: Declare, base: ShadingType, one: Declarator) -> ShadingType:
        if not (one.sizes or None in stmt.type.sizes) or base.base == ERROR.base:
            return base
        given = 0 if one.initial is not None and self.dialect.array_values else None
        if stmt.type.struct is not None:  # a struct that is defined here is one type for all the names
            return self.expressions.sizes.arrays(base, one.sizes, one.place, given)
        return self.resolve(stmt.type, one.sizes, place=one.place, given=given)

    def check_bare_struct(self, stmt: Declare, base: ShadingType) -> None:
        """Check the qualifiers of a struct declaration that declares no variable; no other check would see them."""
        if not stmt.names and base.base == "struct":
            self.precision_of(stmt, base)

    # structs ---------------------------------------------------------------------------------------------------------

    def struct_of(self, type: TypeName) -> ShadingType:
        assert type.struct is not None
        return self.struct(type.struct)

    def struct(self, struct: Struct) -> ShadingType:
        fields: list[StructField] = []
        names: dict[str, Place] = {}
        if not struct.fields:
            self.report.error(f"the struct {struct.name} has no members", struct.place)
        for declaration in struct.fields:
            base = self.resolve(declaration.type)
            for one in declaration.names:
                type = self.sized(declaration, base, one)
                if one.initial is not None:
                    self.report.error("a member of a struct has no initial value", one.place)
                if type.base == "void" or (type.is_opaque and self.dialect.checks_paths):
                    self.report.error(f"a member cannot be of type {type}", one.place)
                    type = ERROR
                if one.name in names:
                    self.report.error(
                        f"`{one.name}` is declared twice", one.place, f"it is declared at {names[one.name].location}"
                    )
                names[one.name] = one.place
                precision = self.precision_of(declaration, type) if self.dialect.preprocessor else ""
                fields.append(StructField(one.name, type, precision))
        self.structs += 1
        made = ShadingType(struct.name or "struct", "struct", fields=tuple(fields), number=self.structs)
        if self.depth_of(made) > 8:
            self.report.error("structs are nested more than 8 deep", struct.place, limit=True)
            made = ERROR
        elif made.size > LARGEST_SIZE:
            self.report.error(
                f"{made} has {made.size} components; at most {LARGEST_SIZE} fit", struct.place, limit=True
            )
            made = ERROR
        if struct.name:
            self.refuse_name(struct.name, struct.place)
            self.context.claim(struct.name, struct.place, made)
        return made

    def depth_of(self, type: ShadingType) -> int:
        if type.element is not None:
            return self.depth_of(type.element)
        return 1 + max((self.depth_of(one.type) for one in type.fields), default=0) if type.base == "struct" else 0

    def refuse_name(self, name: str, place: Place) -> None:
        """Report names that Skia reserves. In Android 13 a global may hide a function; later Skias have both in one
        scope."""
        if name in SKIAS and self.dialect.simplifies:
            self.report.error(f"`{name}` is a global of Skia", place, "choose another name")
        if name in GLOBAL_NAMES:
            self.context.only_some(
                FROM_14,
                f"`{name}` is a built-in function",
                place,
                "Android 13 alone takes globals of such names: choose another",
            )

    # precisions ------------------------------------------------------------------------------------------------------

    def precision_of(self, stmt: Declare, type: ShadingType) -> str:
        word = stmt.type.precision or next((w for w in ("lowp", "mediump", "highp") if w in stmt.qualifiers), "")
        return self.precision(word, type, stmt.place)

    def precision(self, word: str, type: ShadingType, place: Place) -> str:
        """The precision of a variable, given or by default. Fragment shaders have no default for floats."""
        while type.element is not None:
            type = type.element
        plain = ("half", "short", "bool", "struct") if self.dialect.mixes_precision else ("bool", "struct")
        if word and type.base in plain:
            self.report.error(f"the type {type} takes no precision", place)
        if not word and type.name in self.dialect.precise_types:
            self.refuse_vague(type.name, place)
        if word or type.base not in ("float", "int"):
            return word or ("mediump" if type.base in ("half", "short") else "")
        found = next((scope[type.base] for scope in reversed(self.context.precisions) if type.base in scope), "")
        if not found and type.base == "float" and self.dialect.preprocessor and self.stage == "fragment":
            self.report.error(
                "floats have no default precision in fragment shaders",
                place,
                "write `precision mediump float;` at the top",
            )
            self.context.precisions[0]["float"] = "mediump"
        return found

    def refuse_vague(self, name: str, place: Place) -> None:
        """Report a sampler whose type has no precision by default, if no statement gives it one."""
        if not any(name in scope for scope in self.context.precisions):
            self.report.error(
                f"{name} has no default precision", place, f"write `precision mediump {name};` at the top"
            )
            self.context.precisions[0][name] = "mediump"

    def set_precision(self, stmt: Precision) -> TypedCode:
        self.extended(TypeName(stmt.place, stmt.type))  # or the extension is missing
        self.context.precisions[-1][stmt.type] = stmt.precision
        return GroupCode(stmt.place, [])
