"""Rewriting of calls: LLVM's intrinsics, the C library's mathematics, and gpucc's own intrinsics.

sin, exp and similar functions are computed in double by the host's C library and rounded once. fma and fmuladd multiply
and add with two roundings, because no target here fuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gpucc.errors import InputError, Unsupported
from gpucc.interp.reference import checks, perturbation
from gpucc.interp.reference.arithmetic import libm, scale
from gpucc.interp.reference.bits import is_float
from gpucc.interp.reference.body import BodyWriter, FunctionSite, widened
from gpucc.interp.reference.irtext import TextCall, TextLine, int_bits, mangle, parse_call, vector_parts
from gpucc.interp.reference.library import like
from gpucc.interp.reference.memory import rewrite_copy
from gpucc.interp.reference.names import BINARY, EXACT, UNARY, bounded_as, function_name
from gpucc.interp.reference.values import any_lane, half_bits, half_value
from gpucc.isa.model import FP32, Format

IGNORED = (
    "llvm.dbg.", "llvm.lifetime.", "llvm.invariant.", "llvm.experimental.noalias.scope.decl", "llvm.donothing",
    "llvm.prefetch",
    "llvm.sideeffect", "llvm.pseudoprobe", "llvm.var.annotation", "llvm.stackrestore",
)  # fmt: skip
# narrower integers wrap, which programs do after each step
WIDE = 32
TRAPS = ("llvm.trap", "llvm.ubsantrap", "llvm.debugtrap", "abort")
NATIVE = re.compile(
    r"llvm\.(?:[su](?:min|max)|abs|ctpop|ctlz|cttz|bswap|bitreverse|fsh[lr]|[us](?:add|sub|shl)\.sat|[us](?:add|sub|mul)\.with\.overflow"
    r"|[us]cmp|vector\.reduce\.(?:and|or|xor|[su]max|[su]min|add|mul)|is\.fpclass)(?:\.|$)"
)
OVERFLOW = re.compile(r"llvm\.[us](add|sub|mul)\.with\.overflow\.")
CHECKED = re.compile(r"llvm\.(?:[us](?:add|sub|shl)\.sat|abs)\.")


def rewrite_call(body: BodyWriter, line: TextLine, follows: str) -> None:
    """Rewrite a call. `follows` is the next opcode: a call before `unreachable` does not return and is a trap."""
    call = parse_call(line)
    if call is None:
        raise Unsupported(f"the reference cannot call {line.text!r}")
    name = call.callee[1:].strip('"')
    if name.startswith("gpucc."):
        _own(body, line, call, name)
    elif name.startswith(IGNORED):
        return
    elif name.startswith("llvm.assume"):
        body.mark(body.let(f"xor i1 {body.constants(call.arguments[0][1])}, true"))
    elif name.startswith(TRAPS):
        body.mark("true")
    elif name.startswith(("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")):
        rewrite_copy(body, call)
    elif NATIVE.match(name):
        _native(body, line, call, name)
    elif not _mathematics(body, line, call, name):
        if follows != "unreachable":
            raise Unsupported(
                f"the reference does not know the function @{name}",
                notes=(f"it is called in: {line.text}", "without verification (--no-verify) its code can be had"),
            )
        body.mark("true")


def _mathematics(body: BodyWriter, line: TextLine, call: TextCall, name: str) -> bool:
    values = [body.constants(value) for _, value in call.arguments]
    op = function_name(name, vector_parts(call.result)[1])
    if op.startswith(("fptosi.sat", "fptoui.sat")):
        _saturating(body, line, call, op)
    elif op in ("lrint", "llrint", "lround", "llround"):
        _round_to_integer(body, line, call, op.lstrip("l"))
    elif op in ("expect", "expect.with.probability", "ssa.copy", "launder.invariant.group"):
        body.let(f"freeze {call.result} {values[0]}", line.result)
    elif not is_float(call.result):
        return False
    elif vector_parts(call.result)[1] == "double":
        return _double(body, line, call, op, values)
    elif op in UNARY or op in BINARY or op in EXACT or op in ("exp10", "powi", "ldexp", "sincos"):
        _compute(body, line, call, op, values)
    elif op.startswith("vector.reduce."):
        _reduce(body, line, call, op.removeprefix("vector.reduce."), values)
    else:
        return False
    return True


# functions that are computed as another one
_GROWN = {"powi": "pow"}


def _compute(body: BodyWriter, line: TextLine, call: TextCall, op: str, values: list[str]) -> None:
    if op == "sincos":
        _sine_and_cosine(body, line, call, values)
        return
    format, kind = body.format_of(call.result), widened(call.result)
    op = EXACT.get(op, op)
    neutral = bounded_as(op, call)
    if op in ("powi", "ldexp"):
        values[1] = _integer_as_float(body, call.arguments[1], kind, values[1])
        if not call.arguments[1][1].lstrip("-").isdigit():
            body.confine(op, kind, values[1:])
    elif op == "exp10":
        op, values = "pow", [f"splat (float {10.0:e})" if vector_parts(kind)[0] else "1.000000e+01", *values]
    if line.models is None:
        body.confine(neutral, kind, values, line.flags if op == "pow" else frozenset())
        values[0] = body.turned(format, kind, values[0], neutral)
    # integers are exact in any order of operations
    floats = 1 if op in ("powi", "ldexp") else len(values)
    loose = body.loosen(line, format, kind, values[:floats])
    if op in ("asin", "acos", "acosh") and loose != values[:1]:
        helper = perturbation.of_the_domain(body.library, op)
        loose = [body.let(body.call(helper, kind, [(kind, values[0]), (kind, loose[0])]))]
    values[:floats] = loose
    body.finish(line, _exact(body, op, format, kind, values), format, kind, values, neutral, _GROWN.get(op, op))
    if op == "powi" and call.arguments[1][1].startswith("-"):
        # the power whose reciprocal this is has no place among the numbers, or has lost its sign as a zero
        body.emit(body.call(checks.unplaced(body.library, format), "void", [(kind, line.result or "")]))


def _exact(body: BodyWriter, op: str, format: Format, kind: str, values: list[str]) -> str:
    """Emit an operation on floats; return its last instruction."""
    match op:
        case "fma":
            product = body.let(body.arithmetic("fmul", format, kind, values[:2]))
            return body.arithmetic("fadd", format, kind, [product, values[2]])
        case "fabs":
            return (
                f"call {kind} {body.library.intrinsic(f'llvm.fabs.{mangle(kind)}', kind, [kind])}({kind} {values[0]})"
            )
        case "copysign":
            # LLVM does not define the sign of a NaN that an operation produces
            body.exclude(frozenset({"nnan"}), kind, values[1:])
            body.exclude_zeros(kind, values[1:])
            helper = body.library.intrinsic(f"llvm.copysign.{mangle(kind)}", kind, [kind, kind])
            text = f"call {kind} {helper}({kind} {values[0]}, {kind} {values[1]})"
            return text if format.negative_zero else f"fadd {kind} {body.let(text)}, zeroinitializer"
        case "copy":
            return f"freeze {kind} {values[0]}"
        case "ldexp":
            return body.call(scale(body.library, format), kind, [(kind, value) for value in values])
        case "atan2":
            body.exclude_zeros(kind, values)
            return body.arithmetic(op, format, kind, values)
        case "powi":
            return body.arithmetic("pow", format, kind, values)
        case _:
            return body.arithmetic(op, format, kind, values)


def _integer_as_float(body: BodyWriter, argument: tuple[str, str], kind: str, value: str) -> str:
    """Convert an integer argument to the shape of the floats, the same value for all elements."""
    made = body.let(f"sitofp {argument[0]} {value} to {like(argument[0], 'float')}")
    if not vector_parts(kind)[0] or vector_parts(argument[0])[0]:
        return made
    first = body.let(f"insertelement {kind} zeroinitializer, float {made}, i32 0")
    return body.let(f"shufflevector {kind} {first}, {kind} {first}, <{vector_parts(kind)[0]} x i32> zeroinitializer")


def _sine_and_cosine(body: BodyWriter, line: TextLine, call: TextCall, values: list[str]) -> None:
    kind = call.arguments[0][0]
    format, wide = body.format_of(kind), widened(kind)
    pair = widened(call.result)
    parts = []
    for op in ("sin", "cos"):
        part = TextLine(body.temporary(), "call", line.flags, line.rest, line.text)
        body.confine(op, wide, values)
        given = body.loosen(line, format, wide, [body.turned(format, wide, values[0], op)])
        body.finish(part, body.arithmetic(op, format, wide, given), format, wide, given, op)
        parts.append(part.result)
    first = body.let(f"insertvalue {pair} zeroinitializer, {wide} {parts[0]}, 0")
    body.let(f"insertvalue {pair} {first}, {wide} {parts[1]}, 1", line.result)


def _double(body: BodyWriter, line: TextLine, call: TextCall, op: str, values: list[str]) -> bool:
    """Emit double arithmetic that LLVM has not narrowed yet; it stays double."""
    if vector_parts(call.result)[0]:
        return False
    if op in UNARY or op in BINARY or op == "fmod":
        shown = ", ".join(f"double {value}" for value in values)
        body.let(f"call double {libm(op)}({shown})", line.result)
        return True
    if op in ("fma", "fmuladd"):
        body.let(f"fadd double {body.let(f'fmul double {values[0]}, {values[1]}')}, {values[2]}", line.result)
        return True
    if op not in EXACT:
        return False
    shown = ", ".join(f"double {value}" for value in values)
    known = {"minnum": "fmin", "minimumnum": "fmin", "maxnum": "fmax", "maximumnum": "fmax", "roundeven": "rint"}.get(
        op, op
    )
    body.let(f"call double {libm(known)}({shown})", line.result)
    return True


def _saturating(body: BodyWriter, line: TextLine, call: TextCall, op: str) -> None:
    source, value = call.arguments[0]
    helper = checks.to_integer(
        body.library, vector_parts(widened(source))[1], vector_parts(call.result)[1], op.startswith("fptosi"), True
    )
    body.let(body.call(helper, call.result, [(widened(source), body.constants(value))]), line.result)


def _round_to_integer(body: BodyWriter, line: TextLine, call: TextCall, op: str) -> None:
    source, value = call.arguments[0]
    kind = widened(source)
    whole = body.let(body.arithmetic(op, body.format_of(source), kind, [body.constants(value)]))
    helper = checks.to_integer(body.library, vector_parts(kind)[1], vector_parts(call.result)[1], True)
    body.let(body.call(helper, call.result, [(kind, whole)]), line.result)


def _reduce(body: BodyWriter, line: TextLine, call: TextCall, op: str, values: list[str]) -> None:
    """Emit fadd and fmul reductions in order from the start value, and extremes from element 0 on."""
    format = body.format_of(call.result)
    source = widened(call.arguments[-1][0])
    count = vector_parts(source)[0]
    parts = [body.let(f"extractelement {source} {values[-1]}, i32 {i}") for i in range(count)]
    name = {"fminimumnum": "fmin", "fmaximumnum": "fmax"}.get(op, op)
    total = values[0] if op in ("fadd", "fmul") else parts.pop(0)
    for i, part in enumerate(parts):
        step = TextLine(body.temporary() if i < len(parts) - 1 else line.result, "call", line.flags, "", line.text)
        operands = body.loosen(line, format, "float", [total, part])
        body.finish(step, body.arithmetic(name, format, "float", operands), format, "float", operands, name)
        total = step.result or ""


def _as_half(body: BodyWriter, kind: str, held: str, value: str) -> tuple[str, str]:
    """A half, and not the float that holds it here: of that, other numbers are subnormal. A float that is no half marks
    the lane."""
    narrow = like(kind, "i16")
    bits = body.let(body.call(half_bits(body), narrow, [(held, value)]))
    back = body.let(body.call(half_value(body), held, [(narrow, bits)]))
    body.mark(any_lane(body, body.let(f"fcmp one {held} {back}, {value}"), vector_parts(kind)[0]))
    return kind, body.let(f"bitcast {narrow} {bits} to {kind}")


def _combine(body: BodyWriter, line: TextLine, op: str, kind: str, vector: tuple[str, str]) -> None:
    """Emit a sum or product of integers step by step: each has to be in the exact range."""
    total, count, size = "", vector_parts(vector[0])[0], "0"
    for i in range(count):
        part = body.let(f"extractelement {vector[0]} {vector[1]}, i32 {i}")
        if op == "add" and body.tracked(line):
            # the program may add in another order
            wide = body.let(f"sext {kind} {part} to i128")
            back = body.let(f"sub i128 0, {wide}")
            positive = body.let(f"icmp sgt i128 {wide}, 0")
            size = body.let(f"add i128 {size}, {body.let(f'select i1 {positive}, i128 {wide}, i128 {back}')}")
        if total:
            helper = checks.integer(body.library, op, kind, frozenset(), body.tracked(line))
            part = body.let(
                body.call(helper, kind, [(kind, total), (kind, part)]), line.result if i == count - 1 else None
            )
        total = part
    if size != "0" and int_bits(kind) >= WIDE:
        body.mark(body.let(f"icmp ugt i128 {size}, {body.library.exact_integers}"))
    if count == 1:
        body.let(f"freeze {kind} {total}", line.result)


def _native(body: BodyWriter, line: TextLine, call: TextCall, name: str) -> None:
    """Emit integer intrinsics that LLVM's code generator expands itself."""
    arguments = [(widened(kind), body.constants(value)) for kind, value in call.arguments]
    if name.startswith(("llvm.vector.reduce.add", "llvm.vector.reduce.mul")) and int_bits(call.result) <= 64:
        _combine(body, line, name.split(".")[3], call.result, arguments[0])
        return
    if name.startswith(("llvm.ctlz", "llvm.cttz")):
        # of zero the count may be open; a shader then counts all bits, and a host's instruction may give anything
        arguments[1] = ("i1", "false")
    if name.startswith("llvm.is.fpclass"):
        if vector_parts(call.arguments[0][0])[1] == "half":
            arguments[0] = _as_half(body, call.arguments[0][0], *arguments[0])
        name = f"llvm.is.fpclass.{mangle(arguments[0][0])}"
    constant = name.startswith(("llvm.is.fpclass", "llvm.abs", "llvm.ctlz", "llvm.cttz"))
    kinds = [
        f"{kind} immarg" if constant and i == len(arguments) - 1 else kind for i, (kind, _) in enumerate(arguments)
    ]
    helper = body.library.intrinsic(name, call.result, kinds)
    if (
        name.startswith("llvm.is.fpclass")
        and body.slack
        and (int(arguments[1][1]) >> 3 ^ int(arguments[1][1]) >> 4) & 0b10001
    ):
        # the target's format has none of float32's subnormal numbers
        body.emit(body.call(checks.unplaced(body.library, FP32), "void", [arguments[0]]))
    if name.startswith("llvm.is.fpclass") and (int(arguments[1][1]) >> 5) & 3 in (1, 2):  # one of the zeros
        body.exclude_zeros(arguments[0][0], [arguments[0][1]])
    shown = ", ".join(f"{kind} {value}" for kind, value in arguments)
    text = f"call {call.result} {helper}({shown})"
    made = body.let(text, line.result)
    element = vector_parts(call.result)[1]
    if name.startswith(("llvm.fshl", "llvm.fshr")) and 1 < int_bits(element) <= 32:
        _shifted_up(body, name, arguments)
    overflow = OVERFLOW.match(name)
    element = vector_parts(arguments[0][0])[1] if overflow is not None else element
    if overflow is not None and int_bits(element) <= 64:
        # the plain operation marks what leaves the exact range
        body.let(
            body.call(checks.integer(body.library, overflow[1], element, frozenset(), True), arguments[0][0], arguments)
        )
    if CHECKED.match(name) and 1 < int_bits(element) <= 64:
        body.emit(body.call(checks.within(body.library, element), "void", [(call.result, made)]))


def _shifted_up(body: BodyWriter, name: str, arguments: list[tuple[str, str]]) -> None:
    """Mark a rotation whose left half leaves the exact range, as a shift does."""
    (kind, a), _, (_, count) = arguments
    element = vector_parts(kind)[1]
    bits = str(int_bits(element)) if element == kind else f"splat ({element} {int_bits(element)})"
    up = body.let(f"urem {kind} {count}, {bits}")
    if name.startswith("llvm.fshr"):
        up = body.let(f"urem {kind} {body.let(f'sub {kind} {bits}, {up}')}, {bits}")
    helper = checks.integer(body.library, "shl", element, frozenset(), True)
    body.let(body.call(helper, kind, [(kind, a), (kind, up)]))


# gpucc's own ---------------------------------------------------------------------------------------------------------


def _own(body: BodyWriter, line: TextLine, call: TextCall, name: str) -> None:
    parts = name.split(".")[1:]
    handlers: dict[str, Callable[[BodyWriter, TextLine, TextCall, list[str]], None]] = {
        "discard": _discard, "texture": _texture, "dfdx": _derivative, "dfdy": _derivative,
    }  # fmt: skip
    if parts[0] not in handlers:
        raise InputError(
            f"there is no intrinsic @{name}", notes=("gpucc knows @gpucc.texture, .discard, .dfdx and .dfdy",)
        )
    handlers[parts[0]](body, line, call, parts)


def _discard(body: BodyWriter, line: TextLine, call: TextCall, parts: list[str]) -> None:
    condition = body.constants(call.arguments[0][1]) if call.arguments else "true"
    body.emit(f"call void {body.library.plain('discard')}(i1 {condition})")


def _derivative(body: BodyWriter, line: TextLine, call: TextCall, parts: list[str]) -> None:
    source, value = call.arguments[0]
    kind = widened(source)
    count = vector_parts(kind)[0]
    answer = _ask(body, FunctionSite(parts[0]), _components(body, kind, body.constants(value)))
    format = body.format_of(source)
    made = (
        f"shufflevector <4 x float> {answer}, <4 x float> {answer}, <{count} x i32>"
        f" <{', '.join(f'i32 {i}' for i in range(count))}>"
    )
    text = made if count else f"extractelement <4 x float> {answer}, i32 0"
    fitted = body.fit(format, kind, body.let(text))
    body.finish(line, f"freeze {kind} {fitted}", format, kind, [], parts[0])


def _texture(body: BodyWriter, line: TextLine, call: TextCall, parts: list[str]) -> None:
    cube = "cube" in parts
    mode = next((word for word in ("proj", "bias", "lod") if word in parts), "none")
    unit = _unit(body, call.arguments[0])
    source, value = call.arguments[1]
    if source == "double":
        source, value = "<2 x float>", body.let(f"bitcast double {value} to <2 x float>")
    kind = widened(source)
    coords = _components(body, kind, body.constants(value))
    if mode == "proj":
        if cube:
            raise InputError("a cube texture has no projective form", notes=(line.text,))
        format = body.format_of(source)
        coords = [body.let(body.arithmetic("fdiv", format, "float", [part, coords[-1]])) for part in coords[:2]]
        coords = (
            [body.jitter(format, "float", part, *body.play(frozenset(), format, "fdiv")) for part in coords]
            if body.perturbed
            else coords
        )
    coords = coords[: 3 if cube else 2]
    if mode in ("bias", "lod"):
        extra = widened(call.arguments[2][0])
        coords = [
            *coords,
            *["0.000000e+00"] * (3 - len(coords)),
            *_components(body, extra, body.constants(call.arguments[2][1]))[:1],
        ]
    answer = _ask(
        body, FunctionSite("cube" if cube else "2d", unit, mode if mode in ("bias", "lod") else "none"), coords
    )
    result = widened(call.result)
    body.let(f"freeze {result} {body.fit(body.format_of(call.result), result, answer)}", line.result)


def _unit(body: BodyWriter, sampler: tuple[str, str]) -> int:
    """Return the unit of a sampler, which is a number or a global, and must be constant."""
    kind, value = sampler
    if int_bits(kind) and value.isdigit():
        return int(value)
    name = value.removeprefix("@").strip('"')
    if name in body.samplers:
        return body.samplers[name]
    raise Unsupported("a texture's sampler must be a constant", notes=(f"this one is {kind} {value}",))


def _components(body: BodyWriter, kind: str, value: str) -> list[str]:
    count = vector_parts(kind)[0]
    return [body.let(f"extractelement {kind} {value}, i32 {i}") for i in range(count)] if count else [value]


def _ask(body: BodyWriter, site: FunctionSite, operands: list[str]) -> str:
    body.sites.append(site)
    vector = "zeroinitializer"
    for i, operand in enumerate(operands):
        vector = body.let(f"insertelement <4 x float> {vector}, float {operand}, i32 {i}")
    return body.let(f"call <4 x float> {body.library.plain('ask')}(i32 {len(body.sites) - 1}, <4 x float> {vector})")
