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
    assert driver.compile(shader("2000"), "lima-pp", stage="fragment", name="rounds.frag", verify=None, effort=0).code


def test_a_count_of_run_time_is_warned_of() -> None:
    told: list[object] = []
    driver.compile(
        shader("n"),
        "lima-pp",
        stage="fragment",
        name="rounds.frag",
        verify=None,
        effort=0,
        observe=lambda k, v: told.append((k, v)),
    )
    assert any(kind == "warning" and "must not count beyond 2048" in str(text) for kind, text in told)  # type: ignore[misc]


def test_a_long_loop_is_not_said_to_be_of_unknown_length() -> None:
    with pytest.raises(Unsupported, match=r"counts to (99999999|100000000), too far to be unrolled"):
        driver.compile(shader("100000000"), "agal", stage="fragment", name="rounds.frag", verify=None)


@pytest.mark.parametrize(
    ("head", "more", "stands"),
    [
        ("float j = 0.0; j < 3000.0; j += 1.0", " if (r > 100.0) break;", "2048"),
        ("float j = 0.0; j < 1.0; j += 0.0001", "", r"0\.25"),
        ("float j = 1.0; j > 0.5; j *= 0.9999", "", "1"),
        ("float j = 3000.0; j > 0.0; j -= 0.5", " if (r > 100.0) break;", "3000"),
    ],
)
def test_a_float_counter_that_halves_cannot_move_is_refused_with_its_line(head: str, more: str, stands: str) -> None:
    text = HEAD + f"for ({head}) {{ r = r * 0.5 + c.x;{more} }}\ngl_FragColor = vec4(r); }}\n"
    with pytest.raises(Unsupported, match=f"stays at {stands}, because fp16 has no number for the next step") as caught:
        driver.compile(text, "lima-pp", stage="fragment", name="rounds.frag", verify=None)
    assert caught.value.location is not None
    assert caught.value.location.line == 3


def test_a_float_counter_that_another_format_cannot_move_is_refused() -> None:
    text = (
        "attribute vec4 p; void main() { float r = 0.0;"
        " for (float j = 4095.0; j < 4096.0; j += 0.01) { r = r * 0.5 + p.x; if (r > 9.0) break; }"
        " gl_Position = vec4(r); }"
    )
    with pytest.raises(Unsupported, match="stays at 4095, because fp24"):
        driver.compile(text, "pica200", stage="vertex", name="rounds.vert", verify=None)


def warnings_of(head: str) -> list[str]:
    told: list[object] = []
    driver.compile(
        HEAD + f"for ({head}) {{ r = r * 0.5 + c.x; if (r > 100.0) break; }}\ngl_FragColor = vec4(r); }}\n",
        "lima-pp",
        stage="fragment",
        name="rounds.frag",
        verify=None,
        effort=1,
        observe=lambda kind, value: told.append(value) if kind == "warning" else None,
    )
    return [str(text) for text in told]


def test_another_count_of_a_float_counter_is_warned_of() -> None:
    (warning,) = warnings_of("float j = 3069.0; j > -1.0; j -= 3.0")
    assert "goes round 938 times at most, and in float32 1024 times, because fp16 rounds its counter" in warning


@pytest.mark.parametrize("head", ["float j = 0.0; j < 2000.0; j += 1.0", "float j = 0.0; j < 1.0; j += 0.015625"])
def test_a_float_counter_that_halves_hold_is_not_warned_of(head: str) -> None:
    assert warnings_of(head) == []
