"""Texture sampling compared with hand-computed values, and through the JIT: reads, derivatives, dependent reads."""

from __future__ import annotations

import math

import numpy as np
import pytest
from lane_values import NOTHING

from gpucc.errors import InputError, Unsupported, UsageError
from gpucc.interp.data import Batch, Texture
from gpucc.interp.reference.jit import Reference
from gpucc.interp.texture import difference_x, difference_y, sample
from gpucc.isa.model import FP32, SamplerState


def grid(width: int, height: int, value: float = 0.0) -> np.ndarray:
    """A texture whose texel (x, y) holds x, y, value, 1."""
    texels = np.zeros((height, width, 4), np.float32)
    texels[..., 0] = np.arange(width)
    texels[..., 1] = np.arange(height)[:, None]
    texels[..., 2], texels[..., 3] = value, 1
    return texels


def pyramid(width: int, height: int) -> Texture:
    """A texture whose level k holds k in its third component."""
    levels = []
    while True:
        levels.append(grid(width, height, len(levels)))
        if width == height == 1:
            return Texture(tuple(levels))
        width, height = max(1, width // 2), max(1, height // 2)


def read(state: SamplerState, u, v, w=None, texture: Texture | None = None, **more) -> np.ndarray:  # type: ignore[no-untyped-def]
    coords = [None if c is None else np.asarray(c, np.float32) for c in (u, v, w)]
    return np.stack(sample(texture or pyramid(4, 2), state, *coords, **more), axis=1)  # type: ignore[arg-type]


def test_nearest_texels_and_wrapping() -> None:
    u, v = [0.0, 0.26, 0.99, 1.0, -0.01, 1.3], [0.0, 0.5, 0.49, 2.6, -0.3, 0.6]
    clamped = read(SamplerState(wrap="clamp"), u, v)
    assert clamped[:, 0].tolist() == [0, 1, 3, 3, 0, 3]
    assert clamped[:, 1].tolist() == [0, 1, 0, 1, 0, 1]
    repeated = read(SamplerState(wrap="repeat"), u, v)
    assert repeated[:, 0].tolist() == [0, 1, 3, 0, 3, 1]
    assert repeated[:, 1].tolist() == [0, 1, 0, 1, 1, 1]
    mixed = read(SamplerState(wrap="repeat_u_clamp_v"), u, v)
    assert mixed[:, 0].tolist() == repeated[:, 0].tolist()
    assert mixed[:, 1].tolist() == clamped[:, 1].tolist()
    other = read(SamplerState(wrap="clamp_u_repeat_v"), u, v)
    assert other[:, 0].tolist() == clamped[:, 0].tolist()
    assert other[:, 1].tolist() == repeated[:, 1].tolist()


def test_coordinates_that_are_no_numbers_read_something() -> None:
    for wrap in ("clamp", "repeat"):
        for filter_ in ("nearest", "linear"):
            found = read(
                SamplerState(wrap=wrap, filter=filter_), [math.nan, math.inf, -math.inf, 1e30, -1e30], [0.5] * 5
            )
            assert np.isfinite(found).all()
    assert read(SamplerState(), [math.inf, -math.inf], [0, 0])[:, 0].tolist() == [3, 0]


def test_linear_filtering() -> None:
    state = SamplerState(filter="linear")
    # texel centres, halfway between two, and the clamped border
    assert read(state, [0.125, 0.25, 0.5, 0.0, 1.0], [0.25] * 5)[:, 0].tolist() == [0, 0.5, 1.5, 0, 3]
    assert read(SamplerState(filter="linear", wrap="repeat"), [0.0], [0.25])[0, 0] == 1.5
    assert read(state, [0.5], [0.375])[0, 1] == 0.25
    assert np.array_equal(read(SamplerState(filter="anisotropic4x"), [0.3], [0.3]), read(state, [0.3], [0.3]))


def quad(du: float, dv: float = 0.0) -> tuple[list[float], list[float]]:
    return [0.1, 0.1 + du, 0.1, 0.1 + du], [0.1, 0.1, 0.1 + dv, 0.1 + dv]


def test_level_of_detail_from_the_quad() -> None:
    texture = pyramid(16, 16)
    for du, level in ((1 / 16, 0), (2 / 16, 1), (4 / 16, 2), (1 / 32, 0), (16 / 16, 4), (99.0, 4)):
        found = read(SamplerState(mip="mipnearest", wrap="repeat"), *quad(du), texture=texture)
        assert found[:, 2].tolist() == [level] * 4, du
    vertical = read(SamplerState(mip="mipnearest"), *quad(0.0, 0.25), texture=texture)
    assert vertical[:, 2].tolist() == [2] * 4
    # log2(3) = 1.58: between levels 1 and 2
    between = read(SamplerState(mip="miplinear"), *quad(3 / 16), texture=texture)
    assert between[:, 2] == pytest.approx([math.log2(3)] * 4, abs=1e-6)
    # halfway levels round down, as in OpenGL
    assert read(SamplerState(mip="mipnearest"), [0.1], [0.1], texture=texture, lod=1.5)[0, 2] == 1
    assert read(SamplerState(mip="mipnearest"), [0.1], [0.1], texture=texture, lod=1.51)[0, 2] == 2


def test_rows_and_columns_have_their_own_gradients() -> None:
    u = [0.0, 1 / 16, 0.0, 4 / 16]
    found = read(SamplerState(mip="mipnearest", wrap="repeat"), u, [0.0] * 4, texture=pyramid(16, 16))
    assert found[:, 2].tolist() == [0, 2, 2, 2]


def test_bias_and_explicit_level() -> None:
    texture = pyramid(16, 16)
    biased = SamplerState(mip="mipnearest", bias=1.0)
    assert read(biased, *quad(2 / 16), texture=texture)[:, 2].tolist() == [2] * 4
    assert read(biased, *quad(2 / 16), texture=texture, bias=np.full(4, 1, np.float32))[:, 2].tolist() == [3] * 4
    assert read(biased, *quad(2 / 16), texture=texture, bias=-9.0)[:, 2].tolist() == [0] * 4
    assert read(biased, *quad(2 / 16), texture=texture, lod=np.array([0, 1, 7, math.nan], np.float32))[
        :, 2
    ].tolist() == [0, 1, 4, 0]
    assert read(SamplerState(mip="mipnearest"), *quad(0.5), texture=texture, implicit=False)[:, 2].tolist() == [0] * 4


def test_cube_faces_and_their_orientation() -> None:
    faces = np.zeros((6, 2, 2, 4), np.float32)
    faces[..., 0] = np.arange(6)[:, None, None]
    faces[..., 1] = np.arange(2)[None, None, :]
    faces[..., 2] = np.arange(2)[None, :, None]
    directions = np.array([[1, 0.2, 0.3], [-1, 0.2, 0.3], [0.2, 1, 0.3], [0.2, -1, 0.3], [0.2, 0.3, 1], [0.2, 0.3, -1]])
    found = read(SamplerState("cube"), *directions.T, texture=Texture((faces,)))
    assert found[:, 0].tolist() == [0, 1, 2, 3, 4, 5]
    # OpenGL ES 2.0, table 3.10: (s, t) are (-z,-y) (z,-y) (x,z) (x,-z) (x,-y) (-x,-y)
    assert found[:, 1].tolist() == [0, 1, 1, 1, 1, 0]
    assert found[:, 2].tolist() == [0, 0, 1, 0, 0, 0]
    ties = read(SamplerState("cube"), [1, 0, -1], [1, -1, -1], [1, 1, -1], texture=Texture((faces,)))
    assert ties[:, 0].tolist() == [0, 3, 1]


def test_differences() -> None:
    values = np.array([1, 2, 4, 8, 10, 10, 13, 15], np.float32)
    assert difference_x(values).tolist() == [1, 1, 4, 4, 0, 0, 2, 2]
    assert difference_y(values).tolist() == [3, 6, 3, 6, 3, 5, 3, 5]
    assert difference_x(values[:6]).tolist() == [1, 1, 4, 4, 0, 0]


# through the JIT -----------------------------------------------------------------------------------------------------

STATES = [
    SamplerState(dimension, filter_, mip, wrap, bias=bias)
    for dimension, filter_, mip, wrap, bias in (
        ("2d", "nearest", "nomip", "clamp", 0.0),
        ("2d", "linear", "miplinear", "repeat", 0.5),
        ("2d", "linear", "mipnearest", "clamp_u_repeat_v", -1.0),
        ("cube", "linear", "miplinear", "clamp", 0.0),
    )
]
HEAD = """
declare <4 x float> @gpucc.texture.2d(i32, <2 x float>)
declare <4 x float> @gpucc.texture.2d.bias(i32, <2 x float>, float)
declare <4 x float> @gpucc.texture.2d.lod(i32, <2 x float>, float)
declare <4 x float> @gpucc.texture.2d.proj.xyw(i32, <3 x float>)
declare <4 x float> @gpucc.texture.cube(i32, <3 x float>)
declare float @gpucc.dfdx(float)
declare <2 x float> @gpucc.dfdy.v2(<2 x float>)"""


def random_texture(state: SamplerState, seed: int) -> Texture:
    random = np.random.default_rng(seed)
    faces = (6,) if state.dimension == "cube" else ()
    return Texture(tuple(random.random((*faces, 8 >> k, 8 >> k, 4), dtype=np.float32) for k in range(4)))


def coordinates(lanes: int, registers: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.uniform(-1.5, 2.5, (lanes, registers, 4)).astype(np.float32)


@pytest.mark.parametrize("state", STATES, ids=lambda s: f"{s.dimension}-{s.filter}-{s.mip}-{s.wrap}")
def test_reads_are_those_of_the_sampler(shader, state: SamplerState) -> None:  # type: ignore[no-untyped-def]
    kind = "<3 x float>" if state.dimension == "cube" else "<2 x float>"
    body = f"  %r = call <4 x float> @gpucc.texture.{state.dimension}(i32 2, {kind} %a)"
    text = shader(body, kind, "<4 x float>", samplers={2: state}, stage="fragment", head=HEAD)
    texture, inputs = random_texture(state, 1), coordinates(64, 1, 2)
    found = Reference(text, FP32).run(Batch(inputs, NOTHING, {2: texture}))
    u, v, w = (inputs[:, 0, i] for i in range(3))
    expected = np.stack(sample(texture, state, u, v, w if state.dimension == "cube" else None), axis=1)
    assert np.array_equal(found.outputs[:, 0].view(np.int32), expected.view(np.int32))
    assert not found.unsure.any()


def test_bias_level_and_projection(shader) -> None:  # type: ignore[no-untyped-def]
    state = STATES[1]
    body = """
  %q = shufflevector <4 x float> %a, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %z = extractelement <4 x float> %a, i32 2
  %h = shufflevector <4 x float> %a, <4 x float> poison, <3 x i32> <i32 0, i32 1, i32 3>
  %x = call <4 x float> @gpucc.texture.2d.bias(i32 0, <2 x float> %q, float %z)
  %y = call <4 x float> @gpucc.texture.2d.lod(i32 0, <2 x float> %q, float %z)
  %w = call <4 x float> @gpucc.texture.2d.proj.xyw(i32 0, <3 x float> %h)
  %s = fadd <4 x float> %x, %y
  %r = fadd <4 x float> %s, %w"""
    text = shader(body, "<4 x float>", "<4 x float>", samplers={0: state}, stage="fragment", head=HEAD)
    texture, inputs = random_texture(state, 3), coordinates(32, 1, 4)
    found = Reference(text, FP32).run(Batch(inputs, NOTHING, {0: texture})).outputs[:, 0]
    u, v, z, w = (inputs[:, 0, i] for i in range(4))
    parts = [
        sample(texture, state, u, v, bias=z),
        sample(texture, state, u, v, lod=z),
        sample(texture, state, u / w, v / w),
    ]
    x, y, p = (np.stack(part, axis=1) for part in parts)
    assert np.array_equal(found, (x + y) + p)


def test_dependent_reads_and_derivatives(shader) -> None:  # type: ignore[no-untyped-def]
    state = SamplerState(filter="linear", mip="miplinear", wrap="repeat")
    body = """
  %t = call <4 x float> @gpucc.texture.2d(i32 0, <2 x float> %a)
  %q = shufflevector <4 x float> %t, <4 x float> poison, <2 x i32> <i32 2, i32 0>
  %u = call <4 x float> @gpucc.texture.2d(i32 0, <2 x float> %q)
  %e = extractelement <4 x float> %u, i32 1
  %d = call float @gpucc.dfdx(float %e)
  %k = call <2 x float> @gpucc.dfdy.v2(<2 x float> %q)
  %k0 = extractelement <2 x float> %k, i32 0
  %r = fadd float %d, %k0"""
    text = shader(body, "<2 x float>", samplers={0: state}, stage="fragment", head=HEAD)
    texture, inputs = random_texture(state, 5), coordinates(32, 1, 6)
    found = Reference(text, FP32).run(Batch(inputs, NOTHING, {0: texture})).outputs[:, 0, 0]
    first = sample(texture, state, inputs[:, 0, 0], inputs[:, 0, 1])
    second = sample(texture, state, first[2], first[0])
    assert np.array_equal(found, difference_x(second[1]) + difference_y(first[2]))


def test_reads_in_a_loop(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %head ]
  %s = phi float [ 0.0, %entry ], [ %s1, %head ]
  %f = sitofp i32 %i to float
  %x = fmul float %f, 0.125
  %q = insertelement <2 x float> zeroinitializer, float %x, i32 0
  %t = call <4 x float> @gpucc.texture.2d.lod(i32 0, <2 x float> %q, float 0.0)
  %c = extractelement <4 x float> %t, i32 0
  %s1 = fadd float %s, %c
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %a
  br i1 %more, label %head, label %done
done:
  %r = fadd float %s1, 0.0"""
    text = shader(body, "i32", samplers={0: SamplerState()}, stage="fragment", head=HEAD)
    inputs = np.zeros((5, 1, 4), np.float32)
    inputs[:, 0, 0] = [1, 2, 8, 8, 3]
    found = Reference(text, FP32).run(Batch(inputs, NOTHING, {0: Texture((grid(8, 1),))}))
    assert found.outputs[:, 0, 0].tolist() == [0, 1, 28, 28, 3]
    assert not found.unsure.any()


def test_derivatives_in_divergent_flow_are_unsure(shader) -> None:  # type: ignore[no-untyped-def]
    body = """
entry:
  %c = fcmp ogt float %a, 0.0
  br i1 %c, label %then, label %join
then:
  %d = call float @gpucc.dfdx(float %a)
  br label %join
join:
  %r = phi float [ %d, %then ], [ 0.0, %entry ]"""
    text = shader(body, samplers={}, stage="fragment", head=HEAD)
    inputs = np.zeros((12, 1, 4), np.float32)
    inputs[:, 0, 0] = [1, 2, 4, 8, 1, -2, 4, 8, -1, -2, -3, -4]
    found = Reference(text, FP32).run(Batch(inputs, NOTHING))
    assert found.unsure.tolist() == [False] * 4 + [True, False, True, True] + [False] * 4
    assert found.outputs[:4, 0, 0].tolist() == [1, 1, 4, 4]
    flat = Reference(text, FP32, flatten=True).run(Batch(inputs, NOTHING))
    assert not flat.unsure.any()
    assert flat.outputs[4:8, 0, 0].tolist() == [-3, 0, 4, 4]


def test_samplers_by_name(shader) -> None:  # type: ignore[no-untyped-def]
    from dataclasses import replace

    head = (
        "@wood = external addrspace(4) constant ptr\ndeclare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x"
        " float>)"
    )
    body = "  %r = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @wood, <2 x float> %a)"
    text = shader(body, "<2 x float>", "<4 x float>", samplers={1: SamplerState()}, stage="fragment", head=head)
    reference = Reference(replace(text, sampler_globals={"wood": 1}), FP32)
    inputs = np.zeros((1, 1, 4), np.float32)
    assert reference.run(Batch(inputs, NOTHING, {1: Texture((grid(2, 2, 7.0),))})).outputs[0, 0].tolist() == [
        0,
        0,
        7,
        1,
    ]
    with pytest.raises(UsageError, match="sampler 1"):
        reference.run(Batch(inputs, NOTHING))


def test_refusals(shader) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=r"gpucc\.magic"):
        Reference(shader("  %r = call float @gpucc.magic(float %a)", head="declare float @gpucc.magic(float)"), FP32)
    body = (
        "  %t = call <4 x float> @gpucc.texture.2d(i32 %b, <2 x float> %a)\n  %r = extractelement <4 x float> %t, i32 0"
    )
    with pytest.raises(Unsupported, match="must be a constant"):
        Reference(shader(body, "<2 x float>, i32", head=HEAD), FP32)


def test_lanes_run_again_while_their_answers_change(shader, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    body = """
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %head ]
  %s = phi float [ 0.0, %entry ], [ %s1, %head ]
  %x = fmul float %s, 0.125
  %q = insertelement <2 x float> zeroinitializer, float %x, i32 0
  %t = call <4 x float> @gpucc.texture.2d.lod(i32 0, <2 x float> %q, float 0.0)
  %c = extractelement <4 x float> %t, i32 0
  %s1 = fadd float %c, 1.0
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %a
  br i1 %more, label %head, label %done
done:
  %r = fadd float %s1, 0.0"""
    text = shader(body, "i32", samplers={0: SamplerState()}, stage="fragment", head=HEAD)
    inputs = np.zeros((9, 1, 4), np.float32)
    inputs[:, 0, 0] = [1, 1, 2, 1, 1, 7, 1, 1, 3]
    ran, one_pass = [], Reference._pass
    monkeypatch.setattr(
        Reference, "_pass", lambda self, frame, order: (ran.append(order.tolist()), one_pass(self, frame, order))
    )
    found = Reference(text, FP32).run(Batch(inputs, NOTHING, {0: Texture((grid(8, 1),))}))
    assert found.outputs[:, 0, 0].tolist() == inputs[:, 0, 0].tolist()
    assert ran[0] == list(range(9))
    assert ran[-1] == [5]
