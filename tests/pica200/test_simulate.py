"""The simulator in cases without recorded vectors: stacks that overflow, the fourth return, divergence, unsure values,
limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpucc import compiled
from gpucc.emit import files, shbin
from gpucc.emit.pica200_assembler import assemble
from gpucc.emit.pica200_program import assemble_program, from_shbin
from gpucc.errors import InputError, InternalError, LimitExceeded, UsageError
from gpucc.interp import arrays, pica200
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome
from gpucc.isa.agal import AGAL
from gpucc.isa.pica200 import PICA200
from gpucc.program import Program
from gpucc.targets.pica200 import simulate

HEAD = ".in a\n.out o position\n"


def run(text: str, lanes: int = 1, uniforms: np.ndarray | None = None, **more: object) -> Outcome:
    inputs = np.zeros((lanes, 1, 4), np.float32)
    inputs[:, 0] = np.arange(lanes)[:, None] + np.array([1, 2, 3, 4], np.float32)
    given = np.zeros((1, 120, 4), np.float32) if uniforms is None else uniforms
    return simulate(assemble_program(HEAD + text), PICA200, Batch(inputs, given), **more)  # type: ignore[arg-type]


def test_a_full_stack_of_calls_drops_the_oldest() -> None:
    """Five nested calls: the first return address is lost, so its procedure continues into the next one, endlessly."""
    chain = "".join(f".proc p{i}\nadd r0, r0, r0\ncall p{i + 1}\nnop\n.end\n" for i in range(4))
    text = f"{chain}.proc p4\nadd r0, r0, r0\nnop\n.end\n.proc main\nmov r0, a\ncall p0\nmov o, r0\nend\n.end"
    with pytest.raises(LimitExceeded):
        run(text, step_limit=5000)
    less = text.replace("call p0", "call p1").replace(".proc p0\nadd r0, r0, r0\ncall p1\nnop\n.end\n", "")
    assert run(less).outputs[0, 0, 0] == 16.0


def test_four_procedures_that_end_at_once_hang_the_last_return() -> None:
    """a calls b, which calls c, which calls d, each as its last word, so that all end at once; the fourth return does
    not advance."""
    text = ".nopad\n.proc d\nadd r0, r0, r0\n.end\n" + "".join(
        f".proc {p}\ncall {q}\n.end\n" for p, q in ("cd", "bc", "ab")
    )
    three = run(text + ".proc main\nmov r0, a\ncall b\nmov o, r0\nend\n.end")
    assert three.outputs[0, 0, 0] == 2.0
    four = run(text + MORE)
    assert four.outputs[0, 0, 0] == 1.0


# after the call of `a` in `main` comes the target of the third return: the word after `a`'s own call
MORE = ".proc other\nmov o, a\nend\n.end\n.proc main\nmov r0, a\ncall a\nmov o, r0\nend\n.end"


def test_lanes_part_and_meet_again() -> None:
    text = (
        ".fvec k\n.proc twice\nadd r0, r0, r0\n.end\n.proc main\nmov r0, a\ncmp k, lt, lt, a\ncallc cmp.x, twice\n"
        "ifc cmp.y\nadd r0, r0, a\n.else\nadd r0, r0, -a\nadd r0, r0, -a\n.end\nmov o, r0\nend\n.end"
    )
    uniforms = np.zeros((1, 120, 4), np.float32)
    uniforms[0, 0, :2] = 3.0, 5.0
    found = run(text, 8, uniforms)
    x = np.arange(8) + 1.0
    y = np.arange(8) + 2.0
    assert np.array_equal(found.outputs[:, 0, 0], np.where(x > 3, 2 * x, x) + np.where(y > 5, x, -2 * x))


def test_lanes_may_loop_differently() -> None:
    text = ".ivec n\n.fvec t[8]\n.proc main\nmov r0, t[7]\nfor n\nadd r0, t[aL], r0\n.end\nmov o, r0\nend\n.end"
    uniforms = np.zeros((4, 120, 4), np.float32)
    uniforms[:, :7, 0] = np.arange(7)
    uniforms[:, 96] = [(0, 0, 1, 0), (2, 1, 2, 0), (1, 6, 0, 0), (255, 3, 0, 9)]
    found = run(text, 4, uniforms)
    assert found.outputs[:, 0, 0].tolist() == [0.0, 1 + 3 + 5, 12.0, 768.0]


def test_integers_count_as_bytes() -> None:
    text = ".ivec n\n.proc main\nmov r0, a\nfor n\nadd r0, r0, a\n.end\nmov o, r0\nend\n.end"
    uniforms = np.zeros((1, 120, 4), np.float32)
    uniforms[0, 96, 0] = 257
    assert run(text, 1, uniforms).outputs[0, 0, 0] == 3.0


def test_an_index_without_a_number_is_doubted() -> None:
    text = (
        ".fvec t[4]\n.proc main\nadd r0, a, -a\nrcp r1.x, r0.x\nadd r1.x, r1.x, -r1.x\nmova a0.x, r1.x\nmov o,"
        " t[a0.x]\nend\n.end"
    )
    assert run(text, 2).unsure.all()


def test_a_register_that_some_lanes_set_is_doubted_in_the_others() -> None:
    text = ".proc main\ncmp c0, lt, lt, a\nifc cmp.x\nmov r0, a\n.end\nmov o, r0\nend\n.end"
    uniforms = np.full((1, 120, 4), 2.5, np.float32)
    assert run(text, 4, uniforms).unsure.tolist() == [True, True, False, False]


def test_an_output_that_some_lanes_miss_is_doubted() -> None:
    text = ".proc main\ncmp c0, lt, lt, a\nmov r0, a\nifc cmp.x\nmov o, r0\n.end\nend\n.end"
    uniforms = np.full((1, 120, 4), 2.5, np.float32)
    assert run(text, 4, uniforms).unsure.tolist() == [True, True, False, False]


def test_endless_loops_meet_the_limit() -> None:
    with pytest.raises(LimitExceeded, match="stopped after 1000 steps"):
        run(".proc main\nl: nop\njmpu !b0, l\nmov o, a\nend\n.end", step_limit=1000)


def test_missing_inputs_and_uniforms_are_told() -> None:
    with pytest.raises(InputError, match="word 0: reads v0, which the caller did not give"):
        simulate(
            assemble_program(HEAD + ".proc main\nmov o, a\nend\n.end"),
            PICA200,
            Batch(np.zeros((1, 0, 4), np.float32), np.zeros((1, 0, 4), np.float32)),
        )
    for body, what in (("mov o, c3", "reads c3"), ("ifu b1\nnop\n.end", "reads b1"), ("for i2\nnop\n.end", "reads i2")):
        with pytest.raises(InputError, match=what):
            run(f".proc main\n{body}\nend\n.end", 1, np.zeros((1, 2, 4), np.float32))


def test_no_lanes_are_no_work() -> None:
    assert run(".proc main\nmov o, a\nend\n.end", 0).outputs.shape == (0, 1, 4)


def test_rounding_is_a_switch_of_the_program() -> None:
    text = HEAD + ".constf k(0.3333333, 0, 0, 0)\n.proc main\nmul o, k.x, a\nend\n.end"
    inputs = np.random.default_rng(2).uniform(1, 2, (50, 1, 4)).astype(np.float32)
    batch = Batch(inputs, np.zeros((1, 0, 4), np.float32))
    near = simulate(assemble_program(text), PICA200, batch).outputs
    cut = simulate(assemble_program(text, options=(("round", "trunc"),)), PICA200, batch).outputs
    assert (cut <= near).all()
    assert 0.2 < np.mean(cut < near) < 1.0


def test_precisions() -> None:
    text = HEAD + ".fvec k\n.proc main\nmul o, k, a\nend\n.end"
    batch = Batch(np.array([[[0, 1.1, 1, 1]]], np.float32), np.array([[[np.inf, 1, 1, 1]]], np.float32))
    found = {
        p: simulate(assemble_program(text), PICA200, batch, precision=p).outputs[0, 0]
        for p in ("native", "f32", "ieee")
    }  # type: ignore[arg-type]
    assert found["native"][0] == found["f32"][0] == 0.0
    assert np.isnan(found["ieee"][0])
    assert found["f32"][1] == found["ieee"][1] == np.float32(1.1)
    assert found["native"][1] == np.float32(1.100006103515625)


def test_functions_can_be_perturbed() -> None:
    text = ".proc main\nrsq o, a.x\nend\n.end"
    exact, moved = run(text, 64), run(text, 64, perturb=Chance(0))
    difference = np.abs(exact.outputs - moved.outputs) / exact.outputs
    assert 0 < np.nanmax(difference) <= 2.0**-15


def test_another_isas_record_is_refused() -> None:
    batch = Batch(np.zeros((1, 1, 4), np.float32), np.zeros((1, 0, 4), np.float32))
    with pytest.raises(InternalError):
        pica200.run(assemble_program(HEAD + ".proc main\nend\n.end"), AGAL, batch, perturb=None, step_limit=10)


# programs -------------------------------------------------------------------------------------------------------------

SHADER = (
    ".fvec proj[4], light$dir, _own\n.ivec n\n.bool lit, more[2]\n.constf k(1, 2, 3, 4)\n"
    ".in pos\n.in nrm v3\n.out p position\n.out c color.xyz\n"
    ".proc main\nmov p, pos\nifu more[1]\nadd r0, _own, nrm\n.else\nmov r0, k\n.end\nmov c.xyz, r0\nend\n.end"
)


def test_the_interface_of_a_file() -> None:
    program = assemble_program(SHADER)
    slots = {slot.name: (slot.kind, slot.register, slot.words, slot.type) for slot in program.interface.slots()}
    assert slots == {
        "pos": ("input", 0, "ffff", "vec4"),
        "nrm": ("input", 3, "ffff", "vec4"),
        "position": ("output", 0, "ffff", "vec4"),
        "color": ("output", 1, "fff.", "vec4"),
        "proj": ("uniform", 0, "ffff" * 4, "vec4[4]"),
        "light.dir": ("uniform", 4, "ffff", "vec4"),
        "c5": ("uniform", 5, "ffff", "vec4"),
        "n": ("uniform", 96, "uuuu", "uvec4"),
        "lit": ("uniform", 104, "b", "bool"),
        "more": ("uniform", 105, "b...b", "bool[2]"),
    }
    assert [(c.register, c.component, c.value) for c in program.constants] == [(95, i, i + 1.0) for i in range(4)]


def test_named_arrays_run_a_file() -> None:
    program = assemble_program(SHADER)
    given = {
        "pos": np.ones((2, 4)), "nrm": np.full((2, 4), 2.0), "proj": np.zeros(16), "light.dir": np.zeros(4),
        "c5": np.full(4, 0.5),
        "n": np.zeros(4), "lit": False, "more": [False, True],
    }  # fmt: skip
    found = arrays.unpack(program.interface, simulate(program, PICA200, arrays.pack(program.interface, given)))
    assert found["position"].tolist() == [[1.0] * 4] * 2
    assert found["color"].tolist() == [[2.5] * 3] * 2
    found = arrays.unpack(
        program.interface, simulate(program, PICA200, arrays.pack(program.interface, {**given, "more": [1, 0]}))
    )
    assert found["color"].tolist() == [[1.0, 2.0, 3.0]] * 2


def test_a_file_is_saved_as_it_is_and_never_as_bare_words() -> None:
    program = assemble_program(SHADER)
    assert files.kind_of("a.shbin").name == "shbin"
    assert compiled.contents(program, files.kind_named("shbin")) == program.code
    assert from_shbin(program.code).interface == program.interface
    with pytest.raises(UsageError, match="alone is no program"):
        compiled.contents(program, files.kind_named("bin"))
    with pytest.raises(UsageError):
        compiled.contents(Program("agal", "vertex", b""), files.kind_named("shbin"))


def test_the_first_vertex_shader_of_several_programs_runs() -> None:
    binary = assemble(HEAD + ".proc main\nmov o, a\nend\n.end")
    geometry = replace(binary.executables[0], kind="geometry")
    program = from_shbin(shbin.write(replace(binary, executables=(geometry, *binary.executables))))
    assert (
        simulate(program, PICA200, Batch(np.ones((1, 1, 4), np.float32), np.zeros((1, 0, 4), np.float32))).outputs[
            0, 0, 0
        ]
        == 1.0
    )
