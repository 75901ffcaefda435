"""Rewriting of instructions on values: float and integer arithmetic, conversions, selects, vectors, aggregates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite
from typing import NamedTuple

from gpucc.errors import Unsupported
from gpucc.interp.reference import checks
from gpucc.interp.reference.arithmetic import INSTRUCTIONS, fitting, rounding
from gpucc.interp.reference.bits import is_float
from gpucc.interp.reference.body import BodyWriter, literals_in, widened
from gpucc.interp.reference.fields import before_shift, unread_bits
from gpucc.interp.reference.irtext import (
    LOCAL,
    TextLine,
    int_bits,
    split,
    take_type,
    typed_value,
    vector_of,
    vector_parts,
)
from gpucc.interp.reference.library import like
from gpucc.interp.reference.reaches import mark_reach
from gpucc.interp.reference.remainders import mark_lost_quotient
from gpucc.interp.rounding import is_binary32, literal, round_to
from gpucc.isa.model import FP16, Format

# literals of infinities and NaNs
BEYOND_NUMBERS = re.compile(r"\b0x[7F]FF[0-9A-F]{13}\b")
FLOAT_OPS = frozenset("fadd fsub fmul fdiv frem fneg".split())
INTEGER_OPS = frozenset("add sub mul shl lshr ashr sdiv srem udiv urem".split())
SHIFTS = frozenset("shl lshr ashr".split())
# what moves values as they are, or one of several
MOVES = frozenset("extractelement insertelement shufflevector freeze phi select".split())
# what makes a sign bit of two
COMBINED = frozenset("and or xor add sub".split())
_MASK = re.compile(r"(?:i32 %\S+, (\d+)|<\d+ x i32> %\S+, splat \(i32 (\d+)\))$")
_AMOUNT = re.compile(r"(?:, |splat \(i32 )(\d+)\)?$")
KEPT = frozenset(
    "and or xor icmp freeze extractvalue insertvalue shufflevector ptrtoint inttoptr addrspacecast ptrtoaddr".split()
)


def rewrite_value(body: BodyWriter, line: TextLine) -> None:
    match line.op:
        case op if op in FLOAT_OPS:
            _float(body, line)
        case op if op in INTEGER_OPS:
            _integer(body, line)
        case "and" | "or" | "xor" | "icmp":
            _logic(body, line)
        case op if op in KEPT:
            body.let(f"{line.op} {body.constants(line.rest)}", line.result)
        case "fcmp":
            _compare(body, line)
        case "select":
            _select(body, line)
        case "fptrunc" | "fpext":
            _resize_float(body, line)
        case "fptosi" | "fptoui":
            _to_integer(body, line)
        case "sitofp" | "uitofp":
            _to_float(body, line)
        case "sext" | "zext" | "trunc":
            _resize_integer(body, line)
        case "bitcast":
            _bitcast(body, line)
        case "extractelement" | "insertelement":
            _element(body, line)
        case _:
            raise Unsupported(f"the reference cannot run the instruction {line.text!r}")


def _float(body: BodyWriter, line: TextLine) -> None:
    kind, rest = take_type(line.rest)
    if vector_parts(kind)[1] == "double":
        body.let(f"{line.op} {line.rest}", line.result)
        return
    format = body.format_of(kind)
    kind = widened(kind)
    values = split(body.constants(rest))
    if line.op == "fmul":
        values = _of_reversal(body, kind, format, split(rest), values)
    if line.models is None:
        body.confine(line.op, kind, values)
    values = body.loosen(line, format, kind, values)
    text = body.arithmetic(line.op, format, kind, values)
    far = _far_divisors(body, kind, widened(split(rest)[1])) if line.op == "fdiv" else None
    if far is not None:
        product = body.let(body.arithmetic("fmul", format, kind, [values[0], far.reciprocals]))
        text = f"select {far.mask}, {kind} {product}, {kind} {body.let(text)}"
    body.finish(line, text, format, kind, values, line.op, line.op)
    mark_reach(body, line, format, kind)
    mark_lost_quotient(body, line, format, kind)


def _of_reversal(body: BodyWriter, kind: str, format: Format, given: list[str], values: list[str]) -> list[str]:
    """The factors of a product. A long number with its bits reversed is known as a fraction: of its product with a
    literal, the factors are that fraction and the literal times the power of two, which the format may hold."""
    for value, factor in (given, given[::-1]):
        made, count = body.definitions.get(value), vector_parts(kind)[0]
        numbers = literals_in(widened(factor))
        if made is None or made.op != "uitofp" or factor.startswith("%") or not numbers or is_binary32(body.held):
            continue
        (source, reversed_), _ = _cast(made)
        if not body.reverses(reversed_):
            continue
        power = 2.0 ** int_bits(vector_parts(source)[1])
        shown = [literal(float(round_to(body.held, number * power))) for number in numbers]
        listed = f"<{', '.join(f'float {one}' for one in (shown * count)[:count])}>" if count else shown[0]
        doubles, parts = vector_of(count, "double"), [literal(1.0 / power)] * max(count, 1)
        scale = f"<{', '.join(f'double {one}' for one in parts)}>" if count else parts[0]
        wide = body.let(f"uitofp {source} {reversed_} to {doubles}")
        part = body.let(f"fptrunc {doubles} {body.let(f'fmul {doubles} {wide}, {scale}')} to {kind}")
        return [body.fit(format, kind, part), listed]
    return values


class FarDivisors(NamedTuple):
    """Which elements of a constant divisor are too large for the format, and their reciprocals, as LLVM's operands."""

    mask: str
    reciprocals: str


def _far_divisors(body: BodyWriter, kind: str, divisor: str) -> FarDivisors | None:
    """Dividing by a literal is multiplying by its reciprocal, which may be in the format's range where the literal is
    an infinity: x / 100000.0 in halves is x * 1e-5, not zero."""
    count = vector_parts(kind)[0]
    held = body.held
    found = literals_in(divisor)
    values = found * count if divisor.startswith("splat") else found
    if divisor.startswith("%") or len(values) != max(count, 1):
        return None
    far = [isfinite(value) and abs(value) > held.greatest for value in values]
    if not any(far):
        return None
    shown = [
        literal(float(round_to(held, 1.0 / value if beyond else 0.0)))
        for value, beyond in zip(values, far, strict=True)
    ]
    bits = ["true" if beyond else "false" for beyond in far]
    if not count:
        return FarDivisors("i1 true", shown[0])
    return FarDivisors(
        f"<{count} x i1> <{', '.join(f'i1 {bit}' for bit in bits)}>", f"<{', '.join(f'float {one}' for one in shown)}>"
    )


def _integer(body: BodyWriter, line: TextLine) -> None:
    kind, rest = take_type(body.constants(line.rest))
    element = vector_parts(kind)[1]
    values = split(rest)
    if int_bits(element) == 1:
        body.let(f"{line.op} {kind} {', '.join(values)}", line.result)
        return
    if int_bits(element) > 64:
        if line.op not in SHIFTS:
            raise Unsupported(f"the reference cannot compute in {element}")
        # such a number is several values side by side
        body.let(f"{line.op} {kind} {', '.join(values)}", line.result)
        return
    shifts_reversal = line.op == "lshr" and body.reverses(values[0])
    tracked = body.tracked(line) and not shifts_reversal
    unread = unread_bits(line, body.definitions, body.users) if line.op in ("mul", "add", "sub") else 0
    helper = checks.integer(body.library, line.op, element, line.flags, tracked, unread if tracked else 0)
    made = body.let(body.call(helper, kind, [(kind, value) for value in values]), line.result)
    if unread and line.op != "mul" and int_bits(element) <= 32:
        # the sum as it is before LLVM moves a shift up into its operands
        parts = [before_shift(value, body.definitions, unread) for value in values]
        whole = checks.whole_sum(body.library, line.op, element, tuple(up for _, up in parts), unread)
        body.emit(body.call(whole, "void", [(kind, value) for value, _ in parts]))
    if shifts_reversal:
        body.emit(body.call(checks.within(body.library, element), "void", [(kind, made)]))


def _logic(body: BodyWriter, line: TextLine) -> None:
    """Rewrite bit logic and comparisons, which keep LLVM's meaning. The promises of disjoint and samesign are checked,
    as they may be broken."""
    text = body.constants(line.rest)
    if line.op == "icmp":
        text = body.patterns.comparison(text, body.held)
    made = body.let(f"{line.op} {text}", line.result)
    element = vector_parts(take_type(text)[0])[1] if line.op != "icmp" else "i1"
    if 1 < int_bits(element) <= 64 and body.tracked(line):
        body.emit(body.call(checks.within(body.library, element), "void", [(take_type(text)[0], made)]))
    if not line.flags & {"disjoint", "samesign"}:
        return
    predicate, _, operands = text.partition(" ") if line.op == "icmp" else ("", "", text)
    kind, rest = take_type(operands)
    a, b = split(rest)
    count = vector_parts(kind)[0]
    mixed = body.let(f"{'xor' if predicate else 'and'} {kind} {a}, {b}")
    bad = body.let(f"icmp {'slt' if predicate else 'ne'} {kind} {mixed}, zeroinitializer")
    body.mark(any_lane(body, bad, count))


def any_lane(body: BodyWriter, condition: str, count: int) -> str:
    """One bit: whether any of a vector of conditions holds."""
    if not count:
        return condition
    bits = body.let(f"bitcast <{count} x i1> {condition} to i{count}")
    return body.let(f"icmp ne i{count} {bits}, 0")


def _compare(body: BodyWriter, line: TextLine) -> None:
    text = body.constants(line.rest)
    body.let(f"fcmp {text}", line.result)
    kind, rest = take_type(text.partition(" ")[2])
    body.exclude(line.flags, kind, split(rest))


def _select(body: BodyWriter, line: TextLine) -> None:
    """Rewrite a select. Literal infinities and NaNs do not excuse a target that blends, because it can do without a
    product."""
    text = body.constants(line.rest)
    body.let(f"select {text}", line.result)
    condition, *arms = (typed_value(part) for part in split(text))
    kind = arms[0][0]
    element = vector_parts(kind)[1]
    words = int_bits(element) // 32 if int_bits(element) % 32 == 0 and (line.result or "") in body.patterns else 0
    if body.format.blend_select and ((words and (words == 1 or kind == element)) or element in ("float", "double")):
        if element != "float":  # the target has it as a float, or as several
            cast = "bitcast" if words else "fptrunc"
            floats = f"<{words} x float>" if words > 1 else like(kind, "float")
            arms = [(floats, body.let(f"{cast} {kind} {value} to {floats}")) for _, value in arms]
        arms = [(shown, BEYOND_NUMBERS.sub("0.000000e+00", value)) for shown, value in arms]
        body.emit(body.call(checks.blend(body.library, body.perturbed, body.excuses), "void", [condition, *arms]))
    if element == "float":
        body.exclude(line.flags, kind, [line.result or ""])


def _resize_float(body: BodyWriter, line: TextLine) -> None:
    """Rewrite fptrunc and fpext. fptrunc rounds to the format; between half and float there is only the rounding of
    half, if requested."""
    (source, value), target = _cast(line)
    from_double, to_double = "double" in source, "double" in target
    value = value if from_double else body.constants(value)
    source, kind = widened(source), widened(target)
    if to_double:
        body.let(f"freeze {source} {value}" if from_double else f"fpext {source} {value} to {kind}", line.result)
        return
    format = body.format_of(target)
    if from_double:
        text = body.call(rounding(body.library, format), kind, [(source, value)])
    else:
        text = f"freeze {kind} {body.fit(format, kind, value) if line.op == 'fptrunc' else value}"
    body.finish(line, text, format, kind, [], line.op)


def _cast(line: TextLine) -> tuple[tuple[str, str], str]:
    value, target = line.rest.rsplit(" to ", 1)
    return typed_value(value), target.strip()


def _to_integer(body: BodyWriter, line: TextLine) -> None:
    (source, value), kind = _cast(line)
    value = body.constants(value)
    helper = checks.to_integer(
        body.library, vector_parts(widened(source))[1], vector_parts(kind)[1], line.op == "fptosi"
    )
    body.let(body.call(helper, kind, [(widened(source), value)]), line.result)


def _to_float(body: BodyWriter, line: TextLine) -> None:
    (source, value), target = _cast(line)
    value = body.constants(value)
    element, signed = vector_parts(source)[1], line.op == "sitofp"
    if value.startswith("%") and int_bits(element) > 1 and not body.reverses(value):
        body.emit(body.call(checks.within(body.library, element, signed), "void", [(source, value)]))
    if "nneg" in line.flags:
        _not_negative(body, source, value)
    if "double" in target:
        body.let(f"{line.op} {source} {value} to {target}", line.result)
        return
    kind = widened(target)
    made = body.let(f"{line.op} {source} {value} to {kind}")
    body.let(f"freeze {kind} {body.fit(body.format_of(target), kind, made)}", line.result)


def _not_negative(body: BodyWriter, kind: str, value: str) -> None:
    body.mark(any_lane(body, body.let(f"icmp slt {kind} {value}, zeroinitializer"), vector_parts(kind)[0]))


def _resize_integer(body: BodyWriter, line: TextLine) -> None:
    (source, value), kind = _cast(line)
    value = body.constants(value)
    made = body.let(f"{line.op} {source} {value} to {kind}", line.result)
    element = vector_parts(kind)[1]
    if "nneg" in line.flags:
        _not_negative(body, source, value)
    for flag, extend in (("nsw", "sext"), ("nuw", "zext")):
        if flag in line.flags:
            back = body.let(f"{extend} {kind} {made} to {source}")
            body.mark(any_lane(body, body.let(f"icmp ne {source} {back}, {value}"), vector_parts(kind)[0]))
    if line.op == "zext" and int_bits(vector_parts(source)[1]) > 1 and body.tracked(line) and int_bits(element) <= 64:
        body.emit(body.call(checks.within(body.library, element), "void", [(kind, made)]))


def _bitcast(body: BodyWriter, line: TextLine) -> None:
    """Rewrite a bitcast. A half is wider in registers, so its bits are converted first. New floats are rounded to the
    format."""
    (source, value), target = _cast(line)
    if vector_parts(source)[1] == "half" == vector_parts(target)[1]:
        body.let(f"freeze {widened(source)} {body.constants(value)}", line.result)
        return
    value = body.constants(value)
    if vector_parts(source)[1] == "half":
        bits = body.let(body.call(half_bits(body), like(source, "i16"), [(widened(source), value)]))
        source, value = like(source, "i16"), bits
    if vector_parts(target)[1] == "half":
        bits = body.let(f"bitcast {source} {value} to {like(target, 'i16')}")
        body.let(body.call(half_value(body), widened(target), [(like(target, "i16"), bits)]), line.result)
        return
    signs = is_float(source) and _sign_is_read(body, line.result or "")
    if signs and _has_any_nan(body, value):
        body.exclude(frozenset({"nnan"}), source, [value])
    if signs and body.signless and vector_parts(source)[1] == "float":
        # the sign is that of a number less than zero, which no zero is, here as in the target's own format
        value = body.let(f"fadd {source} {value}, zeroinitializer")
    made = body.let(f"bitcast {source} {value} to {target}")
    if vector_parts(target)[1] == "float" and not is_float(source):
        made = body.fit(body.format, target, made)
    body.let(f"freeze {target} {made}", line.result)


def _readers(body: BodyWriter, name: str, through: frozenset[str] = MOVES) -> Iterator[TextLine]:
    """Yield the instructions that read a value, or elements of it, or what is chosen among these: what instructions of
    the kinds `through` hand on."""
    seen, waiting = {name}, [name]
    while waiting:
        for user in body.users.get(waiting.pop(), []):
            yield user
            if user.op in through and user.result and user.result not in seen and not _is_size(user):
                seen.add(user.result)
                waiting.append(user.result)


def _is_size(line: TextLine) -> bool:
    """Return whether bits are masked so that no sign is left."""
    return line.op == "and" and _MASK.match(line.rest) is not None


def _has_any_nan(body: BodyWriter, value: str) -> bool:
    """Return whether a value may be a NaN whose bits are open, perhaps through choices and vectors: arithmetic does not
    say which NaN it gives, and a negated NaN has no sign on a target."""
    seen, waiting = {value}, [value]
    while waiting:
        made = body.definitions.get(waiting.pop())
        if made is not None and made.op in MOVES:
            waiting += [one for one in LOCAL.findall(made.rest) if one not in seen]
            seen.update(waiting)
        elif (
            made is not None
            and made.op in (*INSTRUCTIONS, "fneg", "call")
            and not any(f"@llvm.{name}." in made.rest for name in ("fabs", "copysign"))
        ):
            return True
    return False


def _sign_is_read(body: BodyWriter, name: str) -> bool:
    """Return whether some instruction may distinguish the bits of -0.0 from those of 0.0: they are the given ones, or
    combined with others."""
    for user in _readers(body, name, MOVES | COMBINED):
        if user.op in ("icmp", "ashr") or (user.op == "and" and re.search(r"-\d", user.rest) is not None):
            return True
        if user.op == "lshr" and not _is_cut_off(body, user):
            return True
    return False


def _is_cut_off(body: BodyWriter, shift: TextLine) -> bool:
    """Return whether of bits that are shifted down the former sign is masked away."""
    amount = _AMOUNT.search(shift.rest)
    masks = [_MASK.match(user.rest) if user.op == "and" else None for user in body.users.get(shift.result or "", [])]
    return amount is not None and all(mask and int(mask[1] or mask[2]) >> 31 - int(amount[1]) == 0 for mask in masks)


def half_bits(body: BodyWriter) -> str:
    """A helper float -> the sixteen bits of the nearest half."""
    fit = fitting(body.library, FP16)
    text = f"""  %x = call float {fit}(float %a)
  %bits = bitcast float %x to i32
  %size = and i32 %bits, 2147483647
  %value = bitcast i32 %size to float
  %scaled = fmul float %value, 0x38F0000000000000
  %sbits = bitcast float %scaled to i32
  %finite = lshr i32 %sbits, 13
  %nan = icmp ugt i32 %size, 2139095040
  %special = select i1 %nan, i32 32256, i32 31744
  %large = icmp uge i32 %size, 2139095040
  %low = select i1 %large, i32 %special, i32 %finite
  %high = lshr i32 %bits, 16
  %sign = and i32 %high, 32768
  %both = or i32 %low, %sign
  %r = trunc i32 %both to i16
  ret i16 %r"""
    return body.library.scalar("half.bits", "i16", ["float"], lambda: text)


def half_value(body: BodyWriter) -> str:
    """A helper from the sixteen bits of a half to a float."""
    text = """  %x = zext i16 %a to i32
  %size = and i32 %x, 32767
  %up = shl i32 %size, 13
  %tiny = bitcast i32 %up to float
  %value = fmul float %tiny, 0x46F0000000000000
  %vbits = bitcast float %value to i32
  %special = or i32 %up, 2139095040
  %large = icmp uge i32 %size, 31744
  %bits = select i1 %large, i32 %special, i32 %vbits
  %high = shl i32 %x, 16
  %sign = and i32 %high, -2147483648
  %both = or i32 %bits, %sign
  %r = bitcast i32 %both to float
  ret float %r"""
    return body.library.scalar("half.value", "float", ["i16"], lambda: text)


def _doubt_elements(body: BodyWriter, kind: str, value: str, more: list[str]) -> None:
    """Doubt a dynamic element: it is blended from all elements, and all are blended with an inserted one."""
    given = [body.let(f"extractelement {kind} {value}, i32 {i}") for i in range(vector_parts(kind)[0])] + more
    for yes, no in zip(given, [*given[1:], given[0]], strict=True):
        choice = [("i1", "true"), ("float", yes), ("float", no)]
        body.emit(body.call(checks.blend(body.library, body.perturbed, body.excuses), "void", choice))


def _element(body: BodyWriter, line: TextLine) -> None:
    """Check a dynamic index, which may be outside the vector."""
    parts = split(body.constants(line.rest))
    kind, number = typed_value(parts[-1])
    if number.startswith("%"):
        vector, value = typed_value(parts[0])
        count, element = vector_parts(vector)
        if body.format.blend_select and element == "float":
            _doubt_elements(body, vector, value, [typed_value(part)[1] for part in parts[1:-1]])
        helper = checks.index(body.library, kind, body.excuses)
        number = body.let(body.call(helper, kind, [(kind, number), (kind, str(count))]))
    body.let(f"{line.op} {', '.join(parts[:-1])}, {kind} {number}", line.result)
