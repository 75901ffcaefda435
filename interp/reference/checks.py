"""Helper functions in LLVM that mark lanes.

A lane is marked where LLVM's own answer is poison or undefined, and where an integer leaves the range that a float
register holds exactly. Values are made harmless first (a divisor of zero becomes one, an address out of bounds that of
a dummy), so that the run can go on.
"""

from __future__ import annotations

import struct

from gpucc.interp.reference.irtext import int_bits, mangle
from gpucc.interp.reference.library import Library
from gpucc.interp.rounding import literal
from gpucc.isa.model import Format

WRAPPING = frozenset("add sub mul shl".split())
DIVIDING = frozenset("sdiv srem udiv urem".split())


def integer(library: Library, op: str, kind: str, flags: frozenset[str], tracked: bool, unread: int = 0) -> str:
    """A helper for add, sub, mul, shl, lshr, ashr, sdiv, srem, udiv or urem on one integer type that marks undefined
    cases.

    `tracked` also marks results outside the exact range; it is not used for values that are bit patterns of floats. A
    product may end in `unread` zeros, which the range does not count.
    """
    shown = sorted(flags & {"nsw", "nuw", "exact"})
    name = ".".join([op, *shown, f"tracked{unread or ''}" if tracked else "free", kind])
    # wide enough for the limit, too
    wide = f"i{max(32, 2 * int_bits(kind))}"
    narrow = 1 << int_bits(kind) <= library.exact_integers

    def body() -> str:
        if op in WRAPPING:
            return _wrapping(op, kind, wide, flags, library.exact_integers << unread if tracked else 0)
        return (
            _dividing(op, kind, flags, tracked and not narrow)
            if op in DIVIDING
            else _shifting(op, kind, flags, tracked and not narrow)
        )

    return library.scalar(name, kind, [kind, kind], body)


def _wrapping(op: str, kind: str, wide: str, flags: frozenset[str], limit: int) -> str:
    """Compute in twice the width, where nothing wraps."""
    bits = int_bits(kind)
    lines = ["%bad0 = and i1 false, false"]
    if op == "shl":
        lines += [f"%far = icmp uge {kind} %b, {bits}", f"%n = select i1 %far, {kind} 0, {kind} %b"]
    else:
        lines += ["%far = and i1 false, false", f"%n = add {kind} %b, 0"]
    second = "zext" if op == "shl" else "sext"
    lines += [f"%x = sext {kind} %a to {wide}", f"%y = {second} {kind} %n to {wide}", f"%r = {op} {wide} %x, %y"]
    lines += [f"%t = trunc {wide} %r to {kind}", "%bad1 = or i1 %bad0, %far"]
    last = 1
    if limit and (limit < 2 ** (bits - 1) or op in ("mul", "shl")):
        lines += [f"%moved = add {wide} %r, {limit}", f"%outside = icmp ugt {wide} %moved, {2 * limit}"]
        lines += ["%bad2 = or i1 %bad1, %outside"]
        last = 2
    for flag, extend in (("nsw", "sext"), ("nuw", "zext")):
        if flag in flags:
            lines += [
                f"%{flag}x = {extend} {kind} %a to {wide}",
                f"%{flag}y = {'zext' if op == 'shl' else extend} {kind} %n to {wide}",
            ]
            lines += [f"%{flag}r = {op} {wide} %{flag}x, %{flag}y", f"%{flag}t = trunc {wide} %{flag}r to {kind}"]
            lines += [f"%{flag}b = {extend} {kind} %{flag}t to {wide}", f"%{flag}w = icmp ne {wide} %{flag}b, %{flag}r"]
            lines += [f"%bad{last + 1} = or i1 %bad{last}, %{flag}w"]
            last += 1
    return _joined([*lines, f"call void @ref.mark(i1 %bad{last})", f"ret {kind} %t"])


def _dividing(op: str, kind: str, flags: frozenset[str], tracked: bool) -> str:
    lines = [f"%zero = icmp eq {kind} %b, 0"]
    if op in ("sdiv", "srem"):
        least = -(2 ** (int_bits(kind) - 1))
        lines += [
            f"%least = icmp eq {kind} %a, {least}",
            f"%minus = icmp eq {kind} %b, -1",
            "%over = and i1 %least, %minus",
        ]
    elif tracked:
        # read as unsigned, a negative number is far outside the exact range
        lines += [f"%either = or {kind} %a, %b", f"%over = icmp slt {kind} %either, 0"]
    else:
        lines += ["%over = and i1 false, false"]
    harmful = "%bad" if op in ("sdiv", "srem") else "%zero"
    lines += ["%bad = or i1 %zero, %over", f"%d = select i1 {harmful}, {kind} 1, {kind} %b", f"%r = {op} {kind} %a, %d"]
    if "exact" in flags:
        lines += [
            f"%rest = {op[0]}rem {kind} %a, %d",
            f"%inexact = icmp ne {kind} %rest, 0",
            "%bad2 = or i1 %bad, %inexact",
        ]
    return _joined([*lines, f"call void @ref.mark(i1 %bad{'2' if 'exact' in flags else ''})", f"ret {kind} %r"])


def _shifting(op: str, kind: str, flags: frozenset[str], tracked: bool) -> str:
    bits = int_bits(kind)
    lines = [
        f"%far = icmp uge {kind} %b, {bits}",
        f"%n = select i1 %far, {kind} 0, {kind} %b",
        f"%r = {op} {kind} %a, %n",
    ]
    if op == "lshr" and tracked:
        # a logical shift reads its operand as unsigned, which of narrow numbers is exact; a shift by bits-1 is the test
        # for a negative number
        lines += [
            f"%minus = icmp slt {kind} %a, 0",
            f"%part = icmp ne {kind} %n, {bits - 1}",
            "%huge = and i1 %minus, %part",
        ]
    else:
        lines += ["%huge = and i1 false, false"]
    lines += ["%bad = or i1 %far, %huge"]
    if "exact" in flags:
        lines += [f"%back = shl {kind} %r, %n", f"%inexact = icmp ne {kind} %back, %a", "%bad2 = or i1 %bad, %inexact"]
    return _joined([*lines, f"call void @ref.mark(i1 %bad{'2' if 'exact' in flags else ''})", f"ret {kind} %r"])


def within(library: Library, kind: str, signed: bool = True) -> str:
    """Return a helper that marks an integer outside of the exact range, read as signed or unsigned."""
    limit, bits = library.exact_integers, int_bits(kind)

    def body() -> str:
        wide = f"i{max(64, 2 * bits)}"
        lines = [f"%x = {'sext' if signed else 'zext'} {kind} %a to {wide}", f"%moved = add {wide} %x, {limit}"]
        return _joined(
            [*lines, f"%bad = icmp ugt {wide} %moved, {2 * limit}", "call void @ref.mark(i1 %bad)", "ret void"]
        )

    return library.scalar(f"within.{'s' if signed else 'u'}.{kind}", "void", [kind], body)


def whole_sum(library: Library, op: str, kind: str, ups: tuple[int | None, ...], down: int) -> str:
    """A helper that marks a sum or difference outside of the exact range, in multiples of 2^down. An operand is shifted
    up by its number of `ups` first, or it is a multiple already."""
    limit = library.exact_integers
    lines: list[str] = []
    for letter, up in zip("ab", ups, strict=True):
        lines.append(f"%wide.{letter} = sext {kind} %{letter} to i64")
        shift = f"ashr i64 %wide.{letter}, {down}" if up is None else f"shl i64 %wide.{letter}, {up - down}"
        lines.append(f"%part.{letter} = {shift}")
    lines += [f"%r = {op} i64 %part.a, %part.b", f"%moved = add i64 %r, {limit}"]
    lines += [f"%bad = icmp ugt i64 %moved, {2 * limit}", "call void @ref.mark(i1 %bad)", "ret void"]
    name = ".".join(["sum", op, *("x" if up is None else str(up) for up in ups), str(down), kind])
    return library.scalar(name, "void", [kind, kind], lambda: _joined(lines))


def to_integer(library: Library, source: str, kind: str, signed: bool, saturating: bool = False) -> str:
    """A helper for fptosi, fptoui and their saturating forms from float or double; out of range, the result is 0 and a
    mark is set."""
    bits, limit = int_bits(kind), library.exact_integers
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    op = "fptosi" if signed else "fptoui"

    def body() -> str:
        lines = ["%x = fpext float %a to double" if source == "float" else "%x = fadd double %a, -0.0"]
        least, most = max(low, -limit) - 1, min(high, limit) + 1
        lines += [
            f"%above = fcmp ogt double %x, {literal(float(least))}",
            f"%below = fcmp olt double %x, {literal(float(most))}",
        ]
        lines += [
            "%good = and i1 %above, %below",
            "%safe = select i1 %good, double %x, double 0.0",
        ]
        if bits > 64:
            # the exact range is far smaller, and the host has no conversion to so many bits
            lines += [f"%near = {op} double %safe to i64", f"%r = {'sext' if signed else 'zext'} i64 %near to {kind}"]
        else:
            lines += [f"%r = {op} double %safe to {kind}"]
        if not saturating:
            return _joined([*lines, "%bad = xor i1 %good, true", "call void @ref.mark(i1 %bad)", f"ret {kind} %r"])
        # saturation at a limit that a register holds exactly is defined
        lines += [
            f"%under = fcmp ole double %x, {literal(float(least))}",
            f"%over = fcmp oge double %x, {literal(float(most))}",
        ]
        marks = (["%under"] if low < -limit else []) + (["%over"] if high > limit else [])
        if library.format.minmax == "second":
            # such targets clamp, and the compiler may choose the order of a clamp's operands
            lines += ["%nan = fcmp uno double %x, %x"]
            marks = [*marks, "%nan"]
        lines += [f"call void @ref.mark(i1 {mark})" for mark in marks]
        lines += [
            f"%r1 = select i1 %under, {kind} {low}, {kind} %r",
            f"%r2 = select i1 %over, {kind} {high}, {kind} %r1",
        ]
        return _joined([*lines, f"ret {kind} %r2"])

    return library.scalar(f"{op}{'.sat' if saturating else ''}.{mangle(source)}.{kind}", kind, [source], body)


def blend(library: Library, margin: bool, signs_alone: bool = False) -> str:
    """A helper that doubts select(c, a, b) as c*a + (1-c)*b: the other value must be finite, and the sign of a zero is
    lost.

    With `margin`, for values that are open, the other value must stay below half the largest number. `signs_alone`
    doubts only zeros.
    """
    if signs_alone:
        lines = [
            "%yes = select i1 %a, float %b, float %c",
            "%bits = bitcast float %yes to i32",
            "%minus = icmp eq i32 %bits, -2147483648",
        ]
        return library.scalar(
            "blend.signs",
            "void",
            ["i1", "float", "float"],
            lambda: _joined([*lines, *(f"call void @ref.{mark}(i1 %minus)" for mark in ("doubt", "sign")), "ret void"]),
        )
    limit = literal(library.format.greatest / 2 if margin else float("inf"))
    body = f"""  %yes = select i1 %a, float %b, float %c
  %no = select i1 %a, float %c, float %b
  %ybits = bitcast float %yes to i32
  %minus = icmp eq i32 %ybits, -2147483648
  %down = fneg float %no
  %over = fcmp uge float %no, {limit}
  %under = fcmp uge float %down, {limit}
  %infinite = or i1 %over, %under
  %bad = or i1 %infinite, %minus
  call void @ref.doubt(i1 %bad)
  call void @ref.sign(i1 %minus)
  ret void"""
    return library.scalar("blend", "void", ["i1", "float", "float"], lambda: body)


def blend_memory(library: Library, signs_alone: bool = False) -> str:
    """A helper that doubts %b bytes of floats from address %a on, one of which is selected by blending: all must be
    finite, and none -0."""
    doubted = "%minus" if signs_alone else "%bad"
    body = f"""entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %word ]
  %next = add i64 %i, 4
  %more = icmp ule i64 %next, %b
  br i1 %more, label %word, label %done
word:
  %place = getelementptr i8, ptr %a, i64 %i
  %bits = load i32, ptr %place, align 1
  %size = and i32 %bits, 2147483647
  %infinite = icmp uge i32 %size, 2139095040
  %minus = icmp eq i32 %bits, -2147483648
  %bad = or i1 %infinite, %minus
  call void @ref.doubt(i1 {doubted})
  call void @ref.sign(i1 %minus)
  br label %loop
done:
  ret void"""
    return library.scalar("blend.memory", "void", ["ptr", "i64"], lambda: body)


def poison(library: Library, flag: str, kind: str) -> str:
    """A helper that marks a value which the flag nnan or ninf excludes."""
    value = {
        "nnan": "%bad = fcmp uno {k} %a, %a",
        "ninf": "%d = fsub {k} %a, %a\n  %n = fcmp uno {k} %d, %d\n  %o = fcmp ord {k} %a, %a\n  %bad = and i1 %n, %o",
    }[flag].format(k=kind)
    return library.scalar(
        f"{flag}.{mangle(kind)}", "void", [kind], lambda: f"  {value}\n  call void @ref.mark(i1 %bad)\n  ret void"
    )


def index(library: Library, kind: str, excuses: bool) -> str:
    """A helper for an element number within a vector of %b elements; outside, the result is 0 and a mark is set. For
    `excuses` it marks nothing, as `guarded` does."""
    lines = [f"%good = icmp ult {kind} %a, %b"]
    lines += [] if excuses else ["%bad = xor i1 %good, true", "call void @ref.mark(i1 %bad)"]
    lines += [f"%r = select i1 %good, {kind} %a, {kind} 0", f"ret {kind} %r"]
    return library.scalar(f"index.{kind}", kind, [kind, kind], lambda: _joined(lines))


def inside(library: Library) -> str:
    """A helper: whether %d bytes at address %a lie within the %c bytes from %b."""
    lines = ["%offset = sub i64 %a, %b", "%last = sub i64 %c, %d", "%fits = icmp sge i64 %last, 0"]
    lines += ["%near = icmp ule i64 %offset, %last", "%r = and i1 %fits, %near", "ret i1 %r"]
    return library.scalar("inside", "i1", ["i64"] * 4, lambda: _joined(lines))


def in_word(library: Library, kind: str, pointer: str) -> str:
    """A helper that marks where the word of a uniform at %a holds another number than its lowest bits do."""
    lines = [f"%word = load i32, {pointer} %a, align 1", f"%low = trunc i32 %word to {kind}"]
    lines += [f"%number = sext {kind} %low to i32", "%bad = icmp ne i32 %number, %word"]
    lines += ["call void @ref.mark(i1 %bad)", "ret void"]
    return library.scalar(f"in_word.{kind}.{mangle(pointer)}", "void", [pointer], lambda: _joined(lines))


def guarded(library: Library, pointer: str, excuses: bool) -> str:
    """A helper that returns the address if it is good, or else marks and returns a dummy's. For `excuses` it marks
    nothing: a compiler can keep an index within its array where a side is not taken."""
    dummy = "@ref.dummy" if pointer == "ptr" else f"addrspacecast (ptr @ref.dummy to {pointer})"
    lines = [] if excuses else ["%bad = xor i1 %b, true", "call void @ref.mark(i1 %bad)"]
    lines += [f"%r = select i1 %b, {pointer} %a, {pointer} {dummy}", f"ret {pointer} %r"]
    return library.scalar(f"guarded.{mangle(pointer)}", pointer, [pointer, "i1"], lambda: _joined(lines))


def moderate(library: Library, doubt: bool = False) -> str:
    """A helper that marks numbers so large or small that another order of operations may overflow or underflow where
    this one does not.

    Products and quotients of two numbers between 2^-63 and 2^63 are normal. NaNs need no mark, because they stay in any
    order. With `doubt`, finite numbers are doubted instead, and no others.
    """
    lines = ["%bits = bitcast float %a to i32", "%size = and i32 %bits, 2147483647", "%zero = icmp eq i32 %size, 0"]
    # biased exponents: 64 is 2^-63, 126 more is 2^63
    lines += [
        f"%above = sub i32 %size, {64 << 23}",
        f"%far = icmp ugt i32 %above, {126 << 23}",
        "%nan = icmp ugt i32 %size, 2139095040",
    ]
    lines += ["%good = or i1 %zero, %nan", "%keep = xor i1 %good, true", "%bad = and i1 %far, %keep"]
    if doubt:
        lines += [
            "%finite = icmp ult i32 %size, 2139095040",
            "%some = and i1 %bad, %finite",
            "call void @ref.doubt(i1 %some)",
        ]
        return library.scalar("moderate.doubt", "void", ["float"], lambda: _joined([*lines, "ret void"]))
    return library.scalar(
        "moderate", "void", ["float"], lambda: _joined([*lines, "call void @ref.reorder(i1 %bad)", "ret void"])
    )


def magnitude(library: Library) -> str:
    """A helper that returns what a factor can make of a product in any order: its magnitude, or 1 if that is more."""
    lines = [
        "%bits = bitcast float %a to i32",
        "%size = and i32 %bits, 2147483647",
        "%whole = bitcast i32 %size to float",
    ]
    lines += ["%more = fcmp ogt float %whole, 1.0", "%r = select i1 %more, float %whole, float 1.0", "ret float %r"]
    return library.scalar("magnitude", "float", ["float"], lambda: _joined(lines))


def out_of_reach(library: Library, largest: float) -> str:
    """A helper that marks a product of which some order overflows: `%a` is the product of the factors' magnitudes."""
    lines = [f"%bad = fcmp ogt float %a, {literal(largest)}", "call void @ref.reorder(i1 %bad)", "ret void"]
    return library.scalar("out_of_reach", "void", ["float"], lambda: _joined(lines))


def lost_number(library: Library) -> str:
    """A helper that marks NaNs which come from a literal that is an infinity in the format: in another order, it may be
    multiplied with another one before, and is a number then."""
    lines = ["%bad = fcmp uno float %a, %a", "call void @ref.reorder(i1 %bad)", "ret void"]
    return library.scalar("lost_number", "void", ["float"], lambda: _joined(lines))


def zero(library: Library) -> str:
    lines = ["%bad = fcmp oeq float %a, 0.0", "call void @ref.mark(i1 %bad)", "ret void"]
    return library.scalar("zero", "void", ["float"], lambda: _joined(lines))


def unplaced(library: Library, format: Format) -> str:
    """A helper that marks a float that is neither zero nor a normal number of the format; an infinity is one unless
    zeros have no sign."""
    least = int.from_bytes(struct.pack("<f", format.least), "little")
    lines = ["%bits = bitcast float %a to i32", "%size = and i32 %bits, 2147483647", "%less = sub i32 %size, 1"]
    lines += [f"%small = icmp ult i32 %less, {least - 1}", "%inf = icmp eq i32 %size, 2139095040"]
    lines += [f"%lost = and i1 %inf, {str(not format.negative_zero).lower()}", "%bad = or i1 %small, %lost"]
    lines += ["call void @ref.mark(i1 %bad)", "ret void"]
    return library.scalar(f"unplaced.{format.name}", "void", ["float"], lambda: _joined(lines))


def beyond(library: Library) -> str:
    """Return a helper that marks a float whose magnitude exceeds %b."""
    lines = ["%x = fpext float %a to double", "%minus = fneg double %x", "%over = fcmp ogt double %x, %b"]
    lines += [
        "%under = fcmp ogt double %minus, %b",
        "%bad = or i1 %over, %under",
        "call void @ref.mark(i1 %bad)",
        "ret void",
    ]
    return library.scalar("beyond", "void", ["float", "double"], lambda: _joined(lines))


def divisor(library: Library) -> str:
    """A helper that marks divisors (the larger of two) whose reciprocal exceeds %c; zero is not marked, as its
    reciprocal is infinite on all targets."""
    size = library.intrinsic("llvm.fabs.f32", "float", ["float"])
    larger = library.intrinsic("llvm.maxnum.f32", "float", ["float", "float"])
    lines = [f"%x = call float {size}(float %a)", f"%y = call float {size}(float %b)"]
    lines += [
        f"%m = call float {larger}(float %x, float %y)",
        "%r = fdiv float 1.0, %m",
        "%w = fpext float %r to double",
    ]
    lines += ["%over = fcmp ogt double %w, %c", "%some = fcmp une float %m, 0.0", "%bad = and i1 %over, %some"]
    lines += ["call void @ref.mark(i1 %bad)", "ret void"]
    return library.scalar("divisor", "void", ["float", "float", "double"], lambda: _joined(lines))


def lost_quotient(library: Library, format: Format) -> str:
    """A helper that marks a quotient %b below the smallest normal number of the format, unless its dividend %a is
    zero."""
    size = library.intrinsic("llvm.fabs.f32", "float", ["float"])
    lines = [f"%q = call float {size}(float %b)", f"%small = fcmp olt float %q, {literal(format.least)}"]
    lines += ["%some = fcmp one float %a, 0.0", "%bad = and i1 %small, %some"]
    lines += ["call void @ref.mark(i1 %bad)", "ret void"]
    return library.scalar(f"lost_quotient.{format.name}", "void", ["float", "float"], lambda: _joined(lines))


def flushed(library: Library) -> str:
    """A helper that marks finite divisors (the larger of two) whose reciprocal is less than the format's least
    number."""
    size = library.intrinsic("llvm.fabs.f32", "float", ["float"])
    larger = library.intrinsic("llvm.maxnum.f32", "float", ["float", "float"])
    lines = [f"%x = call float {size}(float %a)", f"%y = call float {size}(float %b)"]
    lines += [
        f"%m = call float {larger}(float %x, float %y)",
        f"%over = fcmp ogt float %m, {literal(2.0**-library.format.least_exponent)}",
        f"%finite = fcmp one float %m, {literal(float('inf'))}",
        "%bad = and i1 %over, %finite",
        "call void @ref.mark(i1 %bad)",
        "ret void",
    ]
    return library.scalar("flushed", "void", ["float", "float"], lambda: _joined(lines))


def quotient(library: Library) -> str:
    """A helper that marks quotients %a / %b that differ from the product with the reciprocal if zero times infinity is
    zero: 0/0, and divisors whose reciprocal is outside the format."""
    size = library.intrinsic("llvm.fabs.f32", "float", ["float"])
    limit = literal(2.0**-library.format.least_exponent)
    lines = [f"%m = call float {size}(float %b)", "%none = fcmp oeq float %a, 0.0", "%zero = fcmp oeq float %m, 0.0"]
    lines += ["%nothing = and i1 %none, %zero", f"%over = fcmp ogt float %m, {limit}", "%bad = or i1 %nothing, %over"]
    lines += ["call void @ref.mark(i1 %bad)", "ret void"]
    return library.scalar("quotient", "void", ["float", "float"], lambda: _joined(lines))


def power(library: Library) -> str:
    """A helper that marks operands for which 2^(b log2 a) is not the power; GLSL leaves these undefined, too."""
    lines = ["%positive = fcmp ogt float %a, 0.0", "%finite = fcmp olt float %a, 0x7FF0000000000000"]
    lines += ["%below = fcmp olt float %b, 0x7FF0000000000000", "%above = fcmp ogt float %b, 0xFFF0000000000000"]
    lines += ["%zero = fcmp oeq float %a, 0.0", "%rising = fcmp ogt float %b, 0.0", "%nothing = and i1 %zero, %rising"]
    lines += [
        "%base = and i1 %positive, %finite",
        "%exponent = and i1 %below, %above",
        "%usual = and i1 %base, %exponent",
    ]
    lines += ["%fine = or i1 %usual, %nothing", "%bad = xor i1 %fine, true", "call void @ref.mark(i1 %bad)", "ret void"]
    return library.scalar("power.domain", "void", ["float", "float"], lambda: _joined(lines))


def _joined(lines: list[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)
