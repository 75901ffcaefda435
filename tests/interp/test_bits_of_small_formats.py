"""Bits of floats and fields of integers where the target's format is small: a right program is verified, and one with
another literal or operation differs."""

from __future__ import annotations

import pytest
from planting import built, judged

from gpucc.interp.reference.bits import UNMET_NAN, bit_patterns, compares_bits
from gpucc.interp.reference.irtext import parse_module
from gpucc.interp.report import Evidence, Report
from gpucc.isa.model import FP16, FP24, FP32

BODY = """define <4 x float> @k(<4 x float> %a, <4 x float> %b) {
  %x = extractelement <4 x float> %a, i64 3
  %y = extractelement <4 x float> %b, i64 1
  %i = bitcast float %x to i32
  %j = bitcast float %y to i32
  CODE
  %v = insertelement <4 x float> zeroinitializer, float %f, i64 0
  ret <4 x float> %v
}
"""
TEST = "\n  %f = uitofp i1 %c to float"


def coded(*lines: str) -> str:
    return BODY.replace("CODE", "\n  ".join(lines))


def compared(text: str, isa: str, seed: int = 0, other: str | None = None) -> Report:
    """The report on the program of another text, or of this one."""
    return judged(built(text, isa), built(other or text, isa).program, seed=seed)


def check(text: str, isa: str, right: str, wrong: str) -> None:
    for seed in range(2):
        report = compared(text, isa, seed)
        assert report.verdict == "verified", report.describe()
    assert right in text
    report = compared(text, isa, other=text.replace(right, wrong))
    assert report.verdict == "differs", report.describe()


ONE, NEARLY_ONE, HALF = 0x3F800000, 0x3F7FFFFF, 0x3F000000


@pytest.mark.parametrize("isa", ["lima-pp", "pica200"])
@pytest.mark.parametrize(
    "test",
    [
        *("slt i32 %i, 1", "slt i32 %i, 2", "ult i32 %i, 2", "sgt i32 %i, 864026623", "sle i32 %i, 8388608"),
        *("sle i32 %s, 864026624", "sle i32 %s, 8388608"),
    ],
)
def test_bits_are_compared_with_those_of_no_number_of_the_format(isa: str, test: str) -> None:
    """The program has the next number that the format holds, so in float32 the lanes between prove nothing."""
    text = coded("%s = and i32 %i, 2147483647", f"%c = icmp {test}" + TEST)
    check(text, isa, test, f"{test.rpartition(' ')[0]} {ONE}")


@pytest.mark.parametrize("isa", ["lima-pp", "pica200"])
def test_vectors_of_bits_are_compared(isa: str) -> None:
    text = (
        "define <4 x float> @k(<4 x float> %a) {\n  %i = bitcast <4 x float> %a to <4 x i32>\n"
        f"  %c = icmp slt <4 x i32> %i, <i32 1, i32 2, i32 {NEARLY_ONE}, i32 8388608>\n"
        "  %f = uitofp <4 x i1> %c to <4 x float>\n  ret <4 x float> %f\n}\n"
    )
    check(text, isa, str(NEARLY_ONE), str(HALF))


SIGNS = {
    "field": (["%k = lshr i32 %i, 31", "%f = uitofp i32 %k to float"], "lshr i32 %i", "lshr i32 %j"),
    "mask": (["%k = ashr i32 %i, 31", "%f = sitofp i32 %k to float"], "ashr i32 %i", "ashr i32 %j"),
    "xor": (["%k = xor i32 %i, %j", "%c = icmp slt i32 %k, 0" + TEST], "xor", "or"),
    "or": (["%k = or i32 %i, %j", "%c = icmp slt i32 %k, 0" + TEST], "= or", "= and"),
    "and": (["%k = and i32 %i, %j", "%c = icmp slt i32 %k, 0" + TEST], "and", "xor"),
    "negative": (["%c = icmp sgt i32 %i, -1" + TEST], "sgt i32 %i, -1", "slt i32 %i, 1065353216"),
    "zero": (["%c = icmp eq i32 %i, 0" + TEST], "eq i32 %i, 0", "eq i32 %i, 1065353216"),
    "product": (
        [
            "%p = fmul float %x, %y",
            "%m = bitcast float %p to i32",
            "%k = xor i32 %m, %i",
            "%c = icmp slt i32 %k, 0" + TEST,
        ],
        "xor i32 %m, %i",
        "xor i32 %i, %j",
    ),
}


@pytest.mark.parametrize("case", SIGNS)
def test_signs_of_zeros_where_no_zero_has_one(case: str) -> None:
    """In float32 an input may be -0.0, and the sign bit that pica200's program reads is that of a number below zero."""
    lines, right, wrong = SIGNS[case]
    check(coded(*lines), "pica200", right, wrong)


def test_no_nan_has_a_sign() -> None:
    lines = [
        "%n = fneg float %x",
        "%m = bitcast float %n to i32",
        "%k = lshr i32 %m, 31",
        "%f = uitofp i32 %k to float",
    ]
    check(coded(*lines), "agal", "fneg float %x", "fneg float %y")


def test_what_the_exponent_says_of_a_nan() -> None:
    """The sign is masked away, so lanes with a NaN of arithmetic count."""
    lines = ["%p = fmul float %x, %y", "%m = bitcast float %p to i32", "%k = lshr i32 %m, 23", "%e = and i32 %k, 255"]
    report = compared(coded(*lines, "%f = uitofp i32 %e to float"), "agal")
    assert report.compared == report.lanes, report.describe()


COUNTED = """define float @k(float %x) {
  %c = fcmp une float 0.0, %x
  %t = sext i1 %c to i8
  %n = call i8 @llvm.COUNT.i8(i8 %t, i1 true)
  %f = sitofp i8 %n to float
  ret float %f
}
"""


@pytest.mark.parametrize("isa", ["agal", "lima-pp", "pica200"])
@pytest.mark.parametrize("count", ["ctlz", "cttz"])
def test_all_bits_of_zero_are_counted(isa: str, count: str) -> None:
    """LLVM took the argument for another number, and returned 0 for all."""
    check(COUNTED.replace("COUNT", count), isa, "fcmp une float 0.0", "fcmp une float 1.0")


NARROW = """define float @k(float %x) {
  %i = fptosi float %x to i32
  %t = trunc i32 %i to i8
  %u = OPERATION
  %s = sext i8 %u to i16
  %m = mul i16 %s, 3
  %f = sitofp i16 %m to float
  ret float %f
}
"""


@pytest.mark.parametrize(
    ("operation", "wrong"),
    [
        ("add i8 %t, 100", "add i8 %t, 101"),
        ("sub i8 99, %t", "sub i8 98, %t"),
        ("xor i8 %t, 100", "xor i8 %t, 101"),
    ],
)
def test_a_field_of_a_narrow_integer(operation: str, wrong: str) -> None:
    """It is a small number, though LLVM moves it to the top of sixteen bits, where halves do not hold it exactly."""
    check(NARROW.replace("OPERATION", operation), "lima-pp", operation, wrong)


def test_a_field_that_is_shifted_further_leaves_the_range() -> None:
    """A target has no such part of it: the numbers are those of sixteen bits, and few are in the range of halves."""
    text = NARROW.replace("OPERATION", "sub i8 1, %t").replace("mul i16 %s, 3", "ashr i16 %s, 1")
    report = compared(text, "lima-pp")
    assert report.passed, report.describe()


def test_which_texts_compare_bits() -> None:
    text = coded(f"%c = icmp slt i32 %i, {NEARLY_ONE}" + TEST)
    assert compares_bits(text, FP16)
    assert compares_bits(text, FP24)
    assert not compares_bits(text, FP32)
    assert not compares_bits(text.replace(str(NEARLY_ONE), str(ONE)), FP16)
    assert not compares_bits(text.replace("bitcast float", "fptosi float"), FP16)


COMPARISONS = {
    "slt i32 %i, 1": "slt i32 %i, 864026624",
    "sle i32 %i, 1065353216": "slt i32 %i, 1065361408",
    "sge i32 %i, 1065353216": "sgt i32 %i, 1065345024",
    "sge i32 %i, 1": "sgt i32 %i, 0",
    "eq i32 %i, 1065353217": f"eq i32 %i, {UNMET_NAN}",
    "ne i32 %i, -1082130431": f"ne i32 %i, {UNMET_NAN}",
    "slt i32 %i, -5": "slt i32 %i, -5",
    "slt i32 %n, 1": "slt i32 %n, 1",
    "ult i32 %h, 1": "ult i32 %h, 864026624",
    "slt <2 x i32> %w, <i32 1, i32 1065353216>": "slt <2 x i32> %w, <i32 864026624, i32 1065353216>",
    "slt <2 x i32> %w, splat (i32 1)": "slt <2 x i32> %w, splat (i32 864026624)",
}


@pytest.mark.parametrize("given", COMPARISONS)
def test_a_comparison_in_the_format(given: str) -> None:
    text = (
        "define void @k(float %x, <2 x float> %y, i32 %n, i1 %c) {\n  %i = bitcast float %x to i32\n"
        "  %w = bitcast <2 x float> %y to <2 x i32>\n  %e = extractelement <2 x i32> %w, i32 0\n"
        "  %s = select i1 %c, i32 %e, i32 %i\n  %h = and i32 %s, 2147483647\n  ret void\n}\n"
    )
    ((block,),) = [function.blocks for function in parse_module(text).functions]
    patterns = bit_patterns({line.result: line for line in block.lines if line.result}, {})
    assert patterns.comparison(given, FP16) == COMPARISONS[given]


def test_a_doubt_says_what_it_is_about() -> None:
    def doubt(evidence: Evidence) -> str:
        return (
            Report(256, 200, ordinary=128, ordinary_compared=128, needed=64, format="fp16", evidence=evidence).doubt
            or ""
        )

    assert "integers larger than fp16 holds exactly" in doubt(Evidence(0, 20, 20, 20))
    assert "constants and functions" in doubt(Evidence(0, 20, 20))
    assert "hangs on approximate functions" in doubt(Evidence(0, 20))
    assert doubt(Evidence(20, 0)) == ""


def test_integers_that_leave_the_range_are_no_functions() -> None:
    text = NARROW.replace("OPERATION", "add i8 %t, 127").replace("i16 %s, 3", "i16 %s, 300")
    report = compared(text, "lima-pp")
    assert report.verdict == "unverified"
    assert "integers larger than fp16 holds exactly" in (report.doubt or ""), report.describe()
