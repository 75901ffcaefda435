"""The nesting depth of programs: Skia's parser allows 50 levels by its own count, and ours counts alike."""

from __future__ import annotations

import pytest
from skia_judge import refusal

from gpucc.errors import LimitExceeded
from gpucc.frontend.compile import compile_source

# the code that is repeated n times in main: (before, repeated, after, repeated after that)
SHAPES = {
    "else if": ("if (p.x > 1.) { p.x = 2.; }", "else if (p.x > 3.) { p.y += 2.5; }", "", ""),
    "else if without braces": ("if (p.x > 1.) p.x = 2.;", "else if (p.x > 3.) p.y += 2.5;", "", ""),
    "else if with nothing": ("if (p.x > 1.) {}", "else if (p.x > 1.) {}", "", ""),
    "else if in a block": (
        "{ if (p.x > 1.) { p.x = 2.; }",
        "else if (p.x > 2.) { if (p.y > 1.) p.y += 2.5; }",
        "}",
        "",
    ),
    "parentheses behind else if": ("if (p.x > 1.) {}", "else if (p.x > 1.) {}", "else if (((((p.x)))) > 1.) {}", ""),
    "else": ("if (p.x > 1.) {}", "else { if (p.x > 1.) {}", "", "}"),
    "if": ("", "if (p.x > 1.)", "p.x = 1.;", ""),
    "if with braces": ("", "if (p.x > 1.) {", "p.x = 1.;", "}"),
    "switch": ("", "switch (int(p.x)) { case 0:", "p.x = 1.;", "}"),
    "blocks": ("", "{", "", "}"),
    "parentheses": ("p.x =", "(", "1.", ")"),
    "parentheses in sums": ("p.x =", "p.x + (", "1.", ")"),
    "minus": ("p.x =", "- ", "p.x", ""),
    "not": ("bool b =", "!", "true", ""),
    "calls": ("p.x =", "sin(", "p.x", ")"),
    "constructors": ("p.x =", "float(", "p.x", ")"),
    "choices": ("p.x =", "p.x > 0. ? 1. :", "0.", ""),
    "choices inside": ("p.x =", "p.x > 0. ?", "0.", ": 1."),
    "assignments": ("p.x", "= p.x", "", ""),
    "sums": ("p.x = p.x", "+ p.x", "", ""),
    "sums of products": ("p.x = p.x", "+ p.x * p.y * 2.0", "", ""),
    "products, then sums": ("p.x = p.x * p.x * p.x * p.x", "+ p.x", "", ""),
    "swizzles": ("p = p", ".yx", "", ""),
    "and": ("bool b = true", "&& p.x > 1.", "", ""),
    "commas": ("p.x", ", p.x", "", ""),
    "declarations": ("float a = 1.0", ", b$ = a", "", ""),
}


def source(shape: tuple[str, str, str, str], times: int) -> str:
    before, again, after, behind = shape
    body = " ".join([before, *(again.replace("$", str(k)) for k in range(times)), after, *[behind] * times])
    end = "" if body.rstrip().endswith("}") or body.rstrip().endswith("{}") else ";"
    return f"half4 main(float2 p) {{ {body}{end} return half4(p, p); }}"


def taken(text: str) -> bool:
    try:
        compile_source(text, "deep.agsl", "agsl")
    except LimitExceeded:
        return False
    return True


@pytest.mark.parametrize("name", SHAPES)
def test_nesting_is_counted_as_skia_counts(name: str) -> None:
    """Compare verdicts at every depth around the first one that Skia refuses."""
    shape = SHAPES[name]
    theirs = [refusal(source(shape, times)) is None for times in range(60)]
    last = theirs.index(False) if False in theirs else 60
    for times in (1, *range(max(last - 2, 0), min(last + 2, 60))):
        assert taken(source(shape, times)) == theirs[times], times


def test_structs_that_double_are_refused_at_once() -> None:
    structs = "".join(f"struct S{k} {{ S{k - 1} a; S{k - 1} b; }};\n" for k in range(1, 40))
    with pytest.raises(LimitExceeded) as caught:
        compile_source(
            f"struct S0 {{ float4x4 m; }};\n{structs}half4 main(float2 p) {{ S39 s; return half4(1); }}",
            "deep.agsl",
            "agsl",
        )
    assert caught.value.location is not None
    assert caught.value.location.line == 9
