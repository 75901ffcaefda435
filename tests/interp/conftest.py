"""Hand-written shaders in canonical form, for the tests of the reference."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from gpucc.isa.model import SamplerState
from gpucc.program import Interface, Shader, SignatureLeaf, Slot

KINDS = {"float": "f", "half": "h", "i1": "b"}


def _leaf(kind: str, register: int) -> SignatureLeaf:
    found = re.fullmatch(r"<(\d) x (.*)>", kind)
    count, element = (int(found.group(1)), found.group(2)) if found else (1, kind)
    return SignatureLeaf(register, 0, count, KINDS.get(element, "i"))


def _slots(kind: str, leaves: list[SignatureLeaf]) -> tuple[Slot, ...]:
    return tuple(
        Slot(f"{kind[:2]}{i}", kind, leaf.register, leaf.letter.replace("h", "f") * leaf.count)  # type: ignore[arg-type]
        for i, leaf in enumerate(leaves)
    )


def make_shader(
    body: str,
    inputs: str = "float",
    outputs: str = "float",
    *,
    uniforms: tuple[str, ...] = (),
    uniform_globals: dict[str, int] | None = None,
    samplers: dict[int, SamplerState] | None = None,
    stage: str = "vertex",
    head: str = "",
) -> Shader:
    """`body` computes %r (one output) or ends in its own `ret`; inputs are %a, %b, ..; uniform pointers %p, %q, .."""
    kinds = [kind.strip() for kind in re.findall(r"<[^>]*>|[^,]+", inputs) if kind.strip()]
    results = [kind.strip() for kind in re.findall(r"<[^>]*>|[^,]+", outputs) if kind.strip()]
    members = ", ".join(results)
    named = [f"ptr %{n}" for n, _ in zip("pqrst", uniforms, strict=False)] if not uniform_globals else []
    named += [f"{kind} %{n}" for kind, n in zip(kinds, "abcdefgh", strict=False)]
    tail = ""
    if "ret " not in body:
        tail = f"\n  %result = insertvalue {{ {members} }} poison, {members} %r, 0\n  ret {{ {members} }} %result"
    text = f"{head}\ndefine {{ {members} }} @gpucc.shader({', '.join(named)}) {{\n{body}{tail}\n}}\n"
    ins, outs = ([_leaf(kind, i) for i, kind in enumerate(group)] for group in (kinds, results))
    starts, register = [], 0
    slots = []
    for i, words in enumerate(uniforms):
        starts.append(register)
        slots.append(Slot(f"u{i}", "uniform", register, words))
        register += -(-len(words) // 4)
    states = tuple(Slot(f"s{unit}", "sampler", unit, "", sampler=state) for unit, state in (samplers or {}).items())
    interface = Interface(_slots("input", ins), _slots("output", outs), tuple(slots), states)
    return Shader(
        text,
        stage,  # type: ignore[arg-type]
        "main",
        interface,
        () if uniform_globals else tuple(starts),
        tuple(ins),
        tuple(outs),
        uniform_globals or {},
    )


@pytest.fixture
def shader() -> Callable[..., Any]:
    return make_shader
