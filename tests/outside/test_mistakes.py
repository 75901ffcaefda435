"""A mistake of a target from another package is told as that target's, with the op, the rule or the line at fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpucc import cli

LIT = Path(__file__).resolve().parents[2] / "examples" / "lit.vert"
Install = Callable[..., None]

pytestmark = pytest.mark.usefixtures("installed")

# toyvliw under another name; each case changes one part
PARTS = """
from dataclasses import replace
from gpucc import isa
from gpucc.emit import codec
from gpucc.isel import P, Rule, Ruleset
from gpucc.targets import slot_target
import gpucc_toyvliw as toy

ISA, Coder = replace(toy.TOYVLIW, name="bad"), toy.Coder
def ops(name, **changed):
    return replace(ISA, ops=tuple(replace(op, **changed) if op.name == name else op for op in ISA.ops))
def rule(pattern, template, **more):
    return replace(toy.RULES, rules=(*toy.RULES.rules, Rule("mine", pattern, template, **more)))
def target(isa=ISA, rules=toy.RULES, coder=Coder, bounds=toy.TARGET.bounds):
    return slot_target(isa, rules, coder(), bounds=bounds)
"""
COMPOSED = "it composes sqrt of approximate instructions, and `Target.bounds` has no bound for that"
# what the list of targets tells
RECORDS = {
    "a missing bound": ("TARGET = target(bounds={})", COMPOSED),
    "a number as a bound": ("TARGET = target(bounds={'sqrt': 0.1})", "the bound of sqrt is no gpucc.isa.Bound but 0.1"),
    "an op that is not there": (
        "TARGET = target(rules=rule(P.fadd('a', 'b'), 'plus(a, b)'))", "rule 'mine': bad has no op 'plus'",
    ),
    "a neutral op that is not there": (
        "TARGET = target(rules=rule(P.plus('a', 'b'), 'add(a, b)'))", "no neutral op is called 'plus' (",
    ),
    "a variable that the pattern lacks": (
        "TARGET = target(rules=rule(P.fadd('a', 'b'), 'add(a, c)'))", "rule 'mine': a template cannot use c",
    ),
    "a bracket": ("TARGET = target(rules=rule(P.fadd('a', 'b'), 'add(a, b'))", "rule 'mine': expression 'add(a, b'"),
    "an operand too few": (
        "TARGET = target(rules=rule(P.fadd('a', 'b'), 'add(a)'))", "rule 'mine': template: add has 2 operands, not 1",
    ),
    "a representation that is not there": (
        "TARGET = target(rules=rule(P.select('c', 'a', 'b'), 'sel(c:flip, a, b)'))",
        "rule 'mine': there is no representation 'flip'",
    ),
    "a name twice": (
        "TARGET = target(rules=rule(P.fadd('a', 'b'), 'add(a, b)', cost=0.5).__class__((*toy.RULES.rules,) * 2))",
        "two of its rules are called",
    ),
    "a rule without a meaning": (
        "TARGET = target(ops('flr', semantics=()), rule(P.floor('a'), 'flr(a)'))",
        "rule 'mine': op 'flr' has no semantics, so the rule has no meaning",
    ),
    "semantics that end early": (
        "TARGET = target(ops('add', semantics=('fadd(a, ',)))", "op 'add': expression 'fadd(a, ': unexpected 'end'",
    ),
    "semantics of an operand that is not there": (
        "TARGET = target(ops('add', semantics=('fadd(a, z)',)))",
        "op 'add': its semantics 'fadd(a, z)' read z, and its operands are a, b",
    ),
    "no slot": ("TARGET = target(ops('add', slots=()))", "op 'add' needs a slot and a latency of at least 1"),
    "a dot product in a slot": (
        "TARGET = target(ops('add', operands=(isa.Operand('a', 2), toy.B), semantics=('fadd(a.x, a.y)',)))",
        "op 'add' reads or makes several components, and an op of a slot is scalar",
    ),
    "a path from no slot": (
        "TARGET = target(replace(ISA, bypasses=(isa.Bypass('mil', 'alu', 1),)))", "a bypass names the slot 'mil'",
    ),
    "no move": ("TARGET = target(ops('mov', semantics=('fneg(a)',)))", "no op is a move"),
    "no temporaries": (
        "TARGET = target(replace(ISA, files=ISA.files[1:]))",
        "it has no register file of the role 'temporary' in vertex programs",
    ),
    "a name that is no identifier": (
        "TARGET = target(replace(ISA, format=replace(ISA.format, name='fp 32')))",
        "the name of its number format, 'fp 32', is not an identifier",
    ),
    "ports that the scheduler of vec4 registers does not know": (
        "from gpucc.targets import vector_target\nTARGET = vector_target(ISA, toy.RULES, Coder())",
        "register file 'uniform': instructions of vec4 registers cannot have ports=2 there",
    ),
    "wide registers": (
        "TARGET = target(replace(ISA, lanes=8))", "registers of slots have 1 to 4 components, not lanes=8",
    ),
    "vectors of two": (
        "from gpucc.targets import vector_target\nTARGET = vector_target(replace(ISA, lanes=2), toy.RULES, Coder())",
        "instructions of vec4 registers have lanes=4, not lanes=2",
    ),
    "no parser": (
        "class Mute:\n    encode, decode, print, line = Coder.encode, Coder.decode, Coder.print, Coder.line\n"
        "TARGET = target(coder=Mute)",
        "its coder has no function parse",
    ),
}  # fmt: skip
# what a command tells
STAGES = {
    "an encoder that raises": (
        "class Bad(Coder):\n    def encode(self, code): return {}['mul']\nTARGET = target(coder=Bad)",
        "its stage encode: KeyError: 'mul' (",
    ),
    "an encoder beyond a field": (
        "class Bad(Coder):\n    def encode(self, code): return codec.to_bytes(toy.WORD, {'alu.op': 99})\n"
        "TARGET = target(coder=Bad)",
        "its stage encode: the coder refuses a program of its own target: alu.op of the instruction is 99",
    ),
    "a decoder that forgets": (
        "class Bad(Coder):\n    def decode(self, data):\n        code = super().decode(data)\n"
        "        return replace(code, rows=code.rows[1:])\nTARGET = target(coder=Bad)",
        "its stage encode: the instructions do not survive encoding and decoding",
    ),
    "a printer that raises": (
        "class Bad(Coder):\n    def print(self, code): return 1 / 0\nTARGET = target(coder=Bad)",
        "its function disassemble: ZeroDivisionError: division by zero (",
    ),
    "a printer without text": (
        "class Bad(Coder):\n    def print(self, code): return None\nTARGET = target(coder=Bad)",
        "its function disassemble: its coder prints no text but None",
    ),
    "a guard that raises": (
        "TARGET = target(rules=rule(P.fmul('a', 'b'), 'mul(a, b)', cost=0.5, guard=lambda m: m.nothing))",
        "its stage select: AttributeError: 'Binding' object has no attribute 'nothing' (",
    ),
    "a simulator that raises": (
        "def simulate(*given, **more): raise KeyError('lanes')\nTARGET = replace(target(), simulate=simulate)",
        "its function simulate: KeyError: 'lanes' (",
    ),
    "a hook that raises": (
        "def prepare(*given): raise ValueError('no')\nTARGET = replace(target(), prepare=prepare)",
        "its function prepare: ValueError: no (",
    ),
}


def told(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says that ends with the exit code for a faulty target."""
    assert cli.main(words) == 2
    text = capsys.readouterr().err
    assert "target 'bad' of the package bad 0.5: " in text
    assert "note: this is a mistake of the package bad 0.5, not of gpucc" in text
    assert "bug in gpucc" not in text
    return text


@pytest.mark.parametrize("case", RECORDS)
def test_a_wrong_record_is_told_when_it_is_loaded(
    case: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    text, problem = RECORDS[case]
    install("bad", PARTS + text)
    assert problem in told(["isas", "bad"], capsys)


@pytest.mark.parametrize("case", STAGES)
def test_a_wrong_function_is_told_where_it_fails(
    case: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    text, problem = STAGES[case]
    install("bad", PARTS + text)
    found = told([str(LIT), "--isa", "bad", "--verify", "16", "--allow-unverified"], capsys)
    assert problem in found
    # the line is one of the package, not of what it calls
    assert " (" not in problem or "bad.py:" in found


def test_the_assembler_is_the_targets_as_well(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(
        "bad", PARTS + "class Bad(Coder):\n    def parse(self, text, name): return 1 / 0\nTARGET = target(coder=Bad)"
    )
    (tmp_path / "k.s").write_text("alu add r0.x, -c1.y, v0.z\n")
    assert "its function assemble: ZeroDivisionError" in told(
        ["asm", str(tmp_path / "k.s"), "--isa", "bad", "-o", str(tmp_path / "k.bin")], capsys
    )
