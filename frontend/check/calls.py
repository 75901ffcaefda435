"""Calls: constructors, functions of the source, built-in functions, and the children of AGSL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gpucc.frontend import numbers
from gpucc.frontend.advice import FUNCTIONS, TYPES, defined_later
from gpucc.frontend.check.base import CheckContext, describe
from gpucc.frontend.check.fixed_function import transformed
from gpucc.frontend.check.geometry import EMISSIONS
from gpucc.frontend.check.lists import ListChecker
from gpucc.frontend.check.live import inner_nodes, is_loop_constant
from gpucc.frontend.check.simplify import flattened
from gpucc.frontend.check.version import TO_14
from gpucc.frontend.dialect import VERSIONS_OF_GLSL
from gpucc.frontend.extensions import GPU_4, NAMES_OF_GPU_4, NEEDS, WAYS_TO_DERIVE
from gpucc.frontend.places import Place
from gpucc.frontend.shadertoy import SITE
from gpucc.frontend.signatures import MEASURING, Signature, match, tables
from gpucc.frontend.syntax import CallExpr, Member, NameExpr, TypeName
from gpucc.frontend.typed import At, Build, Builtin, Callee, Invoke, Literal, MemberNode, ReadNode, Symbol, TypedNode
from gpucc.frontend.types import ERROR, FLOAT_LITERAL, INT, VOID, ShadingType, firm, length_of, numeric

if TYPE_CHECKING:
    from gpucc.frontend.check.expressions import ExpressionChecker

# the largest number of samplers among which an index known only at run time may choose
MOST_SAMPLERS = 32
# how functions of textures name the shape until GLSL 1.20 and ES 1.00, and some of them an extension
SHAPED = re.compile(r"^texture(?:1D|2D|3D|Cube|2DRect)(?=Proj|Lod|Grad|EXT|ARB|$)|(?:EXT|ARB)$")
CHILD_TAKES = {"shader": ((2,),), "colorFilter": ((4,),), "blender": ((4, 4),)}


class CallChecker:
    """Resolves calls to functions, and checks their arguments."""

    def __init__(self, context: CheckContext, expressions: ExpressionChecker) -> None:
        self.context = context
        self.dialect = context.dialect
        self.report = context.report
        self.expressions = expressions
        self.lists = ListChecker(context, expressions)

    def call(self, expr: CallExpr) -> TypedNode:
        match expr.callee:
            case TypeName(sizes=sizes) as type if sizes:
                return self.construct_array(expr, type)
            case TypeName(name=name):
                return self.construct(expr, self.dialect.types[name])
            case Member(name="length") as member if self.dialect.array_values:
                return self.length(expr, member)
            case Member(name="eval") as member:
                return self.eval_child(expr, member)
            case NameExpr(name=name):
                found = self.context.find(name)
                if isinstance(found, ShadingType):
                    return self.construct(expr, found)
                if isinstance(found, Symbol):
                    self.report.error(f"`{name}` is a variable and cannot be called", expr.place)
                    return self.failed(expr)
                return self.call_named(expr, name)
        self.report.error("only functions can be called", expr.place)
        return self.failed(expr)

    def failed(self, expr: CallExpr) -> TypedNode:
        """Give up on a call, but still check its arguments for errors of their own."""
        for argument in expr.arguments:
            self.expressions.value_of(argument)
        return self.context.nothing(expr.place)

    def call_named(self, expr: CallExpr, name: str) -> TypedNode:
        arguments = [self.expressions.value_of(argument) for argument in expr.arguments]
        if any(one.type is ERROR for one in arguments):
            return self.context.nothing(expr.place)
        name = self.present_name(name)
        own, standard = self.context.functions.get(name, []), self.context.builtins.get(name, [])
        if name == "ftransform" and self.dialect.fixed_function and self.context.stage == "vertex" and not own:
            if arguments:
                self.report.error(f"{name} takes no arguments", expr.place, f"write {name}()")
            return self.expressions.check(transformed(expr.place))
        if name in EMISSIONS and self.context.stage == "geometry" and not own:
            if arguments:
                self.report.error(f"{name} takes no arguments", expr.place, f"write {name}()")
            return Builtin(expr.place, VOID, name, [])
        if not own and not standard:
            self.report.error(f"there is no function `{name}`", expr.place, self.missing_function(name))
            return self.context.nothing(expr.place)
        chosen = self.best(own, arguments)
        if chosen is not None:
            return self.invoke(expr.place, chosen, arguments)
        for widened in self.widenings():
            for signature in standard:
                found = self.standard_call(expr.place, signature, arguments, widened)
                if found is not None:
                    return found
        if own and expr.place.source.name == SITE:
            message = f"Shadertoy calls {name} with a colour and a position"
            self.report.error(message, own[-1].place, f"write void {name}(out vec4 color, in vec2 position)")
            return self.context.nothing(expr.place)
        if len(own) == 1 and not standard:
            return self.explain(expr.place, own[0], arguments)
        given = ", ".join(describe(one.type) for one in arguments)
        known = "; ".join([one.signature for one in own] + [str(one) for one in standard])
        self.report.error(f"no function {name}({given})", expr.place, f"there is {known}", self.hint(arguments))
        return self.context.nothing(expr.place)

    def widenings(self) -> list[str]:
        """What integers may become in a call of a built-in function, in the order in which it is tried."""
        unsigned = ["uint"] if self.dialect.widens_to_unsigned else []
        return ["", *unsigned, "float"] if self.dialect.widens_integers else [""]

    def present_name(self, name: str) -> str:
        """The name of a built-in function, for one of the names that extensions gave it."""
        if name in self.context.functions:
            return name
        if GPU_4 in self.context.extensions:
            name = NAMES_OF_GPU_4.get(name, name)
        return WAYS_TO_DERIVE.get(name, name) if self.dialect.fine_derivatives else name

    def hint(self, arguments: list[TypedNode]) -> str:
        """Advice for arguments that do not fit: usually an integer was written among floats."""
        whole = next(
            (one for one in arguments if one.type.is_integer and one.type.is_scalar and one.value is not None), None
        )
        if whole is not None and whole.value is not None and any(one.type.is_float for one in arguments):
            return f"write {whole.value[0]}.0"
        return ""

    def missing_function(self, name: str) -> str:
        if name in EMISSIONS:
            return "it exists in geometry shaders only, whose files end in .geom"
        for stage in ("vertex", "fragment"):
            if name in tables(self.dialect, stage):
                return f"it exists in {stage} shaders only"
        newer = next((one for one in VERSIONS_OF_GLSL.values() if name in tables(one, self.context.stage)), None)
        if name in self.context.later:
            return defined_later(name, self.context.later[name])
        known = FUNCTIONS | TYPES if self.dialect.preprocessor else FUNCTIONS
        advice = known.get(name) or self.context.similar(name)
        if newer is None or not self.dialect.preprocessor:
            return advice
        renamed = SHAPED.sub(lambda found: "texture" if found.start() == 0 else "", name)
        if renamed in tables(self.dialect, self.context.stage):
            advice = f"it is called {renamed} here, and -D {name}={renamed} reads it so"
        there = f"{newer.name} has it (#version {newer.directive})"
        return f"{advice}; {there}" if advice else there

    # functions of the source -----------------------------------------------------------------------------------------

    def best(self, own: list[Callee], arguments: list[TypedNode]) -> Callee | None:
        """The function whose parameters need the cheapest conversions; the first of several equal ones."""
        found: list[tuple[int, int, Callee]] = []
        for one in own:
            if len(one.parameters) != len(arguments):
                continue
            if all(
                self.context.converts(given.type, to.type) for given, to in zip(arguments, one.parameters, strict=True)
            ):
                costs = [_cost(given.type, to.type) for given, to in zip(arguments, one.parameters, strict=True)]
                found.append((sum(lost for lost, _ in costs), sum(steps for _, steps in costs), one))
        return min(found, key=lambda entry: entry[:2])[2] if found else None

    def explain(self, place: Place, callee: Callee, arguments: list[TypedNode]) -> TypedNode:
        """Report why the only function of this name does not fit the arguments."""
        where = f"{callee.signature} is declared at {callee.place.location}"
        if len(callee.parameters) != len(arguments):
            count = f"{len(callee.parameters)} argument{'s' if len(callee.parameters) != 1 else ''}"
            self.report.error(f"{callee.name} takes {count}, not {len(arguments)}", place, where)
            return self.context.nothing(place)
        for number, (given, wanted) in enumerate(zip(arguments, callee.parameters, strict=True), 1):
            self.context.coerce(given, wanted.type, f"argument {number} of {callee.name}")
        return self.context.nothing(place)

    def invoke(self, place: Place, callee: Callee, arguments: list[TypedNode]) -> TypedNode:
        given: list[TypedNode] = []
        for argument, parameter in zip(arguments, callee.parameters, strict=True):
            if parameter.passing == "in":
                given.append(self.context.coerce(argument, parameter.type, "this argument does not fit"))
                continue
            if argument.type != parameter.type:
                note = f"an `{parameter.passing}` argument must have exactly the type {parameter.type}"
                self.report.error(
                    f"{describe(argument.type)} cannot be passed to `{parameter.name}`", argument.place, note
                )
                return self.context.nothing(place)
            if not self.context.check_writable(
                argument, argument.place, f"pass to the `{parameter.passing}` parameter {parameter.name}"
            ):
                return self.context.nothing(place)
            given.append(argument)
        for one in given:
            self.choose_sampler(one)
        calls = self.context.current.calls if self.context.current is not None else self.context.called
        calls.setdefault(callee, place)
        return Invoke(place, callee.result, callee, given)

    # built-in functions ----------------------------------------------------------------------------------------------

    def standard_call(
        self, place: Place, signature: Signature, arguments: list[TypedNode], widened: str
    ) -> TypedNode | None:
        """A call of a built-in function; None if the arguments do not fit. `widened` is what integers may become."""
        types = [
            _as_standard(code, one.type, widened) for code, one in zip(signature.parameters, arguments, strict=False)
        ]
        if len(types) != len(arguments):
            return None
        result = match(signature, types)
        if result is None:
            return None
        extension = NEEDS.get(signature.name) if self.dialect.version == 100 else None
        if extension is not None and extension not in self.context.extensions:
            self.report.error(
                f"{signature.name} belongs to the extension {extension}",
                place,
                f"write #extension {extension} : enable",
            )
        elif extension in self.context.warned:
            self.report.warn(f"{signature.name} is used, of the extension {extension}", place)
        given = [self.context.cast(one, firm(type)) for one, type in zip(arguments, types, strict=True)]
        for code, one in zip(signature.parameters, given, strict=True):
            if code.startswith("[") and not self.context.check_writable(one, one.place, f"pass to {signature.name}"):
                return self.context.nothing(place)
        if self.dialect.constant_offsets and signature.name.endswith("Offset"):
            self.check_offset(signature, given)
        self.choose_sampler(given[0])
        if (signature.name in MEASURING or "E" in signature.parameters) and self.context.current is not None:
            self.context.current.measures = True
        value = None
        known = [one.value for one in given if one.value is not None]
        if len(known) == len(given) and given:
            name = numbers.FOLDED.get(signature.name, signature.name) if self.dialect.simplifies else signature.name
            value = numbers.call(name, result, known, self.dialect.simplifies)
            if signature.name == "normalize" and not any(known[0]):
                self.context.only_some(TO_14, "normalize() of zeros divides by zero", place, "it comes with Android 15")
        return Builtin(place, result, signature.name, given, value=value)

    def check_offset(self, signature: Signature, given: list[TypedNode]) -> None:
        """Check that the offset of a texture's coordinates is constant (8.8). It is the last vector of integers."""
        offset = [one for code, one in zip(signature.parameters, given, strict=True) if code == "p"][-1]
        if offset.value is None:
            self.report.error(
                f"the offset that {signature.name} takes must be constant",
                offset.place,
                "write numbers, or add the offset, in texels, to the coordinates",
            )

    def choose_sampler(self, node: TypedNode) -> None:
        """Check an index into samplers that is known only at run time. GLSL ES requires support for constants and loop
        indices only (appendix A); any other index costs a read of each sampler."""
        count = 1
        while node.type.holds("opaque") and isinstance(node, At | MemberNode):
            if isinstance(node, At) and node.index.value is None:
                count *= length_of(node.object.type)
                self.note_index(node.index, count)
            node = node.object

    def note_index(self, index: TypedNode, count: int) -> None:
        if count > MOST_SAMPLERS:
            message = f"this index chooses among {count} samplers when the shader runs"
            self.report.error(message, index.place, f"at most {MOST_SAMPLERS} can be chosen among", limit=True)
        elif not is_loop_constant(index):
            self.report.warn(
                f"this index is neither a constant nor a loop's index: all {count} samplers may be read", index.place
            )
        waiting = [index]
        while waiting:
            one = waiting.pop()
            waiting += inner_nodes(one)
            if isinstance(one, ReadNode):
                one.symbol.chooses = True

    # children --------------------------------------------------------------------------------------------------------

    def eval_child(self, expr: CallExpr, member: Member) -> TypedNode:
        child = self.expressions.check(member.object)
        arguments = [self.expressions.value_of(argument) for argument in expr.arguments]
        if child.type is ERROR or any(one.type is ERROR for one in arguments):
            return self.context.nothing(expr.place)
        if child.type.base not in CHILD_TAKES or not isinstance(child, ReadNode):
            self.report.error(
                f"{describe(child.type)} has no `eval`", member.at, "shaders, color filters and blenders have"
            )
            return self.context.nothing(expr.place)
        sizes = CHILD_TAKES[child.type.base][0]
        base = "float" if child.type.base == "shader" else "half"
        wanted = [numeric(base, size) for size in sizes]
        names = ", ".join(map(str, wanted))
        if len(arguments) != len(wanted) or not all(
            self.context.converts(a.type, w) for a, w in zip(arguments, wanted, strict=True)
        ):
            given = ", ".join(describe(one.type) for one in arguments)
            self.report.error(f"a {child.type}'s eval takes ({names}), not ({given})", expr.place)
            return self.context.nothing(expr.place)
        given_nodes = [self.context.cast(one, type) for one, type in zip(arguments, wanted, strict=True)]
        return Builtin(expr.place, numeric("half", 4), f"eval.{child.type.base}", [child, *given_nodes])

    # constructors ----------------------------------------------------------------------------------------------------

    def construct(self, expr: CallExpr, type: ShadingType) -> TypedNode:
        arguments = [self.expressions.value_of(argument) for argument in expr.arguments]
        if any(one.type is ERROR for one in arguments) or type is ERROR:
            return self.context.nothing(expr.place)
        if type.base == "struct":
            same = (
                self.dialect.simplifies
                and len(arguments) == 1
                and arguments[0].type == type
                and not type.holds("opaque")
            )
            return arguments[0] if same else self.construct_struct(expr, type, arguments)
        if not type.is_numeric:
            self.report.error(f"{describe(type)} has no constructor", expr.place)
            return self.context.nothing(expr.place)
        wrong = self.check_components(type, arguments)
        if wrong:
            message, *notes = wrong
            self.report.error(message, expr.place, *notes)
            return self.context.nothing(expr.place)
        arguments = [self.component(one, type) for one in arguments]
        if len(arguments) == 1 and arguments[0].type == type:
            return arguments[0]
        if self.dialect.simplifies and len(arguments) > 1:
            arguments = flattened(type, arguments)
        known = [(one.type, one.value) for one in arguments if one.value is not None]
        value = numbers.build(type, known, self.dialect.simplifies) if len(known) == len(arguments) else None
        if value is not None:
            self.context.check_range(value, type, expr.place)
        elif len(known) == len(arguments) and type.is_integer and self.dialect.simplifies:
            self.report.error(f"the number does not fit in {'an' if type.base == 'int' else 'a'} {type}", expr.place)
            return self.context.nothing(expr.place)
        return Build(expr.place, type, arguments, value=value)

    def component(self, node: TypedNode, type: ShadingType) -> TypedNode:
        """Type an argument of a constructor. A literal takes the type of the component directly: 4294967295 is a valid
        float, although it is too large for an int."""
        if node.type.number < 0 and self.dialect.literal_is_float and not type.is_integer:
            return self.context.cast(node, numeric(type.base))
        return self.context.firm(node)

    def check_components(self, type: ShadingType, arguments: list[TypedNode]) -> list[str]:
        """Check the arguments of a numeric constructor; return an error message and advice, or nothing."""
        if not arguments:
            return [f"{type}() needs arguments"]
        other = next((one.type for one in arguments if not one.type.is_numeric), None)
        if other is not None:
            return [f"a {type} cannot be made of {describe(other)}"]
        sizes = [one.type.size for one in arguments]
        if len(arguments) == 1:
            return self.check_single(type, arguments[0].type)
        if type.is_matrix and any(one.type.is_matrix for one in arguments):
            return [f"a {type} cannot be made of a matrix and more", "a constructor from a matrix takes nothing else"]
        if sum(sizes) < type.size:
            return [f"{type} has {type.size} components, but the arguments have {sum(sizes)}"]
        # GLSL ES allows the last argument to be used in part, but no argument to be unused
        exact = not self.dialect.truncating_constructors
        if sum(sizes[:-1]) >= type.size or (exact and sum(sizes) > type.size):
            return [f"{type} has {type.size} components, but the arguments have {sum(sizes)}"]
        return []

    def check_single(self, type: ShadingType, given: ShadingType) -> list[str]:
        if given.is_scalar:
            return []
        if type.is_matrix and given.is_matrix:
            return []
        if given.size == type.size:
            return []
        if self.dialect.truncating_constructors:
            if given.size > type.size:
                return []
        elif given.size > type.size and not type.is_matrix:
            letters = "xyzw"[: type.rows]
            return [
                f"{given} has more components than {type}",
                f"use '.{letters}' instead" if given.is_vector else "take elements of it",
            ]
        return [f"{type} has {type.size} components, but {given} has {given.size}"]

    def length(self, expr: CallExpr, member: Member) -> TypedNode:
        """The number of elements of an array, from GLSL 4.20 on also of a vector or a matrix, which is a constant."""
        array = self.expressions.value_of(member.object)
        if array.type is ERROR:
            return array
        length = length_of(array.type) if array.type.base == "array" or self.context.packs else 0
        if not length or expr.arguments:
            message = "length() takes no arguments" if expr.arguments else f"{describe(array.type)} has no length()"
            self.report.error(message, member.at)
            return self.context.nothing(expr.place)
        return Literal(expr.place, INT, value=(length,))

    def construct_array(self, expr: CallExpr, type: TypeName) -> TypedNode:
        """`T[n](..)`; without a number, the arguments are counted."""
        arguments = [self.expressions.value_of(argument) for argument in expr.arguments]
        element = self.dialect.types.get(type.name) or self.context.find(type.name)
        if not isinstance(element, ShadingType):
            self.report.error(f"there is no type `{type.name}`", type.place)
            return self.context.nothing(expr.place)
        if any(one.type is ERROR for one in arguments):
            return self.context.nothing(expr.place)
        if not arguments:
            self.report.error(f"a constructor of an array of {element} needs its elements", expr.place)
            return self.context.nothing(expr.place)
        inner = type.sizes[1:]
        if any(size is None for size in inner) and arguments and arguments[0].type.base == "array":
            element = arguments[0].type
        elif inner:
            element = self.expressions.sizes.arrays(element, inner, expr.place)
        whole = self.expressions.sizes.arrays(element, [type.sizes[0]], expr.place, len(arguments))
        if whole is ERROR:
            return self.context.nothing(expr.place)
        if whole.holds("opaque") or whole.length != len(arguments):
            self.report.error(f"{whole} cannot be made of {len(arguments)} values", expr.place)
            return self.context.nothing(expr.place)
        assert whole.element is not None
        given = [self.context.coerce(one, whole.element, "this element does not fit") for one in arguments]
        value = tuple(part for one in given for part in one.value or ()) if all(one.value for one in given) else None
        return Build(expr.place, whole, given, value=value)

    def construct_struct(self, expr: CallExpr, type: ShadingType, arguments: list[TypedNode]) -> TypedNode:
        if len(arguments) != len(type.fields):
            shown = ", ".join(f"{one.type} {one.name}" for one in type.fields)
            self.report.error(
                f"{type} has {len(type.fields)} members, not {len(arguments)}", expr.place, f"its members are {shown}"
            )
            return self.context.nothing(expr.place)
        if type.holds("opaque"):
            self.report.error(f"{type} holds a sampler and has no constructor", expr.place)
            return self.context.nothing(expr.place)
        if type.holds("array") and not self.dialect.array_values:
            self.report.error(
                f"{type} holds an array and has no constructor", expr.place, "assign its members one by one"
            )
            return self.context.nothing(expr.place)
        given = [
            self.context.coerce(argument, one.type, f"the member `{one.name}` does not fit")
            for argument, one in zip(arguments, type.fields, strict=True)
        ]
        known = [(one.type, one.value) for one in given if one.value is not None]
        value = numbers.build(type, known) if len(known) == len(given) else None
        return Build(expr.place, type, given, value=value)


def _as_standard(code: str, type: ShadingType, widened: str) -> ShadingType:
    """The type of an argument for a built-in function: an integer literal may become a float, and any integer a number
    of the base `widened` where the parameter is one."""
    if widened and type.is_integer and code in ("NuV" if widened == "uint" else "GF234V"):
        return numeric(widened, type.rows)
    if type.number < 0 and (type.is_float or code in ("G", "F")):
        return FLOAT_LITERAL
    return firm(type)


def _cost(given: ShadingType, wanted: ShadingType) -> tuple[int, int]:
    """The cost of a conversion: how often precision is lost, then the distance of the types, by Skia's ranks."""
    if given == wanted or (given.number < 0 and given.is_integer):
        return 0, 0
    if given.number < 0:
        return 0, 1 if wanted.base == "half" else 2
    return int(wanted.base in ("half", "short")), 1
