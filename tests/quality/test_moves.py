"""No mov merely builds a vector, unless AGAL's rules require it or the program would be longer without it.

Checked on the golden assembly of all kernels.
"""

from __future__ import annotations

import json
from pathlib import Path

import moves
import pytest

from gpucc.emit.agal_assembler import assemble

GOLDEN = Path(__file__).parent.parent / "golden" / "agal"
FILES = sorted(GOLDEN.glob("*.s"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_move_has_a_reason(path: Path) -> None:
    text = path.read_text()
    tokens = [line for line in text.splitlines() if line and not line.startswith("//")]
    found = moves.moves(assemble(text.partition("\n")[2]))
    assert len(found) == sum(token.startswith("mov ") for token in tokens)
    assert not [tokens[move.token - 1] for move in found if move.reason == "other"]


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("mov op, va0", ["output"]),
        ("mov vt0, va0\nmov op, vt0", ["other", "other"]),
        ("mov ft0.xy, v0.xy\nmov ft0.zw, v1.xxxy\nmov oc, ft0", ["whole", "whole", "whole"]),
        ("mov vt0.xy, va0.xy\nmov vt0.zw, va1.xxxy\nmov op, vt0", ["other", "other", "other"]),
        ("mov vt0.x, va0.x\nmov vt0.y, va1.x\nmov vt0.zw, va2.xxxx\ndp4 op, vt0, vc0", ["operand"] * 3),
        # adding two scalars and one vector costs no more than gathering them
        ("mov vt0.x, va0.x\nmov vt0.y, va1.x\nadd op, vt0.xyxy, vc0", ["other", "other"]),
        ("tex ft0, v0, fs0 <2d>\nslt ft0.x, fc0.x, ft0.x\nmov ft0.y, ft0.w\nmov oc, ft0.xxxy", ["other", "whole"]),
        ("mov ft0, fc0\nrcp oc, ft0", ["constant"]),
        ("mov ft0, fc0\nadd oc, ft0, v0", ["other"]),
        ("mov ft0, fc0\nadd oc, ft0, fc1", ["constant"]),
        ("add vt0, va0, vc0\nmov op, vt0\nmul v0, vt0, va0", ["kept"]),
    ],
)
def test_the_reasons_are_told_apart(text: str, reasons: list[str]) -> None:
    assert [move.reason for move in moves.moves(assemble(text))] == reasons


@pytest.fixture(scope="module")
def gatherings() -> list[moves.Gathering]:
    return moves.gatherings()


def test_gathering_saves_tokens(gatherings: list[moves.Gathering]) -> None:
    """The kernel is longer if the operand is not gathered, and each gathered register costs just one mov."""
    assert gatherings
    for found in gatherings:
        assert found.tokens < found.without, found
        assert found.movs == len(found.sources), found


def test_without_gathering_nothing_is_gathered() -> None:
    """The program that the saving is measured against must have no such mov."""
    rows = json.loads((moves.KERNELS / "index.json").read_text())
    row = next(row for row in rows if row["name"] == "rust_transform")
    assert sum(move.reason == "operand" for move in moves.moves(moves.compiled(row).code)) == 4
    assert not [move for move in moves.moves(moves.without_gathering(row).code) if move.reason == "operand"]


def test_the_document_lists_every_gathering(gatherings: list[moves.Gathering]) -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "agal.md").read_text()
    for found in gatherings:
        assert moves.row(found) in text
    assert text.count("\n" + moves.HEAD.splitlines()[0]) == 1
    table = text[text.index(moves.HEAD) + len(moves.HEAD) :].split("\n<!--")[0]
    assert len(table.strip().splitlines()) == len(gatherings)


def test_moves_of_a_conditional() -> None:
    text = "ine v0.x, v0.y\nmov ft0, v1\nels\nmov ft0, v2\neif\nmov oc, ft0"
    assert [move.reason for move in moves.moves(assemble(text, version=2))] == ["join", "join", "join"]
