"""One self-test for each fact of lima-vp below "proven"."""

from __future__ import annotations

from dataclasses import replace

from gpucc.isa.wide import WideIsa
from gpucc.selftest.model import Otherwise, Row, SelfTest, ladder, shade, with_ops

# the first instruction of each program: gl_Position as it came
POSITION = "acc0 = a0.x; acc1 = a0.y; mul0 = a0.z; mul1 = a0.w; v0.xyzw = acc0, acc1, mul0, mul1\n"
TINT = "\nacc0 = {0}.x; acc1 = {0}.y; mul0 = {0}.z; mul1 = {0}.w; v1.xyzw = acc0, acc1, mul0, mul1\n"
WAIT = "nop\nnop\nnop\n"
ROWS = 12  # uniforms of a usual test
FIRST_TEMPORARY = 16
FILE = 304  # vec4 of uniforms, constants and temporaries
VIEWPORT = 2  # of these, which drivers set
FAR = 300


def _near_and_far(isa: WideIsa) -> WideIsa:
    return replace(isa, wide=replace(isa.wide, branch=replace(isa.wide.branch, inverted=False)))


def _identity_is_one(isa: WideIsa) -> WideIsa:
    units = tuple(
        replace(
            unit,
            ports=tuple(replace(port, identity=1.0 if port.identity == 0.0 else port.identity) for port in unit.ports),
        )
        for unit in isa.wide.units
    )
    return replace(isa, wide=replace(isa.wide, units=units))


def _row(x: float, y: float = 0.0, z: float = 0.0, w: float = 0.0) -> Row:
    return x, y, z, w


def _stored(address: str, row: str) -> str:
    """An instruction that stores a uniform's vec4 as a temporary, with the address in address register 0."""
    begin = f"complex = addr0({address}); " if address else ""
    return (
        f"{begin}acc0 = {row}.x; acc1 = {row}.y; mul0 = {row}.z; mul1 = {row}.w;"
        " t[addr0].xyzw = acc0, acc1, mul0, mul1\n"
    )


def _shown(*values: str) -> str:
    """Each value in its component of the colour, one instruction each."""
    return "".join(f"acc0 = {value}; v1.{letter} = acc0\n" for value, letter in zip(values, "xyzw", strict=False))


ADDRESSES = (
    SelfTest(
        "address-registers",
        "complex = addr1(a1.x)\ncomplex = addr2(a1.y)\ncomplex = addr3(a1.z)\n"
        + WAIT
        + _shown("u[addr1+1].x", "u[addr2+1].y", "u[addr3+1].z", "u0.w"),
        (
            Otherwise(
                "loads leave out what their offset field names", tuple((f"u[addr{i}+1]", "u1") for i in (1, 2, 3))
            ),
            Otherwise(
                "the offset field names them the other way round",
                (("u[addr1+", "u[addr9+"), ("u[addr3+", "u[addr1+"), ("u[addr9+", "u[addr3+")),
            ),
        ),
        (_row(2, 4, 6),),
        ladder(ROWS),
    ),
    SelfTest(
        "address-unit",
        "complex = addr1(a1.x)\n" + WAIT + TINT.format("u[addr1]"),
        (
            Otherwise("an address register counts components", (("u[addr1]", "u1"),)),
            Otherwise("an address register counts bytes", (("u[addr1]", "u0"),)),
        ),
        (_row(4),),
        ladder(ROWS),
    ),
    SelfTest(
        "address-truncation",
        "complex = addr1(a1.x)\ncomplex = addr2(a1.y)\ncomplex = addr3(a1.z)\n"
        + WAIT
        + _shown("u[addr1].x", "u[addr2+2].y", "u[addr3+3].z", "u0.w"),
        (
            Otherwise("it is rounded to the nearest integer", inputs=((0, _row(2, -1, -1)),)),
            Otherwise("it is rounded down", inputs=((0, _row(1, -1, -2)),)),
            Otherwise("a negative number counts as 0", inputs=((0, _row(1, 0, 0)),)),
        ),
        (_row(1.75, -0.75, -1.25),),
        ladder(ROWS),
    ),
    SelfTest(
        "address-latency",
        "complex = addr1(a1.x)\ncomplex = addr2(a1.x)\ncomplex = addr3(a1.x)\n"
        + WAIT
        + "complex = addr1(a1.y)\ncomplex = addr2(a1.z)\ncomplex = addr3(a1.w)\nnop\n"
        + _shown("u[addr1].x", "u[addr2].y", "u[addr3].z", "u0.w"),
        (
            Otherwise(
                "it takes one more instruction",
                tuple((f"addr{i}(a1.{letter})", f"addr{i}(a1.x)") for i, letter in ((1, "y"), (2, "z"), (3, "w"))),
            ),
        ),
        (_row(1, 5, 6, 7),),
        ladder(ROWS),
    ),
    SelfTest(
        "far-uniform",
        TINT.format(f"u{FAR - 40}"),
        (Otherwise("the load's address has eight bits", ((f"u{FAR - 40}.", f"u{FAR - 40 - 256}."),)),),
        (),
        ladder(FAR - 39),
    ),
    SelfTest(
        "uniform-count",
        _shown("u0.x", *(f"u{FILE - 1}.{letter}" for letter in "yzw")),
        (Otherwise("there are 256", ((f"u{FILE - 1}.", f"u{FILE - 1 - 256}."),)),),
        (),
        ladder(ROWS),
        constants=(
            *((row, shade(8, 16, 24, 32)) for row in range(ROWS + VIEWPORT, FILE - 1)),
            (FILE - 1, shade(144, 160, 176, 192)),
        ),
    ),
)

_PAIR = "complex = addr01(a1.y); pass = a1.x\n"
TEMPORARIES = (
    SelfTest(
        "temporary-store",
        _stored("a1.x", "u6") + WAIT + WAIT + TINT.format(f"u{FIRST_TEMPORARY + 1}"),
        (Otherwise("nothing is stored", (("t[addr0].xyzw", "r9.xyzw"),)),),
        (_row(FIRST_TEMPORARY + 1),),
        ladder(FIRST_TEMPORARY + 4),
        room=FIRST_TEMPORARY,
    ),
    SelfTest(
        "temporary-latency",
        _stored("a1.x", "u6") + WAIT + TINT.format(f"u{FIRST_TEMPORARY + 1}"),
        (Otherwise("it takes one more instruction", (("t[addr0].xyzw", "r9.xyzw"),)),),
        (_row(FIRST_TEMPORARY + 1),),
        ladder(FIRST_TEMPORARY + 4),
        room=FIRST_TEMPORARY,
    ),
    SelfTest(
        "address0-at-once",
        _stored("a1.y", "u3")
        + WAIT
        + _stored("a1.x", "u1")
        + WAIT
        + _stored("a1.z", "u2")
        + WAIT
        + _shown("u16.x", "u16.y", "u17.z", "u17.w"),
        (Otherwise("it counts from the next instruction on", inputs=((0, _row(16, 17, 16)),)),),
        (_row(16, 17, 17),),
        ladder(FIRST_TEMPORARY + 4),
        room=FIRST_TEMPORARY,
    ),
    SelfTest(
        "address0-keeps",
        _stored("a1.x", "u1") + WAIT + _stored("", "u2") + WAIT + TINT.format("u17"),
        (
            Otherwise(
                "it is lost, and the later store goes elsewhere",
                (
                    (
                        "acc0 = u2.x; acc1 = u2.y; mul0 = u2.z; mul1 = u2.w; t[addr0]",
                        "acc0 = u2.x; acc1 = u2.y; mul0 = u2.z; mul1 = u2.w; r9",
                    ),
                ),
            ),
        ),
        (_row(17),),
        ladder(FIRST_TEMPORARY + 4),
        room=FIRST_TEMPORARY,
    ),
    SelfTest(
        "address-pair",
        _PAIR + WAIT + _stored("", "u6") + WAIT + _shown("u[addr1].x", "u[addr1].y", "u18.z", "u18.w"),
        (
            Otherwise(
                "both come from the complex unit",
                ((_PAIR + "nop\n", "complex = addr0(a1.y)\ncomplex = addr1(a1.y)\n"), ("u18.", "u4.")),
            ),
            Otherwise(
                "address register 1 comes from the complex unit",
                ((_PAIR + "nop\n", "complex = addr0(a1.x)\n"), ("u[addr1]", "u5")),
            ),
            Otherwise(
                "address register 0 is left alone",
                ((_PAIR + "nop\n", "complex = addr1(a1.x)\nnop\n"), ("t[addr0]", "r9")),
            ),
        ),
        (_row(18, 19),),
        ladder(FIRST_TEMPORARY + 4),
        room=FIRST_TEMPORARY,
        stands_for=((_PAIR + "nop\n", "complex = addr0(a1.x)\ncomplex = addr1(a1.x)\n"),),
    ),
)

_JUMP = "pass = u0.x; branch {}\n"

FLOW = (
    SelfTest(
        "attribute-next",
        "reg0 = a1\nacc0 = reg0.x@1; acc1 = reg0.y@1; mul0 = reg0.z@1; mul1 = reg0.w@1; reg0 = a2;"
        " v1.xyzw = acc0, acc1, mul0, mul1\n",
        (
            Otherwise("they read what reg0 loads now", tuple((f"reg0.{x}@1", f"reg0.{x}") for x in "xyzw")),
            Otherwise("they read nothing", inputs=((0, shade(0)),)),
        ),
        (shade(32, 64, 96, 128), shade(144, 160, 176, 192)),
    ),
    SelfTest(
        "far-branch",
        "acc0 = u1.x; acc1 = u1.y; mul0 = u1.z; mul1 = u1.w; r0.xyzw = acc0, acc1, mul0, mul1\n"
        + _JUMP.format("far")
        + "nop\n" * (FAR - 256 - 3)
        + "acc0 = u2.x; acc1 = u2.y; mul0 = u2.z; mul1 = u2.w; r0.xyzw = acc0, acc1, mul0, mul1\n"
        + "nop\n" * 255
        + "far:"
        + TINT.format("r0"),
        (Otherwise("bit 70 is set for far ones: it arrives 256 instructions before", record=_near_and_far),),
        (),
        ladder(ROWS),
    ),
    SelfTest(
        "visible-after-branch",
        "acc0 = u1.x; acc1 = u1.y; mul0 = u1.z; mul1 = u1.w; r0.xyzw = acc0, acc1, mul0, mul1\n"
        + WAIT
        + "acc0 = u2.x; r0.x = acc0\nmul0 = u2.z; r0.z = mul0\n"
        + "acc1 = u0.y; pass = u0.x; r0.y = acc1; branch on\nnop\non:"
        + TINT.format("r0"),
        (
            Otherwise("the branch's own stores are not seen yet", ((" r0.y = acc1;", ""),)),
            Otherwise("stores shortly before it are not seen yet", (("; r0.z = mul0", ""), (" r0.y = acc1;", ""))),
        ),
        (),
        (shade(16, 200, 16, 16), *ladder(ROWS)[1:]),
    ),
    SelfTest(
        "fall-through",
        "acc0 = u1.x; acc1 = u1.y; mul0 = u1.z; mul1 = u1.w\npass = u0.x; branch off\n"
        "acc0 = acc0@2; acc1 = acc1@2; mul0 = mul0@2; mul1 = mul1@2; v1.xyzw = acc0, acc1, mul0, mul1\noff: nop\n",
        (Otherwise("results from before it are gone", uniforms=((1, shade(0)),)),),
        (),
        (shade(0), *ladder(ROWS)[1:]),
    ),
    SelfTest(
        "varying-count",
        TINT.format("u3").replace(" v1.", " v15."),
        (Otherwise("there are fewer, and nothing is stored", uniforms=((3, shade(0)),)),),
        (),
        ladder(ROWS),
        only="mbs",
    ),
)


def _near(value: str, bound: str, letter: str) -> str:
    """The shade of a uniform if a difference is small, else 0. `value` computes the difference in acc0."""
    return (
        f"{value}\nacc0 = max(acc0@1, -acc0@1)\nacc0 = {bound} >= acc0@1\n"
        f"mul0 = acc0@1 * u0.{letter}; v1.{letter} = mul0\n"
    )


NUMBERS = (
    SelfTest(
        "clamp-bounds",
        "".join(
            f"pass = clamp(a1.{x}, u0); {store}\n"
            for x, store in zip("xyz", ("v1.x = pass", "v1.y = pass", "v1.z = pass"), strict=True)
        )
        + "acc0 = u1.w; v1.w = acc0\n",
        (
            Otherwise("it is max(min(a, x), y)", record=with_ops(("clamp", "fmax(fmin(a, low), high)"))),
            Otherwise("x is the upper bound", record=with_ops(("clamp", "fmin(fmax(a, high), low)"))),
        ),
        (_row(0.0, 0.5, 1.0),),
        (_row(0.25, 0.75), *ladder(ROWS)[1:]),
    ),
    SelfTest(
        "identity-beyond-add",
        "acc0 = max(a1.x, 0); acc1 = max(a1.x, 0)\nacc0 = acc0@1 + u1.x; v1.x = acc0\n"
        "acc0 = min(a1.y, 0)\nacc0 = acc0@1 + u1.y; v1.y = acc0\n"
        "acc0 = a1.y >= 0\nmul0 = acc0@1 * u1.z; v1.z = mul0\n"
        "acc0 = a1.x < 0\nmul0 = acc0@1 * u1.w; v1.w = mul0\n",
        (Otherwise("it is 1 for those", record=_identity_is_one),),
        (_row(-0.5, 0.25),),
        ladder(ROWS),
    ),
    SelfTest(
        "function-bounds",
        # x rcp(x) - 1, then x rsqrt(x)^2 - 1, at 2^-20: two bounds and the roundings of the test itself
        "mul0 = complex2(a1.x, a1.x); complex = rcp_part(a1.x)\n"
        "mul01 = complex1(complex@1, mul0@1, complex@1, a1.x)\nnop\nmul0 = mul0@2 * a1.x\n"
        + _near("acc0 = mul0@1 - u1.x", "u2.x", "x")
        + "mul0 = complex2(a1.x, a1.x); complex = rsqrt_part(a1.x)\n"
        "mul01 = complex1(complex@1, mul0@1, complex@1, a1.x)\nnop\nmul0 = mul0@2 * mul0@2\nmul0 = mul0@1 * a1.x\n"
        + _near("acc0 = mul0@1 - u1.x", "u2.x", "y")
        # exp2(3.5)^2 / 128 - 1 and log2(3) - 1.58496.., at 2^-18
        + "pass = preexp2(a1.y)\nmul0 = complex2(pass@1, pass@1); complex = exp2_part(pass@1)\n"
        "mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)\nnop\nmul0 = mul0@2 * mul0@2\nmul0 = mul0@1 * u1.y\n"
        + _near("acc0 = mul0@1 - u1.x", "u2.y", "z")
        + "mul0 = complex2(a1.x, a1.x); complex = log2_part(a1.x)\n"
        "mul01 = complex1(complex@1, mul0@1, complex@1, a1.x)\nnop\npass = postlog2(mul0@2)\n"
        + _near("acc0 = pass@1 - u1.z", "u2.y", "w"),
        (
            Otherwise(
                "rcp and rsqrt are off by 2^-16",
                uniforms=((1, _row(1 + 2.0**-16, 1 / 128 * (1 + 2.0**-16), 1.584962500721156)),),
            ),
            Otherwise(
                "exp2 and log2 are off by 2^-14",
                uniforms=((1, _row(1, 1 / 128 * (1 + 2.0**-14), 1.584962500721156 + 2.0**-14)),),
            ),
        ),
        (_row(3.0, 3.5),),
        (shade(64, 96, 128, 160), _row(1.0, 1 / 128, 1.584962500721156), _row(2.0**-20, 2.0**-18)),
    ),
    SelfTest(
        "special-values",
        # infinity is above every number; infinity - infinity is no number; max prefers the number; a subnormal is one
        "mul0 = a1.x * u1.x\nacc0 = mul0@1 >= u1.y\nmul0 = acc0@1 * u0.x; v1.x = mul0\n"
        "mul0 = a1.x * u1.x\nacc0 = mul0@1 - mul0@1\nacc0 = acc0@1 >= acc0@1\n"
        "mul0 = acc0@1 * u0.y\nacc0 = u0.y - mul0@1; v1.y = acc0\n"
        "mul0 = a1.x * u1.x\nacc1 = mul0@1 - mul0@1\nacc0 = max(acc1@1, u0.z); v1.z = acc0\n"
        "mul0 = a1.y * u1.z\nmul0 = mul0@1 * u1.w\nmul0 = mul0@1 * u0.w; v1.w = mul0\n",
        (
            Otherwise(
                "what is too large becomes the largest number",
                inputs=((0, _row(1.0, 2.0**-100)),),
                uniforms=((1, _row(3e38, 3.4e38, 2.0**-27, 2.0**127)),),
            ),
            Otherwise("max keeps what is no number", record=with_ops(("max", "select(folt(a, b), b, a)"))),
            Otherwise("subnormals are flushed to 0", inputs=((0, _row(2.0**100, 0.0)),)),
        ),
        (_row(2.0**100, 2.0**-100),),
        (shade(64, 96, 128, 160), _row(2.0**100, 3.4e38, 2.0**-27, 2.0**127)),
    ),
)

TESTS = tuple(replace(test, text=POSITION + test.text) for test in (*ADDRESSES, *TEMPORARIES, *FLOW, *NUMBERS))
