"""Inputs, comparison and verdict. A second JIT run, of a text that may contain a mistake, plays the simulator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from gpucc.errors import InternalError
from gpucc.interp.chance import Chance
from gpucc.interp.compare import EXACT, Comparison, Freedom, combine, compare
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.inputs import CORNER, ORDINARY, WIDE, make_batch
from gpucc.interp.reference.jit import Reference
from gpucc.interp.report import Report, join
from gpucc.interp.verify import function_bounds, native_bounds, verify_program
from gpucc.isa.agal import AGAL
from gpucc.isa.model import FP16, FP24, FP32, Bound, Isa, Op, SamplerState
from gpucc.program import Interface, Program, Shader, Slot

INTERFACE = Interface(
    inputs=(Slot("p", "input", 0, "ffff"), Slot("n", "input", 1, "i"), Slot("k", "input", 2, "u.b")),
    outputs=(Slot("colour", "output", 0, "fff"), Slot("more", "output", 1, "f")),
    uniforms=(Slot("m", "uniform", 0, "f" * 16), Slot("count", "uniform", 4, "i")),
    samplers=(
        Slot("t", "sampler", 0, "", sampler=SamplerState()),
        Slot("c", "sampler", 3, "", sampler=SamplerState("cube")),
    ),
)


# inputs ---------------------------------------------------------------------------------------------------------------


def test_batches_are_a_function_of_the_seed() -> None:
    first, again = (make_batch(INTERFACE, 64, 7, stage="vertex")[0] for _ in range(2))
    other, _ = make_batch(INTERFACE, 64, 8, stage="vertex")
    assert first.inputs.tobytes() == again.inputs.tobytes()
    assert first.uniforms.tobytes() == again.uniforms.tobytes()
    assert all(np.array_equal(a, b) for a, b in zip(first.textures[0].levels, again.textures[0].levels, strict=True))
    assert first.inputs.tobytes() != other.inputs.tobytes()


def test_classes_and_values() -> None:
    batch, classes = make_batch(INTERFACE, 1024, 0, stage="vertex")
    assert np.bincount(classes).tolist() == [512, 256, 256]
    assert batch.inputs.shape == (1024, 3, 4)
    assert batch.uniforms.shape == (1024, 5, 4)
    floats = batch.inputs[:, 0]
    assert np.abs(floats[classes == ORDINARY]).max() <= 20
    assert np.isfinite(floats[classes == WIDE]).all()
    assert np.abs(floats[classes == WIDE]).max() > 1e20
    corners = floats[classes == CORNER]
    assert np.isnan(corners).any()
    assert np.isinf(corners).any()
    assert (np.signbit(corners) & (corners == 0)).any()
    assert ((corners != 0) & (np.abs(corners) < 2.0**-126)).any()
    whole = batch.inputs[:, 1, 0]
    assert np.array_equal(whole, np.trunc(whole))
    assert np.abs(whole).max() <= 2**24
    assert batch.inputs[:, 2, 0].min() >= 0
    assert set(batch.inputs[:, 2, 2]) == {0.0, 1.0}
    assert (batch.inputs[:, 2, 1] == 0).all()


def test_equal_components_occur() -> None:
    floats = make_batch(INTERFACE, 1024, 0, stage="vertex")[0].inputs[:, 0]
    assert 20 < (floats[:, 0] == floats[:, 1]).sum() < 300


def test_ordinary_quads_are_smooth_in_fragment_programs() -> None:
    batch, classes = make_batch(INTERFACE, 256, 0, stage="fragment")
    quads = batch.inputs[:, 0].reshape(-1, 4, 4)[classes[::4] == ORDINARY]
    corner = quads[:, 1] + quads[:, 2] - quads[:, 0]
    assert np.allclose(corner, quads[:, 3], atol=1e-4)
    assert (quads[:, 0] != quads[:, 1]).mean() > 0.9
    uniforms = batch.uniforms.reshape(64, 4, -1)[classes[::4] == ORDINARY]
    assert (uniforms == uniforms[:, :1]).all()


def test_textures_have_all_their_levels() -> None:
    batch, _ = make_batch(INTERFACE, 4, 3, stage="fragment")
    assert batch.textures[3].levels[0].shape == (6, 4, 4, 4)
    assert batch.textures[0].levels[-1].shape == (1, 1, 4)


def test_any_number_of_lanes() -> None:
    for lanes in (0, 1, 3, 5):
        batch, classes = make_batch(INTERFACE, lanes, 0, stage="fragment")
        assert batch.lanes == len(classes) == lanes


# comparison -----------------------------------------------------------------------------------------------------------

ONE = Interface((Slot("a", "input", 0, "ff"),), (Slot("x", "output", 0, "ff"),))


def outcome(
    values: list[list[float]], discarded: list[bool] | None = None, unsure: list[bool] | None = None
) -> Outcome:
    outputs = np.zeros((len(values), 1, 4), np.float32)
    outputs[:, 0, :2] = values
    none = [False] * len(values)
    return Outcome(outputs, np.array(discarded or none), np.array(unsure or none))


def judge(
    reference: Outcome, target: Outcome, freedom: Freedom = EXACT, classes: list[int] | None = None, **more
) -> Report:  # type: ignore[no-untyped-def]
    kinds = np.array(classes or [ORDINARY] * reference.outputs.shape[0], np.int8)
    return reported([compared(reference, target, freedom, classes, **more)], classes=kinds)


def compared(
    reference: Outcome, target: Outcome, freedom: Freedom = EXACT, classes: list[int] | None = None, **more
) -> Comparison:  # type: ignore[no-untyped-def]
    kinds = np.array(classes or [ORDINARY] * reference.outputs.shape[0], np.int8)
    return compare(reference, target, interface=ONE, classes=kinds, format=FP32, freedom=freedom, **more)


def reported(native: list[Comparison], single: Comparison | None = None, classes: np.ndarray | None = None) -> Report:  # type: ignore[type-arg]
    lanes = len(native[0].wrong)
    batch = Batch(np.arange(lanes * 4, dtype=np.float32).reshape(lanes, 1, 4), np.zeros((1, 0, 4), np.float32))
    kinds = np.full(lanes, ORDINARY, np.int8) if classes is None else classes
    return combine(native, single, interface=ONE, batch=batch, classes=kinds, format=FP32, needed=lanes)


def test_exact_means_equal_bits() -> None:
    nan, inf = float("nan"), float("inf")
    same = outcome([[1, nan], [inf, -0.0]])
    assert judge(same, same).passed
    report = judge(outcome([[1, 2], [3, 4]]), outcome([[1, 2], [3, np.nextafter(np.float32(4), np.float32(9))]]))
    assert not report.passed
    assert report.differing == 1
    assert report.max_ulp == 1.0
    assert report.difference is not None
    assert (report.difference.lane, report.difference.place) == (1, "x.y")
    text = report.describe()
    assert "lane 1 (ordinary) differs in x.y" in text
    assert "a = 4, 5" in text
    assert "0x40800000" in text
    assert "0x40800001" in text


def test_zero_signs_count_unless_nsz() -> None:
    a, b = outcome([[0.0, 1]]), outcome([[-0.0, 1]])
    assert not judge(a, b).passed
    assert judge(a, b, Freedom(zero_signs=True)).passed


def test_undeclared_components_and_discarded_lanes_do_not_count() -> None:
    a, b = outcome([[1, 2], [3, 4]], [False, True]), outcome([[1, 2], [9, 9]], [False, True])
    b.outputs[0, 0, 3] = 7
    assert judge(a, b).passed
    report = judge(a, outcome([[1, 2], [3, 4]], [True, True]))
    assert report.differing == 1
    assert report.difference is not None
    assert report.difference.place == "discard"


def test_unsure_lanes_do_not_count() -> None:
    report = judge(outcome([[1, 2], [3, 4]], unsure=[True, False]), outcome([[5, 6], [3, 4]]))
    assert report.passed
    assert (report.unsure, report.compared) == (1, 1)


def test_tolerance_is_four_spreads_and_two_units() -> None:
    free = Freedom(values=True)
    base = outcome([[1.0, 100.0]])
    samples = [outcome([[1.0 + 2.0**-10, 100.0]]), outcome([[1.0 - 2.0**-11, 100.0]])]
    for factor, passed in ((3.9, True), (-3.9, True), (4.1, False)):
        target = outcome([[1.0 + factor * 2.0**-10, 100.0]])
        assert judge(base, target, free, samples=samples).passed is passed
    one = np.spacing(np.float32(100))
    assert judge(base, outcome([[1.0, 100 + 2 * one]]), free, samples=samples).passed
    assert not judge(base, outcome([[1.0, 100 + 3 * one]]), free, samples=samples).passed


def test_lanes_whose_samples_disagree_are_unstable() -> None:
    free = Freedom(values=True)
    base = outcome([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]])
    sample = outcome([[1.0, float("inf")], [1.0, 2.0], [1.0, 2.0]], [False, True, False])
    report = judge(base, outcome([[9.0, 9.0], [9.0, 9.0], [1.0, 2.0]]), free, samples=[sample])
    assert report.passed
    assert (report.unstable, report.compared) == (2, 1)
    assert report.verdict == "unverified"
    assert "unverified: only 1 of 3" in report.describe()


def test_ill_conditioned_lanes_are_unstable() -> None:
    free = Freedom(values=True)
    report = judge(
        outcome([[0.5, 1.0], [0.5, 1.0]]),
        outcome([[0.9, 1.0], [0.9, 1.0]]),
        free,
        samples=[outcome([[0.57, 1.0], [0.52, 1.0]])],
    )
    assert (report.unstable, report.differing) == (1, 1)


def test_lanes_at_the_edge_of_overflow_are_unstable() -> None:
    free, largest, inf = Freedom(values=True), float(np.finfo(np.float32).max), float("inf")
    values, overflow = (
        outcome([[largest, 1.0], [1e37, 1.0], [inf, 1.0]]),
        outcome([[inf, 1.0], [inf, 1.0], [-largest, 1.0]]),
    )
    report = judge(values, overflow, free)
    assert (report.unstable, report.differing) == (1, 2)
    assert judge(values, overflow).differing == 3


def test_excuses_never_cover_ordinary_lanes() -> None:
    nan = float("nan")
    a, b = outcome([[1, 2], [1, 2], [1, 2]]), outcome([[nan, 2], [nan, 2], [nan, 3]])
    report = judge(a, b, classes=[ORDINARY, CORNER, CORNER], repaired=outcome([[1, 2], [1, 2], [1, 3]]))
    assert (report.excused, report.differing) == (1, 2)
    assert judge(a, b, classes=[ORDINARY, CORNER, CORNER]).differing == 3
    free, infinite = Freedom(values=True, reorders=True), outcome([[float("inf"), 2]])
    # an infinity in place of a number needs products that leave the range in another order
    assert judge(outcome([[1, 2]]), infinite, free, classes=[WIDE]).differing == 1
    assert judge(outcome([[1, 2]]), outcome([[nan, 2]]), free, classes=[WIDE]).excused == 1
    assert judge(infinite, outcome([[1, 2]]), free, classes=[WIDE]).excused == 1
    assert (
        judge(outcome([[1, 2]]), outcome([[1.5, 2]]), Freedom(values=True, reorders=True), classes=[WIDE]).differing
        == 1
    )


def test_too_few_registers_are_an_internal_error() -> None:
    short = replace(outcome([[1, 2]]), outputs=np.zeros((1, 0, 4), np.float32))
    with pytest.raises(InternalError):
        judge(outcome([[1, 2]]), short)


def test_combined_reports_keep_the_first_failure() -> None:
    good, bad = (
        compared(outcome([[1, 2]]), outcome([[1, 2]])),
        compared(outcome([[1, 2]]), outcome([[1, 3]]), run="f32"),
    )
    found = reported([good], bad)
    assert not found.passed
    assert found.difference is not None
    assert found.difference.run == "f32"
    assert found.runs == ("native", "f32")


def test_lanes_that_overflow_count_apart() -> None:
    """Two NaNs say little where float32 has numbers: such lanes verify the structure only."""
    nan = float("nan")
    native = compared(outcome([[nan, 2], [1, 2], [1, 2]]), outcome([[nan, 2], [1, 2], [1, 2]]))
    single = compared(outcome([[1, 2], [1, 2], [1, 2]]), outcome([[1, 2], [1, 2], [1, 2]]), run="f32")
    report = reported([native], single)
    assert (report.compared, report.singles, report.verdict) == (2, 1, "structure")
    assert "2 of 3 lanes in fp32, 1 in float32 only" in report.describe()
    wrong = compared(outcome([[1, 2]] * 3), outcome([[3, 2], [1, 2], [1, 2]]), run="f32")
    assert reported([native], wrong).verdict == "differs"


def test_pieces_add_up() -> None:
    good, bad = (
        judge(outcome([[1, 2]] * 3), outcome([[1, 2]] * 3)),
        judge(outcome([[1, 2]] * 2), outcome([[1, 2], [1, 3]])),
    )
    found = join([good, bad, good], 4)
    assert (found.lanes, found.compared, found.differing, found.needed) == (8, 8, 1, 4)
    assert found.difference == bad.difference
    assert join([good, good], 6).verdict == "verified"
    assert join([good, good], 7).verdict == "unverified"


# verdict --------------------------------------------------------------------------------------------------------------

PLAIN = replace(AGAL, format=FP32)


def verdict(shader: Shader, other: Shader, isa: Isa = PLAIN, **more) -> Report:  # type: ignore[no-untyped-def]
    """Verify a target that executes `other`."""

    def simulate(
        program: Program,
        isa: Isa,
        batch: Batch,
        *,
        precision: str,
        perturb: Chance | None = None,
        zero_wins: bool = False,
    ) -> Outcome:
        format_ = FP32 if precision == "f32" else isa.format
        runner = Reference(other, replace(format_, blend_select=False), bounds=native_bounds(isa))
        return runner.run(batch, perturb=None if perturb is None else 12345)

    return verify_program(shader, Program("agal", "vertex", b"", shader.interface), isa, simulate, **more)


MISTAKES = [
    ("fadd float %a, %b", "fsub float %a, %b"),
    ("fadd float %a, %b", "fadd float %a, %a"),
    ("fsub float %a, %b", "fsub float %b, %a"),
    ("fsub float 0.0, %a", "fneg float %a"),
    ("fadd float %a, 0.0", "fadd float %a, -0.0"),
    ("call float @llvm.minnum.f32(float %a, float %b)", "call float @llvm.minimum.f32(float %a, float %b)"),
    ("call float @llvm.sin.f32(float %a)", "call float @llvm.cos.f32(float %a)"),
    ("call float @llvm.floor.f32(float %a)", "call float @llvm.trunc.f32(float %a)"),
    ("call float @llvm.rint.f32(float %a)", "call float @llvm.round.f32(float %a)"),
    ("fdiv float %a, 3.0", "fdiv float %a, 0x4008001000000000"),
]
HEAD = "\n".join(
    f"declare float @llvm.{name}.f32(float)" for name in "sin cos floor trunc rint round".split()
) + "\n".join(f"\ndeclare float @llvm.{name}.f32(float, float)" for name in ("minnum", "minimum"))


@pytest.mark.parametrize(("right", "wrong"), MISTAKES, ids=[f"{a} / {b}" for a, b in MISTAKES])
def test_mistakes_are_found(shader: Callable[..., Shader], right: str, wrong: str) -> None:
    good, bad = (shader(f"  %r = {text}", "float, float", head=HEAD) for text in (right, wrong))
    assert verdict(good, good).passed
    report = verdict(good, bad)
    assert not report.passed
    assert report.difference is not None
    assert dict(report.difference.inputs).keys() == {"in0", "in1"}


def test_comparisons_that_differ_only_when_equal_or_unordered(shader: Callable[..., Shader]) -> None:
    texts = [f"  %c = fcmp {p} float %a, %b\n  %r = uitofp i1 %c to float" for p in ("olt", "ole", "ult")]
    strict, loose, unordered = (shader(text, "float, float") for text in texts)
    assert not verdict(strict, loose).passed
    assert not verdict(strict, unordered).passed


def test_fast_flags_permit_another_order_but_not_another_sum(shader: Callable[..., Shader]) -> None:
    inputs = "float, float, float"
    first = shader("  %s = fadd reassoc nsz float %a, %b\n  %r = fadd reassoc nsz float %s, %c", inputs)
    second = shader("  %s = fadd float %b, %c\n  %r = fadd float %a, %s", inputs)
    wrong = shader(
        "  %s = fadd float %b, %c\n  %t = fmul float %s, 0x3FF0000200000000\n  %r = fadd float %a, %t", inputs
    )
    strict = shader("  %s = fadd float %a, %b\n  %r = fadd float %s, %c", inputs)
    assert verdict(first, second, lanes=4096).passed
    assert not verdict(first, second, lanes=4096).exact
    assert not verdict(strict, second).passed
    assert not verdict(first, wrong).passed


def test_a_reciprocal_is_allowed_by_arcp_only(shader: Callable[..., Shader]) -> None:
    exact, flagged = (shader(f"  %r = fdiv {flags} float %a, %b", "float, float") for flags in ("", "arcp"))
    product = shader("  %i = fdiv float 1.0, %b\n  %r = fmul float %a, %i", "float, float")
    exactly = replace(PLAIN, ops=())
    assert verdict(flagged, product, exactly, lanes=4096).passed
    assert not verdict(exact, product, exactly).passed


def test_a_result_that_hangs_on_an_approximation_is_found_by_perturbing_it(shader: Callable[..., Shader]) -> None:
    """Integer division by the target's approximate division is right only while that is accurate enough."""
    good = shader("  %r = sdiv i32 %a, %b", "i32, i32", "i32")
    body = (
        "  %x = sitofp i32 %a to float\n  %y = sitofp i32 %b to float\n  %q = fdiv float %x, %y\n  %r = fptosi float %q"
        " to i32"
    )
    report = verdict(good, shader(body, "i32, i32", "i32"))
    assert not report.passed
    assert report.difference is not None
    assert report.difference.run == "perturbed"


def test_flattened_targets_are_judged_by_a_flattened_run(shader: Callable[..., Shader]) -> None:
    body = """
entry:
  %c = fcmp ogt float %a, 0.0
  br i1 %c, label %then, label %join
then:
  %l = call float @llvm.sqrt.f32(float %a)
  br label %join
join:
  %r = phi float [ %l, %then ], [ %b, %entry ]"""
    flat = """
  %c = fcmp ogt float %a, 0.0
  %k = uitofp i1 %c to float
  %g = fmul float %a, %k
  %l = call float @llvm.sqrt.f32(float %g)
  %m = fsub float 1.0, %k
  %x = fmul float %k, %l
  %y = fmul float %m, %b
  %r = fadd float %x, %y"""
    head = "declare float @llvm.sqrt.f32(float)"
    source, blended = shader(body, "float, float", head=head), shader(flat, "float, float", head=head)
    report = verdict(source, blended, AGAL)
    assert report.passed
    assert report.unsure > 10
    assert not verdict(source, blended).passed
    bare = shader(flat.replace("sqrt.f32(float %g)", "sqrt.f32(float %a)"), "float, float", head=head)
    assert not verdict(source, bare, AGAL).passed
    wrong = shader(flat.replace("ogt", "oge"), "float, float", head=head)
    assert not verdict(
        source, shader(flat.replace("fsub float 1.0", "fsub float 2.0"), "float, float", head=head), AGAL
    ).passed
    assert verdict(source, wrong, AGAL, lanes=64).lanes == 64


def test_other_formats_get_a_run_in_float32_too(shader: Callable[..., Shader]) -> None:
    for format_ in (FP16, FP24):
        isa = replace(PLAIN, format=format_)
        text = shader("  %x = fmul float %a, %b\n  %r = fadd float %x, 0x3FB99999A0000000", "float, float")
        report = verdict(text, text, isa)
        assert report.passed, report.describe()
        assert report.runs == ("native", "perturbed", "f32")
        cancelling = shader("  %x = fadd float %a, 0x3FB99999A0000000\n  %r = fsub float %x, %a", "float, float")
        assert verdict(cancelling, cancelling, isa).passed
        wrong = shader("  %x = fmul float %a, %b\n  %r = fadd float %x, 0x3FBA666660000000", "float, float")
        assert not verdict(text, wrong, isa).passed


def test_bounds_of_the_target_and_of_expansions() -> None:
    own = native_bounds(AGAL)
    assert own["fdiv"] == Bound(2.0**-22)
    assert own["sin"].absolute == 2.0**-18
    assert "fadd" not in own
    found = function_bounds(AGAL, {"tan": Bound(2.0**-22), "sin": Bound(1.0), "asin": Bound(2.0**-21)})
    assert found["sin"] == own["sin"]
    assert found["tan"].absolute == 2.0**-18
    assert found["asin"].relative > 2.0**-20
    twice = replace(AGAL, ops=(Op("rcp", 0, semantics=("fdiv(1.0, a)",), bound=Bound(2.0**-10)), *AGAL.ops))
    assert native_bounds(twice)["fdiv"].relative == 2.0**-10


def test_a_piece_without_visits_is_none_to_the_sum() -> None:
    """As where no lane of a piece could be run (raylib's eratosthenes.fs on lima-pp, 64 lanes)."""
    pieces = [Report(64, 0), Report(64, 60, visits=(64, 32)), Report(64, 1, visits=(1, 2))]
    assert join(pieces, 32).visits == (65, 34)
    assert join(pieces[:1], 32).visits == ()
