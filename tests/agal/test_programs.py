"""The validator compared with Adobe's verdicts, and one program for each rule of later players."""

import json
from pathlib import Path
from typing import Any

import pytest

from gpucc.emit.agal_assembler import assemble
from gpucc.interp.agal_rules import RULES, Profile, link, unfinished, validate
from gpucc.program import Stage

PROGRAMS = json.loads((Path(__file__).parent.parent / "reference" / "agal" / "programs.json").read_text())
CODE = {entry["id"]: bytes.fromhex(entry["bytes"]) for entry in PROGRAMS["programs"] + PROGRAMS["agal2_weak"]}


@pytest.mark.parametrize("entry", PROGRAMS["programs"], ids=lambda e: e["id"])
def test_adobe_verdicts(entry: dict[str, Any]) -> None:
    found = validate(CODE[entry["id"]], "adobe2012")
    if entry["verdict"] == "VALID":
        assert found == []
    else:
        assert [violation.rule for violation in found][:1] == [entry["rule"]]
        assert found[0].message
        assert found[0].remedy


@pytest.mark.parametrize("entry", PROGRAMS["agal2_weak"], ids=lambda e: e["id"])
@pytest.mark.parametrize("profile", ["adobe2012", "player"])
def test_later_versions(entry: dict[str, Any], profile: Profile) -> None:
    assert validate(CODE[entry["id"]], profile) == []


@pytest.mark.parametrize("entry", PROGRAMS["programs"], ids=lambda e: e["id"])
def test_player_agrees_except_where_recorded(entry: dict[str, Any]) -> None:
    found = [violation.rule for violation in validate(CODE[entry["id"]], "player")]
    if entry["id"] == "partial-token-tail":
        assert found == ["cut-token"]
    elif entry.get("later") == "accept (newer players)":
        assert found == []
    elif "later" in entry:
        assert found == [int(entry["later"][:4])]
    elif entry["verdict"] == "VALID":
        assert found == []
    else:
        assert entry["rule"] in found


@pytest.mark.parametrize("pair", PROGRAMS["pairs"], ids=lambda p: f"{p['vertex']}+{p['fragment']}")
def test_linkage_verdicts(pair: dict[str, Any]) -> None:
    found = link(CODE[pair["vertex"]], CODE[pair["fragment"]], "adobe2012")
    match pair["linkage"]:
        case "OK":
            assert found == []
        case "FAILED":
            assert found[0].rule == pair["rule"]
        case _:
            assert [violation.rule for violation in found] == ["not-judged"]


def test_every_recorded_rule_is_ours() -> None:
    numbers = {rule.number for rule in RULES} | {3615, 3616, 3617, 3618, 3619, 3630, 3631, 3632, 3633, 3634, 3635}
    assert {entry["rule"] for entry in PROGRAMS["rules"]} <= numbers


LATER: list[tuple[int | str, Stage, int, str]] = [
    (3726, "fragment", 1, "ddx ft0, v0\nmov oc, v0"),
    (3726, "fragment", 1, "ife v0.x, fc0.x\nmov ft0, v0\neif\nmov oc, v0"),
    (3621, "fragment", 2, "sgn ft0, v0\nmov oc, ft0"),
    (3805, "vertex", 3, "tld vt0, va0, vs0 <2d>\nmov op, va0"),
    (3804, "vertex", 4, "tld vt0, va0, vs0 <2d,anisotropic2x>\nmov op, va0"),
    (3803, "fragment", 4, "tld ft0, v0, fs0 <2d>\nmov oc, v0"),
    (3623, "fragment", 2, "mov ft0, v0\neif\nmov oc, ft0"),
    (3752, "fragment", 2, "mov ft0, v0\nels\nmov oc, ft0"),
    (
        3752,
        "fragment",
        2,
        "mov ft0, v0\nifl v0.x, fc0.x\nmov ft0, v1\nels\nmov ft0, v2\nels\nmov ft0, v3\neif\nmov oc, ft0",
    ),
    (3748, "fragment", 2, "mov ft0, v0\nifl v0.x, fc0.x\nels\nmov ft0, v2\neif\nmov oc, ft0"),
    (3748, "fragment", 2, "mov ft0, v0\nifl v0.x, fc0.x\nmov ft0, v2\nels\neif\nmov oc, ft0"),
    (3739, "fragment", 2, "mov oc, v0\nifl v0.x, fc0.x\nmov ft0, v2"),
    (3758, "fragment", 2, "mov oc, v0\nine v0.x, v0.x\nmov ft0, v2\neif"),
    (3751, "fragment", 2, "ine v0.x, v0.y\nmov oc, v2\neif"),
    (3751, "vertex", 2, "ine va0.x, va0.y\nmov op, va1\neif"),
    (3742, "fragment", 2, "ine v0.x, v0.y\nddy ft0, v2\neif\nmov oc, v0"),
    (3741, "fragment", 2, "mov ft0, v0\nine v0.x, v0.y\ntex ft1, ft0, fs0 <2d>\neif\nmov oc, v0"),
    (3624, "fragment", 2, "\n".join(["ine v0.x, v0.y"] * 5 + ["mov ft0, v0"] + ["eif"] * 5 + ["mov oc, v0"])),
    (3756, "fragment", 2, "mov od, v0\nmov oc, v0"),
    (3749, "fragment", 1, "mov od.x, v0.x\nmov oc, v0"),
    (3749, "fragment", 2, "mov od1.x, v0.x\nmov oc, v0"),
    (3775, "fragment", 2, "mov oc, v0\nmov oc2, v0"),
    (3744, "fragment", 2, "mov oc, v0\nmov oc1, v0\nmov oc1, v1"),
    (3789, "vertex", 2, "mov op, va0\nadd vt0, va0, iid"),
    (3786, "vertex", 3, "mov op, va0\nmov iid, va0"),
    ("iid-range", "vertex", 3, "mov op, va0\nmov vt0, iid1"),
    (3704, "fragment", 1, "tex oc, v0, fs0 <cube,linear>"),
    (3662, "fragment", 1, "tex oc, v0, fs0 <cube,linear,miplinear,clamp_u_repeat_v>"),
    (3668, "fragment", 1, "tex oc, v0, fs0 <2d,linear,single>"),
    (3629, "fragment", 2, "\n".join(["mov ft0, v0"] * 1024 + ["mov oc, ft0"])),
]


@pytest.mark.parametrize(("rule", "stage", "version", "text"), LATER)
def test_rules_of_later_players(rule: int | str, stage: Stage, version: int, text: str) -> None:
    found = validate(assemble(text, stage, version, check=False), "player")
    assert [violation.rule for violation in found][:1] == [rule]


@pytest.mark.parametrize(
    ("stage", "version", "text"),
    [
        (
            "fragment",
            2,
            "\n".join(["mov ft0, v0", *["ine v0.x, v0.y"] * 4, "mov ft0, v0", *["eif"] * 4, "mov oc, ft0"]),
        ),
        ("fragment", 2, "ine v0.x, v0.y\ntex ft1, v0, fs0 <2d>\nels\nmov ft1, v0\neif\nmov oc, ft1\nmov od.x, v0.x"),
        ("fragment", 2, "mov oc1, v0\nmov oc, v1"),
        ("vertex", 3, "mov op, va15\nadd vt0, va0, iid"),
        ("vertex", 4, "tld vt0, va0, vs3 <2d,linear>\nmov op, va0"),
        ("fragment", 2, "\n".join(["mov ft0, v0"] * 1023 + ["mov oc, ft0"])),
    ],
)
def test_programs_later_players_accept(stage: Stage, version: int, text: str) -> None:
    assert validate(assemble(text, stage, version), "player") == []


def test_depth_and_colours_of_version_2_satisfy_both_profiles() -> None:
    code = assemble("mov oc, v0\nmov oc1, v0\nmov od.x, v0.x", version=2)
    assert validate(code, "adobe2012") == validate(code, "player") == []


def test_violations_say_where() -> None:
    code = assemble("mov ft0.x, v0.x\nadd ft1, ft0, fc0\nmov oc, ft2", "fragment")
    first, second = validate(code, "adobe2012")
    assert (first.rule, first.token, first.offset) == (3648, 2, 31)
    assert "ft0.yzw" in first.message
    assert (second.rule, second.token, second.offset) == (3647, 3, 55)
    assert str(second).startswith("rule 3647, token 3 (byte 55): ft2")


def test_pairs_of_unlike_versions() -> None:
    vertex, fragment = assemble("mov op, va0\nmov v0, va1"), assemble("mov oc, v0", version=2)
    assert [violation.rule for violation in link(vertex, fragment)] == [3757]
    assert link(vertex, fragment, "adobe2012") == []


def test_unfinished_programs() -> None:
    assert [v.rule for v in unfinished(assemble("mov v1.xy, va0\nmov op.xyz, va0"))] == [3633, 3635]
    assert [v.rule for v in unfinished(assemble("mov ft0, v0"))] == [3634]
    assert unfinished(assemble("mov oc, v0")) == []


@pytest.mark.parametrize("size", range(80))
def test_garbage_of_every_length_is_judged(size: int) -> None:
    for filler in (b"\0", b"\xff", b"\xa0\x01\0\0\0\xa1\x01"):
        code = (filler * 80)[:size]
        for profile in ("adobe2012", "player"):
            assert all(violation.message for violation in validate(code, profile))
