"""`gpucc reduce`: failing sources are shrunk by verification or by a command, and others are refused."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import planted
import pytest

from gpucc.terminal import reduce_failures

Run = Callable[..., Any]

BROKEN = """precision mediump float;
varying vec2 uv;
uniform vec4 tint;
float wave(float x) { return sin(x) + 1.0; }
void main() {
    vec3 light = vec3(uv, wave(uv.x));
    if (light.x > 0.5) { light *= 2.0; }
    vec3 wrong = light + uv * tint.a;
    gl_FragColor = vec4(light + wrong, 1.0);
}
"""
KERNEL = """define float @f(float %a, float %b) {
  %p = fmul float %a, %b
  %q = fadd float %p, %a
  %d = fsub float %q, %b
  %r = fmul float %d, %p
  ret float %r
}
"""
GREP = f"{sys.executable} -c \"import sys; sys.exit(b'wave(' not in open(sys.argv[1], 'rb').read())\""


def test_an_error_of_the_front_end_is_shrunk(gpucc: Run) -> None:
    end = gpucc("reduce k.frag --isa agal -o small.frag", {"k.frag": BROKEN})
    assert end.code == 0, end.err
    small = Path("small.frag").read_text()
    assert len(small.splitlines()) <= 4, small
    assert "+" in small
    assert "10 lines to" in end.err
    again = gpucc("verify small.frag --isa agal")
    assert "`+` cannot take vec3 and vec2" in again.err
    assert len(again.errors) == 1


def test_a_miscompilation_is_shrunk_to_a_valid_shader(gpucc: Run) -> None:
    words = "k.ll --isa lima-vp --lanes 16"
    with planted.wrong_rules(difference="add(a, b)"):
        end = gpucc(f"reduce {words}", {"k.ll": KERNEL})
        assert end.code == 0, end.err
        assert "differs from LLVM's JIT" in end.err
        assert gpucc("verify small.ll --isa lima-vp", {"small.ll": end.out}).code == 3
    assert "fsub" in end.text
    assert len(end.text.splitlines()) <= 5, end.text
    assert gpucc("verify small.ll --isa lima-vp").code == 0


def test_a_command_judges_instead(gpucc: Run) -> None:
    end = gpucc(["reduce", "k.frag", "--command", GREP, "--limit", "40"], {"k.frag": BROKEN})
    assert end.code == 0, end.err
    assert "wave(" in end.text
    assert len(end.text) < len(BROKEN) / 4


def test_the_limit_is_told(gpucc: Run) -> None:
    end = gpucc("reduce k.frag --isa agal --limit 3", {"k.frag": BROKEN})
    assert end.code == 0
    assert "the limit of 3 candidates is reached" in end.err


@pytest.mark.parametrize(
    ("number", "code", "says"),
    [
        (signal.SIGINT, 130, "stopped after 47 candidates"),
        (signal.SIGTERM, 143, "stopped after 47 candidates"),
        (signal.SIGALRM, 0, "the time of 1000 seconds is over"),
    ],
)
def test_a_stopped_search_writes_the_smallest_text(
    gpucc: Run, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int, says: str
) -> None:
    ours = reduce_failures.Examination.symptom
    asked = []

    def symptom(self: Any, *given: Any) -> Any:
        asked.append(given)
        if len(asked) == 50:
            signal.raise_signal(number)
        return ours(self, *given)

    monkeypatch.setattr(reduce_failures.Examination, "symptom", symptom)
    before = signal.getsignal(signal.SIGTERM)
    end = gpucc("reduce k.frag --isa agal --seconds 1000 -o small.frag", {"k.frag": BROKEN})
    assert (end.code, end.new) == (code, ("small.frag",))
    assert says in end.err
    small = Path("small.frag").read_text()
    assert len(small.splitlines()) < len(BROKEN.splitlines())
    asked.clear()
    end = gpucc("reduce k.frag --isa agal --seconds 1000", {"k.frag": BROKEN})
    assert (end.code, end.text) == (code, small)
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize(
    ("code", "says", "words"),
    [
        (1, "does not fail on lima-vp: there is nothing to reduce", "reduce k.ll --isa lima-vp --lanes 16"),
        (1, "the command does not find this source interesting", "reduce k.ll --command false"),
        (2, "cannot run 'no-such-program'", "reduce k.ll --command no-such-program"),
        (2, "there is no target 'x'", "reduce k.ll --isa x"),
        (2, "cannot write 'k.ll'|is an input", "reduce k.ll --isa lima-vp -o k.ll"),
    ],
)
def test_what_cannot_be_reduced(refused: Run, code: int, says: str, words: str) -> None:
    Path("k.ll").write_text(KERNEL)
    refused(code, says, words)


def test_a_candidate_must_also_be_valid(gpucc: Run) -> None:
    """Without --valid, the front end's error would remain and `main` would be removed."""
    has_main = f"{sys.executable} -c \"import sys; sys.exit(b'gl_FragColor' not in open(sys.argv[1], 'rb').read())\""
    end = gpucc(["reduce", "k.frag", "--isa", "agal", "--valid", has_main, "--limit", "100"], {"k.frag": BROKEN})
    assert end.code == 0, end.err
    assert "gl_FragColor" in end.text
    assert len(end.text.splitlines()) <= 7
    end = gpucc(["reduce", "k.frag", "--isa", "agal", "--valid", "false"])
    assert end.code == 1
    assert "--valid does not accept this source" in end.err


@pytest.mark.parametrize(("least", "told"), [(3, ""), (9, " (with --lanes 256)")])
def test_a_failure_on_few_lanes_alone_is_told(
    gpucc: Run, monkeypatch: pytest.MonkeyPatch, least: int, told: str
) -> None:
    """Candidates are compared on 256 lanes; the smallest one need not fail on the 4,096 that were asked for."""

    def symptom(self: reduce_failures.Examination, text: str | bytes, lanes: int | None = None) -> Any:
        words = text if isinstance(text, str) else text.decode()
        lines, needed = len(words.splitlines()), least if (lanes or self.lanes) > 256 else 3
        fails = "vec3" in words and lines >= needed
        return reduce_failures.Symptom("differs from LLVM's JIT", ours=True) if fails else None

    monkeypatch.setattr(reduce_failures.Examination, "symptom", symptom)
    end = gpucc("reduce k.frag --isa agal", {"k.frag": BROKEN})
    assert end.code == 0, end.err
    assert end.err.rstrip().endswith(f"agal: differs from LLVM's JIT{told}")
    end = gpucc("reduce k.frag --isa agal --limit 1", {"k.frag": BROKEN})
    assert "JIT (with --lanes 256)\n" in end.err or len(end.text) == len(BROKEN)
    end = gpucc("reduce k.frag --isa agal --lanes 256", {"k.frag": BROKEN})
    assert "--lanes" not in end.err
