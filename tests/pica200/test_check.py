"""The lint: each hazard in a program of its own, reported at its word, and compared with the simulator where it detects
the hazard too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpucc import driver
from gpucc.emit import shbin
from gpucc.emit.pica200_assembler import assemble, assemble_all
from gpucc.emit.pica200_program import assemble_program, from_shbin
from gpucc.errors import InputError
from gpucc.interp.data import Batch
from gpucc.interp.machine import Fault
from gpucc.interp.pica200_check import check, check_binary
from gpucc.isa.pica200 import PICA200
from gpucc.targets.pica200 import simulate

HEAD = ".in a\n.in b\n.fvec u[4]\n.ivec n\n.bool p, q\n.out o position\n.nopad\n"


def program(body: str, more: str = "", head: str = HEAD) -> shbin.ShbinBinary:
    return assemble(f"{head}.proc main\n{body}\n.end\n{more}")


def rules(binary: shbin.ShbinBinary) -> list[tuple[str, int | None]]:
    return [(violation.rule, violation.word) for violation in check_binary(binary)]


def test_a_meaning_reads_as_many_components_as_it_has() -> None:
    """What a loader does not map need not be written: texcoord0 has two components, whatever the mask says."""
    head = ".in a\n.out o position\n.out t texcoord0\n.out n view.yzw\n"
    assert rules(program("mov o, a\nmov t.xy, a\nmov n.yzw, a\nend", head=head)) == []
    assert rules(program("mov o, a\nmov t.xz, a\nmov n.yzw, a\nend", head=head)) == [("output-never", 3)]
    found = assemble_program(f"{head}.proc main\nmov o, a\nmov t.xy, a\nmov n.yzw, a\nend\n.end")
    assert [slot.words for slot in found.interface.outputs] == ["ffff", "ff..", ".fff"]
    assert driver.run(found, {"a": np.ones((1, 4), np.float32)})["texcoord0"].tolist() == [[1, 1]]


def test_what_a_geometry_shader_reads_is_read_whole() -> None:
    vertex = ".in a\n.out o position\n.out t texcoord0\n.proc main\nmov o, a\nmov t.xy, a\nend\n.end"
    geometry = ".gsh point c0\n.in b\n.out q position\n.entry other\n.proc other\nmov q, b\nsetemit 0\nemit\nend\n.end"
    both = assemble_all([("v", vertex), ("g", geometry)]).binary
    assert rules(both) == [("output-never", 2)]


DEEP_IFS = "\n".join(["ifu p"] * 9 + ["mov r0, a"] + [".end\nnop"] * 9) + "\nmov o, a\nend"
DEEP_LOOPS = "\n".join(["for n"] * 5 + ["mov r0, a"] + [".end\nnop"] * 5) + "\nmov o, a\nend"
CHAIN = "".join(f".proc p{i}\ncall p{i + 1}\nnop\n.end\n" for i in range(4)) + ".proc p4\nnop\n.end\n"

BROKEN = {
    "output twice": (program("mov o, a\nmov o.x, a\nend"), [("output-twice", 1)]),
    "output twice on one path": (program("ifu p\nmov o, a\n.end\nmov o, a\nend"), [("output-twice", 2)]),
    "output twice in a loop": (program("for n\nmov o, a\n.end\nend"), [("output-twice", 1)]),
    "output never": (program("mov o.xyz, a\nend"), [("output-never", 1)]),
    "output never on one path": (program("ifu p\nmov o, a\n.end\nend"), [("output-never", 2)]),
    "adjacent mova": (program("mova a0.x, a\nmova a0.y, a\nmov o, u[a0.x]\nend"), [("adjacent-mova", 1)]),
    "mova behind a loop's end": (
        program("for n\nmova a0.x, a\nnop\nmova a0.x, a\n.end\nmova a0.y, a\nmov o, u\nend"),
        [("adjacent-mova", 1), ("adjacent-mova", 4)],
    ),
    "two inputs": (program("mov o, a\nend", ".proc rest\nnop\n.end"), []),
    "no end": (program("mov o, a"), [("no-end", 0)]),
    "no end on one path": (program("ifu p\nmov o, a\nend\n.end\nmov o, a"), [("no-end", 3)]),
    "two blocks end together": (
        program("ifu p\nifu q\nmov r0, a\n.end\n.end\nmov o, a\nend"),
        [("end-skipped", 1), ("block-end", 2)],
    ),
    "procedure and if end together": (
        program("call f\nmov o, a\nend", ".proc f\nifu p\nmov r0, a\n.end\n.end\n"),
        [("end-skipped", 3), ("block-end", 4), ("no-end", 4)],
    ),
    "a jump to a block's end": (program("ifu p\njmpu q, l\nnop\nl:\n.end\nmov o, a\nend"), [("end-skipped", 1)]),
    "jump ends a block": (program("ifu p\njmpu q, l\n.end\nnop\nl:\nmov o, a\nend"), [("jump-at-end", 1)]),
    "call ends a procedure": (
        program("call f\nmov o, a\nend", ".proc f\ncall g\n.end\n.proc g\nnop\n.end\n"),
        [("jump-at-end", 3)],
    ),
    "break ends a loop": (
        program("cmp a, lt, lt, a\nfor n\nnop\nbreakc cmp.x\n.end\nmov o, a\nend"),
        [("break-at-end", 3)],
    ),
    "empty if": (program("ifu p\n.end\nmov o, a\nend"), [("empty-block", 0)]),
    "empty loop": (program("for n\n.end\nmov o, a\nend"), [("empty-block", 0)]),
    "break in an if": (program("for n\nifu p\nbreak\nnop\n.end\nnop\n.end\nmov o, a\nend"), [("break-in-block", 2)]),
    "break in a procedure": (
        program("for n\ncall f\nnop\n.end\nmov o, a\nend", ".proc f\nbreak\nnop\n.end\n"),
        [("break-in-block", 5)],
    ),
    "break outside": (program("ifu p\nbreak\nnop\n.end\nmov o, a\nend"), [("break-outside", 1)]),
    "calls too deep": (program("call p0\nmov o, a\nend", CHAIN), [("call-depth", 9), ("no-end", 11)]),
    "ifs too deep": (program(DEEP_IFS), [("if-depth", 8)]),
    "loops too deep": (program(DEEP_LOOPS), [("loop-depth", 4)]),
    "recursion": (
        program("call f\nmov o, a\nend", ".proc f\nifu p\ncall f\nnop\n.end\nnop\n.end\n"),
        [("recursion", 4), ("call-depth", 4), ("if-depth", 3), ("end-skipped", 3), ("no-end", 6)],
    ),
    "a backward if": (program("nop\n.word 0x9c000000\nmov o, a\nend"), [("block-order", 1)]),
    "a jump out of the code": (program("jmpu p, l\nmov o, a\nend", "l:\n"), [("target", 0)]),
    "aL before a loop": (program("add o, u[aL], a\nend"), [("loop-index", 0)]),
    "aL behind an inner loop": (
        program("for n\nfor n\nnop\n.end\nmov r0, u[aL]\n.end\nmov o, r0\nend"),
        [("loop-index", 3)],
    ),
    "aL behind break": (program("for n\nbreak\nnop\n.end\nmov o, u[aL]\nend"), [("loop-index", 3)]),
    "a component that reaches an output": (program("mov r0.xyz, a\nmul r1, u, r0\nmov o, r1\nend"), [("unset", 1)]),
    "a component that reaches an output on one path": (
        program("mov r0.xyz, a\nmul r1, u, r0\nifu p\nmov r1.w, a\n.end\nmov o, r1\nend"),
        [("unset", 1)],
    ),
    "a component that reaches an output in another round": (
        program("mov r0.xyz, a\nfor n\nmov r1, r2\nmov r2, r0\n.end\nmov o, r1\nend"),
        [("unset", 2), ("unset", 3)],
    ),
    "a component of a dot product": (program("mov r0.xyz, a\ndp4 r1.x, u, r0\nmov o, r1.x\nend"), [("unset", 1)]),
    "a component that reaches a flag": (
        program("mov r0.y, a\nmul r1, u, r0\ncmp r1, eq, eq, a\nmov o, a\nend"),
        [("unset", 1)],
    ),
    "a component that reaches an address": (
        program("mov r0.y, a\nmul r1, u, r0\nmova a0.x, r1\nmov o, u[a0.x]\nend"),
        [("unset", 1)],
    ),
    "a component that reaches an output inside a procedure": (
        program("mov r0.xyz, a\nmul r1, u, r0\ncall f\nnop\nend", ".proc f\nmov o, r1\nnop\n.end\n"),
        [("unset", 1)],
    ),
    "a register nobody wrote": (program("mov o, r3\nend"), [("unset", 0)]),
    "a register written on one path": (program("ifu p\nmov r0, a\n.end\nmov o, r0\nend"), [("unset", 2)]),
    "a0 nobody wrote": (program("mov o, u[a0.x]\nend"), [("unset", 0)]),
    "flags nobody set": (program("ifc cmp.y\nnop\n.end\nmov o, a\nend"), [("unset", 0)]),
    "comparison 6": (program("cmp a, 6, eq, a\nmov o, a\nend"), [("compare-code", 0)]),
    "an unknown word": (program("mov o, a\n.word 0x70000000\nend"), [("unknown-word", 1)]),
    "NUM above 255": (
        program("mov o, a\n.word 0x90000d2c\nend", ".proc f\nnop\n.end\n"),
        [("no-end", 3), ("stray-bits", 1)],
    ),
    "emit": (program("mov o, a\n.word 0xa8000000\nend"), [("geometry-only", 1)]),
    "holes": (program("mov o, a\nmov o2, a\nend", head=HEAD + ".out - color o2\n"), [("output-holes", None)]),
    "o7 with a meaning": (
        program("mov o, a\nmov o7, a\nend", head=HEAD + ".out - color o7\n"),
        [("unmappable-output", None), ("output-holes", None)],
    ),
    "too long": (program("nop\n" * 511 + "mov o, a", head=HEAD), []),
}


def raw(binary: shbin.ShbinBinary, word: int, value: int) -> shbin.ShbinBinary:
    return replace(binary, words=(*binary.words[:word], value, *binary.words[word + 1 :]))


BROKEN["two inputs"] = (raw(program("add o, u, a\nend"), 0, 0x00001000), [("two-inputs", 0)])
BROKEN["v15"] = (raw(program("mov o, a\nend"), 0, 0x4C00F000), [("input-fifteen", 0)])
LONG = program("nop\n" * 510 + "mov o, a\nend")
BROKEN["too long"] = (replace(LONG, words=(0x84000000, *LONG.words)), [("length", 512)])
BROKEN["too many descriptors"] = (
    replace(program("mov o, a\nend"), descriptors=(0x36F,) * 129),
    [("descriptors", None)],
)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_program_is_found(name: str) -> None:
    binary, expected = BROKEN[name]
    found = [entry for entry in rules(binary) if entry[0] not in ("output-never",) or entry in expected]
    assert set(found) == set(expected)
    for violation in check_binary(binary):
        assert violation.rule in str(violation)
        assert violation.remedy


def test_every_hazard_has_its_broken_program() -> None:
    found = {rule for _, expected in BROKEN.values() for rule, _ in expected}
    assert found == {hazard.name for hazard in PICA200.hazards}


SOUND = {
    "a component that nothing is made of": "mov r0.xyz, a\nmul r1, u, r0\nmov o.xyz, r1\nmov o.w, u.w\nend",
    "a component that is written before it is used": "mov r0.xyz, a\nmul r1, u, r0\nmov r1.w, u.w\nmov o, r1\nend",
    "a component that a dot product leaves out": "mov r0.xyz, a\nmul r1, u, r0\ndp3 r2, r1, a\nmov o, r2\nend",
    "a component that goes round in vain": (
        "mov r0.xyz, a\nmov r1.xyz, a\nfor n\nadd r0, r0, r1\n.end\nmov o.xyz, r0\nmov o.w, u.w\nend"
    ),
    "a component that is overwritten on each path": (
        "mov r0.xyz, a\nmul r1, u, r0\nifu p\nmov r1.w, a\n.else\nmov r1.w, u\n.end\nmov o, r1\nend"
    ),
    "written on both arms": "ifu p\nmov o, a\nnop\n.else\nmov o, u\n.end\nend",
    "the same boolean twice": "ifu p\nmov o, a\n.end\nnop\nifu p\nnop\n.else\nmov o, u\n.end\nend",
    "the same flag twice": "cmp a, lt, lt, a\nifc cmp.x\nmov o, a\n.end\nnop\nifc !cmp.x\nmov o, u\n.end\nend",
    "both flags": (
        "cmp a, lt, lt, a\nifc cmp.x && cmp.y\nmov o, a\n.end\nnop\nifc !cmp.x || !cmp.y\nmov o, u\n.end\nend"
    ),
    "ended early": "ifu p\nmov o, a\nend\n.end\nmov o, u\nend",
    "set under the same boolean": "ifu p\nmov r0, a\n.end\nmov r1, a\nifu p\nmov r1, r0\n.end\nmov o, r1\nend",
    "aL behind an outermost loop": "for n\nmov r0, u[aL]\n.end\nmov o, u[aL]\nend",
    "a jump loop": "mov r0, a\nl:\nadd r0, r0, r0\ncmp r0, lt, lt, a\njmpc cmp.x, l\nmov o, r0\nend",
}


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_program_passes(name: str) -> None:
    assert rules(program(SOUND[name])) == []


def test_flags_are_forgotten_when_they_are_set_again() -> None:
    body = "cmp a, lt, lt, a\nifc cmp.x\nmov o, a\n.end\ncmp a, gt, gt, a\nifc !cmp.x\nmov o, u\n.end\nend"
    assert {rule for rule, _ in rules(program(body))} == {"output-twice", "output-never"}


def test_presets_of_booleans_count() -> None:
    body = "ifu p\nmov o, a\n.end\nend"
    assert rules(program(body, head=HEAD + ".setb b0 true\n")) == []
    assert rules(program(body, head=HEAD + ".setb b0 false\n")) == [("output-never", 2)]


def test_many_booleans_do_not_take_forever() -> None:
    """Sixteen ifs have 65536 consistent paths; the coarse answer is kept."""
    body = "\n".join(f"ifu b{i}\nmov r{i}, a\n.end\nnop" for i in range(16)) + "\nmov o.xyz, a\nend"
    assert rules(program(body, head=HEAD.replace(".bool p, q\n", ""))) == [("output-never", 49)]


def test_a_file_of_several_programs_says_which() -> None:
    binary = program("mov o, a\nend", ".proc other\nmov o, r0\nend\n.end\n")
    second = replace(binary.executables[0], main=2, end=4)
    (violation,) = check(shbin.write(replace(binary, executables=(*binary.executables, second))))
    assert (violation.rule, violation.word, violation.program) == ("unset", 2, 2)
    assert str(violation).startswith("rule unset, program 2, word 2: ")


def test_geometry_shaders_write_their_outputs_again_and_again() -> None:
    text = (
        ".gsh point c0\n.in a\n.out o position\n.proc main\nsetemit 0\nmov o, a\nemit\nsetemit 1, prim inv\nmov o,"
        " a\nemit\nend\n.end"
    )
    binary = assemble(text)
    assert binary.executables[0].kind == "geometry"
    assert rules(binary) == []
    assert from_shbin(shbin.write(binary)).stage == "geometry"


def test_a_file_without_programs_is_refused() -> None:
    with pytest.raises(InputError, match="no program"):
        check(shbin.write(shbin.ShbinBinary((), (), ())))


TRAPS = [
    ("output twice", "word 1"),
    ("no end", "word 1"),
    ("aL before a loop", "word 0"),
    ("aL behind an inner loop", "word 3"),
    ("aL behind break", "word 3"),
    ("a register nobody wrote", "word 0"),
    ("a0 nobody wrote", "word 0"),
    ("flags nobody set", "word 0"),
    ("break outside", "word 1"),
    ("emit", "word 1"),
    ("an unknown word", "word 1"),
]


@pytest.mark.parametrize(("name", "place"), TRAPS)
def test_the_simulator_stops_there_too(name: str, place: str) -> None:
    program = from_shbin(shbin.write(BROKEN[name][0]))
    batch = Batch(np.ones((3, 2, 4), np.float32), np.ones((1, 120, 4), np.float32))
    with pytest.raises(InputError) as caught:
        simulate(program, PICA200, batch)
    assert caught.value.message.startswith(place)
    assert isinstance(caught.value, Fault) or name == "an unknown word"


@pytest.mark.parametrize("name", [name for name in SOUND if name.startswith("a component")])
def test_the_simulator_runs_what_is_sound(name: str) -> None:
    batch = Batch(np.ones((3, 2, 4), np.float32), np.ones((1, 120, 4), np.float32))
    outcome = simulate(from_shbin(shbin.write(program(SOUND[name]))), PICA200, batch)
    assert not outcome.unsure.any()
    assert not np.isnan(outcome.outputs).any()


@pytest.mark.parametrize(("name", "place"), [
    ("a component that reaches an output", "word 2"),
    ("a component of a dot product", "word 2"),
    ("a component that reaches a flag", "word 2"),
    ("a component that reaches an address", "word 2"),
    ("a component that reaches an output inside a procedure", "word 5"),
])  # fmt: skip
def test_the_simulator_stops_where_what_nobody_wrote_shows(name: str, place: str) -> None:
    batch = Batch(np.ones((3, 2, 4), np.float32), np.ones((1, 120, 4), np.float32))
    with pytest.raises(Fault, match=f"{place}: .*which nothing has written"):
        simulate(from_shbin(shbin.write(BROKEN[name][0])), PICA200, batch)
