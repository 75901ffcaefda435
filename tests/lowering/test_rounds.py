"""Loops that count further than a target can: refused with the reason and the line, or with a warning."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import Unsupported

HEAD = "precision mediump float; varying vec2 c; uniform int n;\nvoid main(){ float r = 0.0;\n"
LOOP = "for (int i = 0; i < %s; i++) { r = r * 0.5 + c.x;%s }\ngl_FragColor = vec4(r); }\n"


def shader(count: str, more: str = "") -> str:
    return HEAD + LOOP % (count, more)


@pytest.mark.parametrize("count", ["2060", "4000", "100000", "100000000"])
@pytest.mark.parametrize("more", ["", " if (r > 100.0) break;"])
def test_a_count_beyond_halves_is_refused_with_its_line(count: str, more: str) -> None:
    with pytest.raises(Unsupported, match="this loop counts to") as caught:
        driver.compile(shader(count, more), "lima-pp", stage="fragment", name="rounds.frag", verify=None)
    assert "exact integers up to 2048" in caught.value.message
    assert caught.value.location is not None
    assert caught.value.location.line == 3


def test_a_count_that_halves_have_is_taken() -> None:
    assert driver.compile(shader("2000"), "lima-pp", stage="fragment", name="rounds.frag", verify=None).code


def test_a_count_of_run_time_is_warned_of() -> None:
    told: list[object] = []
    driver.compile(
        shader("n"),
        "lima-pp",
        stage="fragment",
        name="rounds.frag",
        verify=None,
        observe=lambda k, v: told.append((k, v)),
    )
    assert any(kind == "warning" and "must not count beyond 2048" in str(text) for kind, text in told)  # type: ignore[misc]


def test_a_long_loop_is_not_said_to_be_of_unknown_length() -> None:
    with pytest.raises(Unsupported, match=r"counts to (99999999|100000000), too far to be unrolled"):
        driver.compile(shader("100000000"), "agal", stage="fragment", name="rounds.frag", verify=None)
