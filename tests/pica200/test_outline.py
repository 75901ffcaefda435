"""Repeated code as procedures: the repetitions found, permitted places of calls, and programs that only fit this
way."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.emit import shbin
from gpucc.errors import LimitExceeded
from gpucc.interp import pica200_check
from gpucc.isa.model import Dest, Instruction, Source
from gpucc.isa.pica200 import PICA200
from gpucc.sched.outline import Calls, outline
from gpucc.sched.repeats import repeats
from gpucc.targets.pica200_flow import calls


def settings(room: int = 0, longest: int = 255) -> Calls:
    return Calls("call", "for", ("ifc", "ifu"), frozenset({"mov", "mova"}), frozenset({"mova"}), room, longest)


def word(number: int, op: str = "mov") -> Instruction:
    return Instruction(op, Dest("temporary", number), (Source("input", number),))


def flow(op: str, **fields: int) -> Instruction:
    return Instruction(op, immediates=tuple(fields.items()))


def shown(words: list[Instruction], **wishes: int) -> list[str]:
    found = []
    for one in outline([*words, flow("end")], settings(**wishes)):
        fields = dict(one.immediates)
        where = f" {fields['target']}" if "target" in fields else ""
        found.append(
            str(one.dest.number) if one.dest else one.op + where + (f"+{fields['count']}" if "count" in fields else "")
        )
    return found


A, B, C = [word(0), word(1), word(2)], [word(3)], [word(4)]


def test_the_longest_common_stretches() -> None:
    found = {(tuple(starts), length) for starts, length in repeats([1, 2, 3, 9, 1, 2, 3, 8, 2, 3])}
    assert ((0, 4), 3) in found
    assert ((1, 5, 8), 2) in found
    assert not list(repeats([1, 2, 3]))
    assert not list(repeats([]))


def test_a_run_stands_once_behind_the_program() -> None:
    assert shown([*A, *B, *A, *C, *A]) == ["call 6+3", "3", "call 6+3", "4", "call 6+3", "end", "0", "1", "2"]


def test_a_program_that_fits_stays() -> None:
    assert shown([*A, *B, *A], room=8) == ["0", "1", "2", "3", "0", "1", "2", "end"]


def test_nothing_that_saves_nothing() -> None:
    assert "call" not in " ".join(shown([word(0), word(1), *B, word(0), word(1)]))


def test_runs_do_not_overlap() -> None:
    assert shown([word(0)] * 12).count("call 5+4") in (0, 3)
    assert len(shown([word(0)] * 12)) < 10


def test_no_run_is_entered_in_the_middle() -> None:
    jump = flow("jmpc", target=2)
    assert "call" not in " ".join(shown([jump, *A, *B, *A]))
    assert "call 5+3" in shown([flow("jmpc", target=1), *A, *B, *A])


def test_no_call_ends_a_block() -> None:
    assert "call" not in " ".join(shown([flow("ifc", target=4, count=0), *A, *B, *A]))
    assert "call" not in " ".join(shown([flow("for", integer=0, target=3), *A, *B, *A]))


def test_targets_move_along() -> None:
    found = shown([flow("ifc", target=6, count=3), *A, *B, *C, *A, *B, *A, *C])
    assert found[0] == "ifc 5+2"
    assert found[1] == "call 12+2"


def test_a_procedure_does_not_end_with_a_load_of_addresses() -> None:
    run = [word(0), word(1), word(2), word(3), word(5, "mova")]
    assert shown([*run, word(6), *run])[0] == "call 6+4"


def test_procedures_are_no_longer_than_they_may_be() -> None:
    run = [word(i) for i in range(10)]
    found = shown([*run, word(11), *run], longest=4)
    assert {one.split("+")[1] for one in found if one.startswith("call")} <= {"2", "3", "4"}


# whole programs -------------------------------------------------------------------------------------------------------

STEP = """
  %m{i} = fmul <4 x float> {p}, {q}
  %n{i} = fadd <4 x float> {p}, %c
  %k{i} = fmul <4 x float> %n{i}, %m{i}
  %s{i} = shufflevector <4 x float> %m{i}, <4 x float> %d, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %t{i} = fadd <4 x float> %s{i}, %k{i}
  %q{i} = fmul <4 x float> %t{i}, %m{i}
  %v{i} = fsub <4 x float> %q{i}, %d
  %p{i} = fmul <4 x float> %v{i}, %t{i}"""


def unrolled(steps: int) -> str:
    names = [("%a", "%b"), *((f"%p{i}", f"%q{i}") for i in range(steps))]
    body = "".join(STEP.format(i=i, p=p, q=q) for i, (p, q) in enumerate(names[:steps]))
    return f"""define <4 x float> @f(<4 x float> %a, <4 x float> %b, ptr %u) {{
  %c = load <4 x float>, ptr %u
  %behind = getelementptr <4 x float>, ptr %u, i32 1
  %d = load <4 x float>, ptr %behind{body}
  ret <4 x float> %p{steps - 1}
}}"""


def test_an_unrolled_shader_fits_by_calls() -> None:
    program = driver.compile(unrolled(86), "pica200", stage="vertex", opt=1, verify=16)
    assert program.stats["words"] <= 512
    assert program.stats["procedures"] >= 1
    assert not pica200_check.check(program.code)
    text = program.asm()
    assert "call proc_" in text
    assert ".word" not in text
    assert shbin.read(driver.assemble(text, "pica200").code).words == shbin.read(program.code).words


def test_what_does_not_repeat_does_not_fit() -> None:
    def turned(name: str, number: int) -> str:
        places = ", ".join(f"i32 {number >> 2 * k & 3}" for k in range(4))
        return f"shufflevector <4 x float> {name}, <4 x float> poison, <4 x i32> <{places}>"

    steps = "".join(
        f"""
  %u{i} = {turned("%v", i)}
  %w{i} = {turned("%v", 37 * i + i // 256)}
  %x{i} = fmul <4 x float> %y{i}, %u{i}
  %y{i + 1} = fadd <4 x float> %x{i}, %w{i}"""
        for i in range(520)
    )
    text = f"define <4 x float> @f(<4 x float> %y0, <4 x float> %v) {{{steps}\n  ret <4 x float> %y520\n}}"
    with pytest.raises(LimitExceeded, match="has room for 512"):
        driver.compile(text, "pica200", stage="vertex", opt=1, verify=None)


def test_the_record_says_what_may_be_called() -> None:
    found = calls(PICA200)
    assert {"mov", "mova", "cmp", "litp", "dp4"} <= set(found.plain)
    assert not {"end", "nop", "for", "ifc", "jmpc", "call", "breakc"} & set(found.plain)
    assert (found.room, found.longest) == (512, 255)
