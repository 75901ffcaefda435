"""The numbers in docs/agal.md agree with the record."""

from __future__ import annotations

import json
import re
from pathlib import Path

from gpucc.isa.agal import AGAL
from gpucc.isa.model import Bound

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "agal.md").read_text()


def cells(start: str) -> list[str]:
    """The cells of the table row with this beginning."""
    (row,) = re.findall(rf"^\| {re.escape(start)}[^\n]*$", TEXT, re.MULTILINE)
    return [cell.strip() for cell in row.strip("|").split("|")]


def sizes(role: str, stage: str) -> list[str]:
    return [str(AGAL.file(role, stage).size(stage, version)) for version in (1, 2, 3)]


def test_limits() -> None:
    assert cells("tokens |")[1:] == [str(AGAL.limit("tokens", version)) for version in (1, 2, 3)]
    assert cells("temporaries")[1:] == sizes("temporary", "vertex") == sizes("temporary", "fragment")
    assert cells("attributes")[1:] == sizes("input", "vertex")
    assert cells("varyings")[1:] == sizes("varying", "vertex") == sizes("input", "fragment")
    pairs = zip(sizes("uniform", "vertex"), sizes("uniform", "fragment"), strict=True)
    assert cells("constants `vc`")[1:] == [f"{vertex} / {fragment}" for vertex, fragment in pairs]
    assert cells("samplers `fs`")[1:] == sizes("sampler", "fragment")
    assert cells("colours")[1:] == sizes("output", "fragment")
    assert [f"{AGAL.limit('nesting', version)} deep" in cells("`ddx`, `ddy`")[version] for version in (1, 2, 3)] == [
        False,
        True,
        True,
    ]


def test_bounds() -> None:
    groups: dict[Bound, list[str]] = {}
    for op in AGAL.ops:
        if op.bound is not None:
            groups.setdefault(op.bound, []).append(op.name)
    for bound, names in groups.items():
        row = next(
            line for line in TEXT.splitlines() if line.startswith("| `") and f"`{names[0]}`" in line.split("|")[1]
        )
        assert set(re.findall(r"`(\w+)`", row)) == set(names)
        kind, value = ("relative", bound.relative) if bound.relative else ("absolute", bound.absolute)
        exponent = re.search(r"2\^(-\d+) (\w+)", row)
        assert exponent is not None
        assert (2.0 ** int(exponent[1]), exponent[2]) == (value, kind)


def test_counts_of_outside_evidence() -> None:
    reference = ROOT / "tests" / "reference" / "agal"
    tokens = json.loads((reference / "encodings.json").read_text())["tokens"]
    programs = json.loads((reference / "programs.json").read_text())
    assert f"{len(tokens)} tokens and {len(programs['programs'] + programs['agal2_weak'])} programs" in TEXT


def test_every_section_is_written() -> None:
    pages = dict.fromkeys(("moves", "rules", "kernels"), TEXT)
    pages["mutants"] = (ROOT / "docs" / "tables" / "mutants-agal.md").read_text()
    for name, page in pages.items():
        (body,) = re.findall(rf"<!-- {name}: written by .*?-->(.*?)<!-- end of {name} -->", page, re.DOTALL)
        assert "| --- |" in body
    assert "| no reason | 0 | none |" in TEXT
