"""Programs with control flow on PICA200: each agrees with the JIT on divergent lanes, passes the lint, and has the
expected form."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gpucc import driver
from gpucc.emit import shbin
from gpucc.emit.pica200 import decode
from gpucc.errors import InputError, LimitExceeded
from gpucc.fuzz.shbin_structure import faults, names
from gpucc.interp.pica200_check import check
from gpucc.program import Program

HEAD = """
@flag = external addrspace(2) global i1
@other = external addrspace(2) global i1
@limit = external addrspace(2) global float
@count = external addrspace(2) global i32
@table = external addrspace(2) global [24 x <4 x float>]
"""


def made(body: str, arguments: str = "<4 x float> %p, <4 x float> %q, float %f, i32 %n", lanes: int = 128) -> Program:
    """The compiled and verified program: a mismatch is an error of the driver, a broken rule one of the target."""
    text = f"{HEAD}define <4 x float> @shader({arguments}) {{\n{body}\n}}\n"
    # size keeps the loops as written, without merging two iterations
    program = driver.compile(text, "pica200", verify=lanes, prefer="size")
    assert check(program.code) == []
    assert faults(program.code) == []
    return program


def ops(program: Program) -> Counter[str]:
    binary = shbin.read(program.code)
    return Counter(instruction.op for instruction in decode(binary.words, binary.descriptors).whole())


def words(program: Program) -> int:
    return sum(ops(program).values())


IF_ELSE = """
  %x = extractelement <4 x float> %p, i32 0
  %c = fcmp olt float %x, 5.000000e-01
  br i1 %c, label %a, label %b
a:
  %a1 = fmul <4 x float> %p, %q
  %a2 = fadd <4 x float> %a1, %p
  %a3 = fmul <4 x float> %a2, %a1
  br label %j
b:
  %b1 = fadd <4 x float> %p, %q
  %b2 = fmul <4 x float> %b1, %b1
  %b3 = fsub <4 x float> %b2, %q
  br label %j
j:
  %r = phi <4 x float> [ %a3, %a ], [ %b3, %b ]
  %s = fadd <4 x float> %r, %q
  ret <4 x float> %s"""


def test_if_and_else() -> None:
    found = ops(made(IF_ELSE))
    assert (found["cmp"], found["ifc"], found["jmpc"], found["nop"]) == (1, 1, 0, 0)


def test_sides_that_end_the_program_write_its_outputs() -> None:
    """One flow instruction, no copies, and an end on either side."""
    program = made(IF_ELSE.replace("%s = fadd <4 x float> %r, %q", "%s = fadd <4 x float> %r, zeroinitializer"))
    assert ops(program)["ifc"] + ops(program)["jmpc"] == 1


def condition(test: str) -> str:
    return f"""
  %x = extractelement <4 x float> %p, i32 0
  %y = extractelement <4 x float> %p, i32 1
  %z = extractelement <4 x float> %q, i32 2
{test}
  br i1 %c, label %a, label %j
a:
  %a1 = fmul <4 x float> %p, %q
  %a2 = fmul <4 x float> %a1, %a1
  %a3 = fadd <4 x float> %a2, %p
  %a4 = fmul <4 x float> %a3, %a1
  %w = fadd float %x, %y
  br label %j
j:
  %u = phi float [ %f, %0 ], [ %w, %a ]
  %r0 = phi <4 x float> [ %p, %0 ], [ %a4, %a ]
  %r = insertelement <4 x float> %r0, float %u, i32 3
  %s = fadd <4 x float> %r, %q
  ret <4 x float> %s"""


COMPARISONS = [
    f"%c = fcmp {test} float %x, %y" for test in "oeq one olt ole ogt oge ueq une ult ule ugt uge ord uno".split()
]


@pytest.mark.parametrize(
    "test", [*COMPARISONS, *(test.replace("%y", "5.000000e-01") for test in COMPARISONS if "o" in test[9:12])]
)
def test_every_comparison_is_one_word(test: str) -> None:
    found = ops(made(condition(test)))
    assert found["cmp"] == 1
    assert found["sge"] + found["slt"] == 0


TWO = "%d = fcmp olt float %x, 5.000000e-01\n  %e = fcmp ogt float %y, 2.500000e-01\n  %c = {}"


@pytest.mark.parametrize(
    "test", ["and i1 %d, %e", "or i1 %d, %e", "select i1 %d, i1 %e, i1 false", "select i1 %d, i1 true, i1 %e"]
)
def test_two_comparisons_are_one_word(test: str) -> None:
    found = ops(made(condition(TWO.format(test))))
    assert found["cmp"] == 1
    assert found["ifc"] + found["jmpc"] == 1


def test_more_than_two_comparisons() -> None:
    test = (
        "%d = fcmp olt float %x, 5.000000e-01\n  %e = fcmp ogt float %y, 2.500000e-01\n  %g = fcmp ult float %z, %x\n"
    )
    for first, second in (("and", "and"), ("or", "and"), ("and", "or"), ("xor", "and")):
        made(condition(f"{test}  %h = {first} i1 %d, %e\n  %c = {second} i1 %h, %g"))


# loops ----------------------------------------------------------------------------------------------------------------

SUM = """
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %i2, %h ]
  %v = phi <4 x float> [ zeroinitializer, %0 ], [ %v2, %h ]
  %w = zext i32 %i to i64
  %a = getelementptr inbounds <4 x float>, ptr addrspace(2) @table, i64 %w
  %m = load <4 x float>, ptr addrspace(2) %a, align 16
  %v1 = fmul <4 x float> %m, %p
  %v2 = fadd <4 x float> %v, %v1
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, ROUNDS
  br i1 %c, label %h, label %e
e:
  ret <4 x float> %v2"""


def test_a_counted_loop_reads_at_its_count() -> None:
    program = made(SUM.replace("ROUNDS", "24"))
    assert ops(program) == {"mov": 2, "for": 1, "mad": 1, "end": 1}
    (preset,) = [c for c in shbin.read(program.code).executables[0].constants if c.bank == "integer"]
    assert preset.bytes == (23, 0, 1, 0)


def test_a_loop_of_unknown_length_compares_and_jumps() -> None:
    body = SUM.replace(
        "%c = icmp slt i32 %i2, ROUNDS", "%u = load i32, ptr addrspace(2) @count\n  %c0 = icmp slt i32 %i2, %u"
    )
    body = body.replace("%c0 =", "%k =").replace(
        "br i1 %c,", "%t = icmp slt i32 %i2, 20\n  %c = and i1 %k, %t\n  br i1 %c,"
    )
    found = ops(made(body))
    assert found["for"] + found["jmpc"] == 1


BREAKS = """
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %i2, %m ]
  %v = phi <4 x float> [ %p, %0 ], [ %v2, %m ]
  %v1 = fmul <4 x float> %v, %q
  %v2 = fadd <4 x float> %v1, %p
  %x = extractelement <4 x float> %v2, i32 1
  %big = fcmp ogt float %x, 4.000000e+00
  br i1 %big, label %e, label %m
m:
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, 30
  br i1 %c, label %h, label %e
e:
  %s = sitofp i32 %i to float
  %o = insertelement <4 x float> %v2, float %s, i32 3
  ret <4 x float> %o"""


def test_a_counted_loop_breaks() -> None:
    found = ops(made(BREAKS))
    assert (found["for"], found["breakc"], found["jmpc"]) == (1, 1, 0)


def test_a_break_in_an_if_in_a_loop() -> None:
    made("""
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %i2, %m ]
  %v = phi <4 x float> [ %p, %0 ], [ %v3, %m ]
  %x = extractelement <4 x float> %v, i32 0
  %neg = fcmp olt float %x, 0.000000e+00
  br i1 %neg, label %t, label %u
t:
  %v1 = fmul <4 x float> %v, %q
  %y = extractelement <4 x float> %v1, i32 1
  %big = fcmp ogt float %y, 1.000000e+00
  br i1 %big, label %e, label %m
u:
  %v2 = fadd <4 x float> %v, %q
  br label %m
m:
  %v3 = phi <4 x float> [ %v1, %t ], [ %v2, %u ]
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, 20
  br i1 %c, label %h, label %e
e:
  %r = phi <4 x float> [ %v1, %t ], [ %v3, %m ]
  ret <4 x float> %r""")


def test_continue_and_two_ways_out() -> None:
    made("""
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %i2, %b ], [ %i2, %d ]
  %s = phi float [ %f, %0 ], [ %s, %b ], [ %s2, %d ]
  %i2 = add i32 %i, 1
  %more = icmp slt i32 %i, 25
  br i1 %more, label %b, label %e
b:
  %odd = and i32 %i, 1
  %skip = icmp eq i32 %odd, 0
  br i1 %skip, label %h, label %d
d:
  %x = extractelement <4 x float> %p, i32 0
  %s2 = fadd float %s, %x
  %out = fcmp ogt float %s2, 3.000000e+00
  br i1 %out, label %e, label %h
e:
  %r = phi float [ %s, %h ], [ %s2, %d ]
  %v = insertelement <4 x float> %q, float %r, i32 2
  ret <4 x float> %v""")


NESTED = """
  br label %o
o:
  %i = phi i32 [ 0, %0 ], [ %i2, %oe ]
  %v = phi <4 x float> [ %p, %0 ], [ %v3, %oe ]
  br label %h
h:
  %k = phi i32 [ 0, %o ], [ %k2, %h ]
  %w = phi <4 x float> [ %v, %o ], [ %w2, %h ]
  %kk = zext i32 %k to i64
  %a = getelementptr inbounds <4 x float>, ptr addrspace(2) @table, i64 %kk
  %m = load <4 x float>, ptr addrspace(2) %a, align 16
  %w1 = fmul <4 x float> %w, %m
  %w2 = fadd <4 x float> %w1, %q
  %k2 = add i32 %k, 1
  %ck = icmp slt i32 %k2, 20
  br i1 %ck, label %h, label %oe
oe:
  %v3 = fmul <4 x float> %w2, splat (float 5.000000e-01)
  %i2 = add i32 %i, 1
  %ci = icmp slt i32 %i2, 5
  br i1 %ci, label %o, label %e
e:
  ret <4 x float> %v3"""


def test_nested_counted_loops() -> None:
    program = made(NESTED)
    assert ops(program)["for"] == 2
    assert words(program) <= 9


def test_more_loops_than_registers() -> None:
    """Four integer registers hold constants; the other loops compare and jump."""
    body, last = "  br label %h0\n", "%0"
    for i in range(6):
        previous = "%p" if not i else f"%v{i - 1}.n"
        body += f"""h{i}:
  %i{i} = phi i32 [ 0, {last} ], [ %i{i}.n, %h{i} ]
  %v{i} = phi <4 x float> [ {previous}, {last} ], [ %v{i}.n, %h{i} ]
  %t{i} = fmul <4 x float> %v{i}, %q
  %v{i}.n = fadd <4 x float> %t{i}, splat (float {i + 1}.0e+00)
  %i{i}.n = add i32 %i{i}, 1
  %c{i} = icmp slt i32 %i{i}.n, {50 + i}
  br i1 %c{i}, label %h{i}, label %h{i + 1}
"""
        last = f"%h{i}"
    found = ops(made(body + "h6:\n  ret <4 x float> %v5.n"))
    assert (found["for"], found["jmpc"]) == (4, 2)


def test_early_return_and_switch() -> None:
    made("""
  %x = extractelement <4 x float> %p, i32 0
  %c = fcmp olt float %x, 0.000000e+00
  br i1 %c, label %r, label %s
r:
  ret <4 x float> %q
s:
  %k = and i32 %n, 3
  switch i32 %k, label %d [ i32 0, label %k0
    i32 1, label %k1
    i32 2, label %k2 ]
k0:
  %v0 = fmul <4 x float> %p, %q
  br label %e
k1:
  %v1a = fadd <4 x float> %p, %q
  %v1 = fmul <4 x float> %v1a, %v1a
  br label %e
k2:
  %v2a = fsub <4 x float> %p, %q
  %v2b = fmul <4 x float> %v2a, %p
  %v2 = fadd <4 x float> %v2b, %v2a
  br label %e
d:
  br label %e
e:
  %v = phi <4 x float> [ %v0, %k0 ], [ %v1, %k1 ], [ %v2, %k2 ], [ %p, %d ]
  ret <4 x float> %v""")


def test_jumps_into_the_middle_of_a_loop() -> None:
    """No structured form exists for this; jumps handle it."""
    program = made("""
  %x = extractelement <4 x float> %p, i32 0
  %c = fcmp olt float %x, 0.000000e+00
  br i1 %c, label %a, label %b
a:
  %s = phi float [ %f, %0 ], [ %t2, %b ]
  %s2 = fadd float %s, 1.000000e+00
  %ca = fcmp olt float %s2, 9.000000e+00
  br i1 %ca, label %b, label %e
b:
  %t = phi float [ 2.000000e+00, %0 ], [ %s2, %a ]
  %t2 = fadd float %t, 5.000000e-01
  %cb = fcmp olt float %t2, 7.000000e+00
  br i1 %cb, label %a, label %e
e:
  %r = phi float [ %s2, %a ], [ %t2, %b ]
  %v = insertelement <4 x float> %q, float %r, i32 1
  ret <4 x float> %v""")
    assert ops(program)["jmpc"] >= 2


def test_ifs_deeper_than_the_stack() -> None:
    depth, body = 14, ""
    label = "%0"
    for i in range(depth):
        body += f"""  %c{i} = fcmp ogt float %f, {i}.5e+00
  br i1 %c{i}, label %t{i}, label %e{i}
t{i}:
  %v{i} = fmul <4 x float> {"%p" if not i else f"%v{i - 1}"}, %q
"""
        label = f"%t{i}"
    value = f"%v{depth - 1}"
    for i in reversed(range(depth)):
        body += f"""  br label %j{i}
e{i}:
  %w{i} = fadd <4 x float> {"%p" if not i else f"%v{i - 1}"}, splat (float {i}.25e+00)
  %x{i} = fmul <4 x float> %w{i}, %q
  br label %j{i}
j{i}:
  %r{i} = phi <4 x float> [ {value}, {label} ], [ %x{i}, %e{i} ]
  %s{i} = fadd <4 x float> %r{i}, %p
"""
        value, label = f"%s{i}", f"%j{i}"
    made(body + f"  ret <4 x float> {value}")


# uniforms -------------------------------------------------------------------------------------------------------------

CHOICE = """
  %b = load i1, ptr addrspace(2) @flag
  %m = load <4 x float>, ptr addrspace(2) @table
  %a1 = fadd <4 x float> %p, %q
  %a2 = fmul <4 x float> %a1, %p
  %c1 = fmul <4 x float> %p, %m
  %r = select i1 %b, <4 x float> %a2, <4 x float> %c1
  %s = fadd <4 x float> %r, %q
  ret <4 x float> %s"""


def test_a_uniform_boolean_selects_by_ifu() -> None:
    program = made(CHOICE)
    assert ops(program)["ifu"] == 1
    assert ops(program)["cmp"] == 0
    assert names(program.code)["flag"] == ("b", 0, 0)
    slot = program.interface.find("flag")
    assert slot is not None
    assert slot.register == 104


def test_named_booleans_run() -> None:
    program = made(CHOICE)
    p, q = np.float32([[1, 2, 3, 4]]), np.float32([[2, 2, 2, 2]])
    for flag, expected in ((True, (p + q) * p + q), (False, p * 3 + q)):
        table = np.full((24, 4), 3, np.float32)
        given = {slot.name: value for slot, value in zip(program.interface.inputs, (p, q), strict=False)}
        rest = {
            "f": np.float32([0]),
            "n": np.int32([0]),
            "other": np.array(False),
            "limit": np.float32(0),
            "count": np.int32(0),
        }
        found = program.run({**rest, **given, "flag": np.array(flag), "table": table})
        assert np.array_equal(next(iter(found.values())), expected)


def test_booleans_together_and_as_numbers() -> None:
    made("""
  %b = load i1, ptr addrspace(2) @flag
  %d = load i1, ptr addrspace(2) @other
  %c = fcmp olt float %f, 5.000000e-01
  %and = and i1 %b, %c
  %or = or i1 %d, %c
  %xor = xor i1 %b, %d
  %a = select i1 %and, <4 x float> %p, <4 x float> %q
  %e = fadd <4 x float> %p, %q
  %g = select i1 %or, <4 x float> %e, <4 x float> %a
  %x = uitofp i1 %xor to float
  %r = insertelement <4 x float> %g, float %x, i32 3
  br i1 %b, label %t, label %u
t:
  ret <4 x float> %r
u:
  %s = fmul <4 x float> %r, %q
  ret <4 x float> %s""")


def test_seventeen_booleans() -> None:
    """Sixteen registers, one of which may be needed for jumps; further booleans are stored as numbers."""
    head = "".join(f"@b{i} = external addrspace(2) global i1\n" for i in range(17))
    body = "".join(
        f"  %l{i} = load i1, ptr addrspace(2) @b{i}\n  %v{i} = select i1 %l{i}, float {i}.0, float"
        f" %{'f' if not i else f'v{i - 1}'}\n"
        for i in range(17)
    )
    source = f"{head}define float @shader(float %f) {{\n{body}  ret float %v16\n}}\n"
    program = driver.compile(source, "pica200", verify=64)
    assert check(program.code) == []


@pytest.mark.parametrize("register", [96, 104, 130])
def test_numbers_in_registers_that_hold_none(register: int) -> None:
    with pytest.raises(LimitExceeded, match="numbers have 0 to 95"):
        driver.compile(f"{HEAD}define <4 x float> @shader(<4 x float> %p) {{{CHOICE.replace('%q', '%p')}\n}}",
        "pica200",
                       bind=[f"table=uniform:{register}"])  # fmt: skip


def test_a_dynamic_index_in_a_loop() -> None:
    program = made("""
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %i2, %h ]
  %v = phi <4 x float> [ zeroinitializer, %0 ], [ %v2, %h ]
  %k = and i32 %n, 7
  %j = add i32 %k, %i
  %w = zext i32 %j to i64
  %a = getelementptr inbounds <4 x float>, ptr addrspace(2) @table, i64 %w
  %m = load <4 x float>, ptr addrspace(2) %a, align 16
  %v1 = fmul <4 x float> %m, %p
  %v2 = fadd <4 x float> %v, %v1
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, 16
  br i1 %c, label %h, label %e
e:
  ret <4 x float> %v2""")
    assert (ops(program)["for"], ops(program)["mova"]) == (1, 1)


def test_an_indexed_element_that_outlives_its_section() -> None:
    made("""
  %k = and i32 %n, 7
  %w = zext i32 %k to i64
  %a = getelementptr inbounds <4 x float>, ptr addrspace(2) @table, i64 %w
  %m = load <4 x float>, ptr addrspace(2) %a, align 16
  %x = extractelement <4 x float> %m, i32 0
  %y = extractelement <4 x float> %m, i32 1
  %c = fcmp olt float %x, %f
  br i1 %c, label %t, label %e
t:
  %v = fmul <4 x float> %m, %q
  %v2 = fadd <4 x float> %v, %p
  %v3 = fmul <4 x float> %v2, %v
  br label %e
e:
  %r = phi <4 x float> [ %p, %0 ], [ %v3, %t ]
  %z = phi float [ %y, %0 ], [ %x, %t ]
  %s = fadd <4 x float> %r, %m
  %o = insertelement <4 x float> %s, float %z, i32 0
  ret <4 x float> %o""")


def test_a_local_array_in_a_loop() -> None:
    made("""
  %arr = alloca [3 x float]
  %x = extractelement <4 x float> %p, i32 0
  %a1 = getelementptr float, ptr %arr, i32 1
  %a2 = getelementptr float, ptr %arr, i32 2
  store float %x, ptr %arr
  store float 1.000000e+00, ptr %a1
  store float 2.000000e+00, ptr %a2
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %i2, %h ]
  %j = phi i32 [ 0, %0 ], [ %j3, %h ]
  %g = getelementptr float, ptr %arr, i32 %j
  %v = load float, ptr %g
  %v2 = fadd float %v, %f
  store float %v2, ptr %g
  %j2 = add i32 %j, 1
  %last = icmp eq i32 %j2, 3
  %j3 = select i1 %last, i32 0, i32 %j2
  %i2 = add i32 %i, 1
  %fi = sitofp i32 %i2 to float
  %lim = load float, ptr addrspace(2) @limit
  %c1 = fcmp olt float %fi, %lim
  %c2 = icmp slt i32 %i2, 12
  %c = and i1 %c1, %c2
  br i1 %c, label %h, label %e
e:
  %l0 = load float, ptr %arr
  %l2 = load float, ptr %a2
  %o = insertelement <4 x float> %q, float %l0, i32 0
  %o2 = insertelement <4 x float> %o, float %l2, i32 1
  ret <4 x float> %o2""")


# limits ---------------------------------------------------------------------------------------------------------------


def test_a_program_that_never_ends_is_refused() -> None:
    with pytest.raises(InputError, match="never"):
        made("  br label %h\nh:\n  br label %h")


def test_a_geometry_shader_returns_nothing() -> None:
    source = "define <4 x float> @shader(<4 x float> %p) {\n  ret <4 x float> %p\n}\n"
    with pytest.raises(InputError, match="a geometry shader returns nothing"):
        driver.compile(source, "pica200", stage="geometry")


def test_too_long_a_program_that_repeats_itself_fits() -> None:
    """test_outline has a program that does not fit."""
    body = ""
    for i in range(530):
        body += f"  %r{i} = fadd <4 x float> {'%p' if not i else f'%r{i - 1}'}, {('%q', '%p')[i % 2]}\n"
    assert "call proc_" in made(body + "  ret <4 x float> %r529", lanes=16).asm()


SKINNING = """
  br label %h
h:
  %k = phi i32 [ 0, %0 ], [ %k2, %h ]
  %acc = phi <4 x float> [ zeroinitializer, %0 ], [ %acc2, %h ]
  %fi = extractelement <4 x float> %q, i32 %k
  %wk = extractelement <4 x float> %w, i32 %k
  %i = fptosi float %fi to i32
  %i3 = mul nsw i32 %i, 3
  %e = sext i32 %i3 to i64
  %a0 = getelementptr inbounds <4 x float>, ptr addrspace(2) @table, i64 %e
ROWS
  %ws = insertelement <4 x float> zeroinitializer, float %wk, i32 0
  %wv = shufflevector <4 x float> %ws, <4 x float> poison, <4 x i32> zeroinitializer
  %sc = fmul <4 x float> %v3, %wv
  %acc2 = fadd <4 x float> %acc, %sc
  %k2 = add i32 %k, 1
  %c = icmp slt i32 %k2, 4
  br i1 %c, label %h, label %o
o:
  ret <4 x float> %acc2"""
ROW = """
  %a{r} = getelementptr inbounds i8, ptr addrspace(2) %a0, i64 {at}
  %m{r} = load <4 x float>, ptr addrspace(2) %a{r}, align 16
  %p{r} = fmul <4 x float> %m{r}, %p
  %x{r} = extractelement <4 x float> %p{r}, i32 0
  %y{r} = extractelement <4 x float> %p{r}, i32 1
  %z{r} = extractelement <4 x float> %p{r}, i32 2
  %t{r} = extractelement <4 x float> %p{r}, i32 3
  %s{r} = fadd float %x{r}, %y{r}
  %u{r} = fadd float %s{r}, %z{r}
  %d{r} = fadd float %u{r}, %t{r}
  %v{r} = insertelement <4 x float> {before}, float %d{r}, i32 {lane}"""


def test_skinning_with_four_bones() -> None:
    rows = [
        ROW.format(r=r, at=16 * (r - 1), before=f"%v{r - 1}" if r > 1 else "zeroinitializer", lane=r - 1)
        for r in (1, 2, 3)
    ]
    program = made(SKINNING.replace("ROWS", "".join(rows)), "<4 x float> %p, <4 x float> %q, <4 x float> %w")
    assert ops(program)["mova"] >= 1
    assert words(program) <= 34


@pytest.mark.parametrize("more", ["", "uniform bool on; "])
def test_uniforms_without_room_are_counted(more: str) -> None:
    """Also if the one without a register would be in the place of an integer register."""
    text = f"attribute vec4 a; uniform vec4 m[96]; {more}uniform float speed; uniform int k;\n"
    text += f"void main() {{ gl_Position = {'on ? a : ' if more else ''}m[int(a.x)] * speed + float(k); }}"
    with pytest.raises(LimitExceeded, match=r"uses 98 uniform registers \(up to 'k'\), and pica200 \(vertex\) has 96"):
        driver.compile(text, "pica200", stage="vertex", verify=64)
