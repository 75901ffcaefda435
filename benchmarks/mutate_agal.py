"""Mutants of AGAL's ISA record: `python -P benchmarks/mutate_agal.py [--write] [--sample N | --only NAME] [--json
FILE]`.

Each mutant is tried twice, in processes of their own:
* alone: only the compiler sees it. Kernels are compiled, and the bytes judged by an unbroken decoder, validator,
  simulator and JIT. Bytes that stay the same mean that the mutant does no harm: it survives.
* both: compiler and judge see the same mutant, so no round trip can notice it. Only outside evidence decides: bytes
  that gpucc did not make, verdicts of Adobe's verifier, and the formulas of Adobe's format page.

`--write` puts the counts and the survivors into docs/tables/mutants-agal.md. The exit code is 1 if outside evidence
should have killed a mutant and did not.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding  # noqa: F401  loaded once, before the children
import numpy

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "mutation"), str(ROOT / "benchmarks")]

import meanings  # noqa: E402
import mutants_agal  # noqa: E402
import sections  # noqa: E402

REFERENCE = ROOT / "tests" / "reference" / "agal"
KERNELS = ROOT / "tests" / "kernels"
DOCUMENT = "docs/tables/mutants-agal.md"
SECONDS = 60
BRANCHES = ROOT / "tests" / "agal" / "features" / "branches.frag"
# Kernels and the versions of AGAL to compile them for: together they make the compiler use every opcode that it uses
# for any kernel of tests/kernels, and `BRANCHES` has others. The report names the opcodes that are left.
CORPUS = dict.fromkeys(
    (
        "lit_directional normal_transform blinn_phong_fast fog_exp skinning wave hsv_to_rgb gamma extremes"
        " cube_reflection alpha_test biased tangent_frame posterise colour_ramp rgb_to_hsv"
    ).split(),
    1,
) | {"edge": 2, "derivatives": 2, "tonemap": 2}

# Groups in which outside evidence must notice every mutant, except for facts that it does not exercise.
STRICT = ("fields", "header", "sampler modes", "register types", "opcodes", "meanings")
TOP_BIT_NEVER_SET = (
    "header.version header.stage token.opcode token.dest destination.number destination.type source.number"
    " source.index_type sampler.number sampler.type sampler.format sampler.dimension sampler.special sampler.wrap"
    " sampler.mip sampler.filter"
).split()
UNEXERCISED = {"r and rg exchanged", *(f"{field} one bit narrower" for field in TOP_BIT_NEVER_SET)}


KINDS = ("both", "alone")

# processes ------------------------------------------------------------------------------------------------------------


def in_child(task: Callable[[], Any]) -> Any:
    """The task's result, or `("died", why)`. The task runs in a child process, so that its changes to gpucc are
    discarded."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        # CPU time, because a slow answer on a busy machine must not count as a dead mutant
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            answer = task()
        except BaseException as error:  # any way to fail is a way to notice the mutant
            answer = ("died", f"{type(error).__name__}: {error}")
        with os.fdopen(write, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else ("died", "no answer in time")


# outside evidence -----------------------------------------------------------------------------------------------------


def outside() -> str | None:
    """The first piece of outside evidence that contradicts the current record."""
    return _tokens() or _verdicts() or _meanings()


def _tokens() -> str | None:
    from gpucc.emit import agal as emit
    from gpucc.emit.agal_assembler import assemble
    from gpucc.isa.model import Instruction

    known = json.loads((REFERENCE / "encodings.json").read_text())
    for header in known["headers"]:
        if emit.encode((Instruction("eif"),), header["stage"], header["version"])[:7].hex() != header["bytes"]:
            return f"header of {header['stage']} {header['version']}"
    for entry in known["tokens"]:
        stage, data = entry["stage"], bytes.fromhex(entry["bytes"])
        reserved = entry["tag"] == "opcode-reserved"
        if assemble(entry["text"], stage, entry["version"], check=not reserved)[7:] != data:
            return f"bytes of {entry['text']}"
        if emit.encode_token(emit.decode_token(data, stage), stage) != data:
            return f"decoding of {entry['text']}"
    return None


def _verdicts() -> str | None:
    from gpucc.interp.agal_rules import link, validate

    known = json.loads((REFERENCE / "programs.json").read_text())
    code = {entry["id"]: bytes.fromhex(entry["bytes"]) for entry in known["programs"] + known["agal2_weak"]}
    for entry in known["programs"]:
        found = validate(code[entry["id"]], "adobe2012")
        if [violation.rule for violation in found][:1] != ([entry["rule"]] if entry["verdict"] == "INVALID" else []):
            return f"verdict on {entry['id']}"
    for entry in known["agal2_weak"]:
        if validate(code[entry["id"]], "adobe2012"):
            return f"verdict on {entry['id']}"
    for pair in known["pairs"]:
        found = link(code[pair["vertex"]], code[pair["fragment"]], "adobe2012")
        rules = {"OK": [], "FAILED": [pair.get("rule")]}.get(pair["linkage"], ["not-judged"])
        if [violation.rule for violation in found][:1] != rules:
            return f"linkage of {pair['vertex']} and {pair['fragment']}"
    return None


def _meanings() -> str | None:
    cases = [(1, *case) for case in meanings.expectations()] + [(2, *case) for case in meanings.branches()]
    for version, text, colour in cases:
        outcome = _run(text, version)
        close = numpy.allclose(outcome.outputs[0, 0], colour, rtol=2.0**-16, atol=2.0**-16)
        if not close:
            return f"result of {text}"
    for text, slope in meanings.DERIVATIVES.items():
        if not numpy.allclose(_run(text, 2, meanings.QUAD).outputs[:, 0], slope):
            return f"result of {text}"
    for text, dropped in meanings.kills():
        if bool(_run(text, 1).discarded[0]) != dropped:
            return f"result of {text}"
    return None


def _run(text: str, version: int, lanes: Sequence[Any] = ((meanings.A, meanings.B, meanings.C),)) -> Any:
    from gpucc.emit.agal_assembler import assemble
    from gpucc.interp.data import Batch
    from gpucc.isa.agal import AGAL
    from gpucc.program import Program
    from gpucc.targets.agal import simulate

    inputs = numpy.array(lanes, numpy.float32)
    code = assemble(text, "fragment", version)
    return simulate(Program("agal", "fragment", code), AGAL, Batch(inputs, numpy.array([meanings.ROWS], numpy.float32)))


# the compiler alone ---------------------------------------------------------------------------------------------------


def _rows() -> list[dict[str, Any]]:
    rows = {row["name"]: row for row in json.loads((KERNELS / "index.json").read_text())}
    kernels = [{**rows[name], "version": version} for name, version in CORPUS.items()]
    return [*kernels, {"name": "branches", "file": BRANCHES, "entry": None, "stage": None, "bind": (), "version": 2}]


def _wishes(row: dict[str, Any]) -> dict[str, Any]:
    options = {"version": str(row["version"])} if row["version"] > 1 else {}
    return {"entry": row["entry"], "stage": row["stage"], "bind": row["bind"], "target": options}


def compiled() -> list[Any]:
    from gpucc import driver

    return [driver.compile(KERNELS / row["file"], "agal", **_wishes(row), verify=None) for row in _rows()]


def unused() -> list[str]:
    """The opcodes that no program of the corpus has."""
    from gpucc.emit import agal as emit
    from gpucc.isa.agal import AGAL

    used = {instruction.op for program in compiled() for instruction in emit.decode(program.code).instructions}
    return [op.name for op in AGAL.ops if op.name not in used]


def judged(changed: Sequence[tuple[int, Any]]) -> str | None:
    """The objection of an unbroken judge to programs that a broken compiler made."""
    from dataclasses import replace

    from gpucc import driver
    from gpucc.errors import GpuccError
    from gpucc.targets import registry

    goal = registry.find("agal")
    for number, program in changed:
        row = _rows()[number]
        for profile in goal.profiles:
            if broken := goal.check(program.code, profile):
                return f"{row['name']}: {broken[0]}"
        wishes = _wishes(row)
        built = driver._build(
            KERNELS / row["file"],
            goal,
            row["entry"],
            row["stage"],
            2,
            row["bind"],
            wishes["target"],
            None,
            driver.silent,
        )
        try:
            report = driver._judge(replace(built, program=program), 64, 0)
        except GpuccError as error:
            return f"{row['name']}: {error}"
        if not report.passed:
            return f"{row['name']}: {report.describe().splitlines()[0]}"
    return None


# all ------------------------------------------------------------------------------------------------------------------


def attempt(mutant: mutants_agal.Mutant, clean: Sequence[Any], kinds: Sequence[str]) -> dict[str, str | None]:
    def broken(task: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            mutant.apply()
            return task()

        return run

    both = in_child(broken(outside)) if "both" in kinds else None
    programs = in_child(broken(compiled)) if "alone" in kinds else clean
    if isinstance(programs, tuple):
        alone: Any = programs
    else:
        pairs = zip(programs, clean, strict=True)
        changed = [
            (i, new) for i, (new, old) in enumerate(pairs) if (new.code, new.constants) != (old.code, old.constants)
        ]
        alone = in_child(lambda: judged(changed)) if changed else None
    return {"both": _why(both), "alone": _why(alone)}


def _why(answer: Any) -> str | None:
    return answer[1] if isinstance(answer, tuple) else answer


def campaign(
    chosen: Sequence[mutants_agal.Mutant], kinds: Sequence[str] = KINDS, workers: int = 2
) -> list[dict[str, Any]]:
    clean = in_child(compiled) if "alone" in kinds else []
    if isinstance(clean, tuple) or (wrong := in_child(outside)) is not None:
        raise SystemExit(f"the unbroken record does not pass: {clean if isinstance(clean, tuple) else wrong}")
    shares = []
    for worker in range(workers):
        read, write = os.pipe()
        if os.fork() == 0:
            os.close(read)
            with os.fdopen(write, "w") as pipe:
                for i in range(worker, len(chosen), workers):
                    row = {
                        "number": i,
                        "group": chosen[i].group,
                        "name": chosen[i].name,
                        **attempt(chosen[i], clean, kinds),
                    }
                    pipe.write(json.dumps(row) + "\n")
            os._exit(0)
        os.close(write)
        shares.append(read)
    rows = []
    for read in shares:
        with os.fdopen(read) as pipe:
            rows += [json.loads(line) for line in pipe]
        os.wait()
    return sorted(rows, key=lambda row: int(row["number"]))


def missed(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Mutants that outside evidence should have noticed."""
    return [
        row["name"] for row in rows if row["both"] is None and row["group"] in STRICT and row["name"] not in UNEXERCISED
    ]


def report(rows: Sequence[dict[str, Any]]) -> str:
    count, alone, both = Counter[str](), Counter[str](), Counter[str]()
    for row in rows:
        count[row["group"]] += 1
        alone[row["group"]] += row["alone"] is not None
        both[row["group"]] += row["both"] is not None
    lines = ["| facts | mutants | killed, compiler's copy only | killed, both copies |", "| --- | --- | --- | --- |"]
    lines += [f"| {group} | {count[group]} | {alone[group]} | {both[group]} |" for group in count]
    lines += [f"| all | {len(rows)} | {sum(alone.values())} | {sum(both.values())} |", ""]
    for kind, title in (
        ("both", "Survivors in both copies: no outside word exercises these facts"),
        ("alone", "Survivors in the compiler's copy"),
    ):
        lines += [f"{title}:", ""]
        for group in count:
            names = [row["name"] for row in rows if row["group"] == group and row[kind] is None]
            if names:
                lines.append(f"- {group}: {'; '.join(names)}.")
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the result into docs/tables/mutants-agal.md")
    parser.add_argument("--sample", type=int, default=1, help="every so many-th mutant only")
    parser.add_argument("--only", action="append", help="mutants whose name contains this; may be repeated")
    parser.add_argument("--list", action="store_true", help="print the names of all mutants, and try none")
    parser.add_argument("--kind", choices=KINDS, action="append", help="try the mutants in this way only")
    parser.add_argument("--json", type=Path, help="write every mutant's fate to a file")
    wishes = parser.parse_args()
    start = time.perf_counter()
    chosen = [
        mutant
        for mutant in mutants_agal.mutants()[:: wishes.sample]
        if not wishes.only or any(part in mutant.name for part in wishes.only)
    ]
    if wishes.list:
        print("\n".join(mutant.name for mutant in chosen))
        return 0
    if not chosen:
        parser.error(f"no mutant has {' or '.join(map(repr, wishes.only))} in its name; --list prints the names")
    kinds = wishes.kind or KINDS
    rows = campaign(chosen, kinds)
    text = report(rows)
    if "alone" in kinds:
        text += f"\nOpcodes that no program of the command has: {', '.join(unused()) or 'none'}.\n"
    print(text)
    print(f"{len(rows)} mutants, {time.perf_counter() - start:.0f} s")
    if wishes.json:
        wishes.json.write_text(json.dumps(rows, indent=1))
    if wishes.write:
        sections.write_section(DOCUMENT, "mutants", text)
    if "both" not in kinds:
        return 0
    if missed(rows):
        print(f"missed by outside words that should notice: {'; '.join(missed(rows))}", file=sys.stderr)
    return 1 if missed(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
