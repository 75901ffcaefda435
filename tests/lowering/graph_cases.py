"""Helpers for tests of graph building: shaders from a few lines, and the comparison with LLVM's JIT."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from graph_shaders import graph_of, jit, random_inputs, same, shader

from gpucc.errors import GpuccError, Unsupported
from gpucc.lowering.graph import Graph, Node, roots, topological
from gpucc.lowering.simplify.simplify import simplify
from gpucc.lowering.text import format_graph
from gpucc.reduce.graph_runs import evaluate

LANES = 48


def nodes(graph: Graph) -> list[Node]:
    return topological([root for block in graph.blocks for root in roots(block)])


def ops(graph: Graph) -> set[str]:
    return {node.op for node in nodes(graph)}


def program(result: str, parameters: str, body: str, extra: str = "") -> str:
    """A shader whose body defines %a, %b ... for the members of its result, one letter each."""
    types = [word.strip() for word in result.split(";")]
    struct = "{ " + ", ".join(types) + " }"
    lines = [f"define {struct} @gpucc.shader({parameters}) {{", "entry:", body]
    whole = "poison"
    for k, type in enumerate(types):
        lines.append(f"  %ret{k} = insertvalue {struct} {whole}, {type} %{'abcdefgh'[k]}, {k}")
        whole = f"%ret{k}"
    return "\n".join([extra, *lines, f"  ret {struct} {whole}", "}"])


def agree(text: str, integers: tuple[int, ...] = (), ulps: int = 0, inputs: Any = None, **record: Any) -> Graph:
    """Check that the graph computes LLVM's results, before and after simplification; return it."""
    wanted = shader(text, **record)
    graph = graph_of(wanted)
    if inputs is None:
        inputs = random_inputs(LANES, max(1, len(wanted.inputs)), integers=integers)
    uniforms = np.random.default_rng(7).normal(0, 3, (64, 4)).astype(np.float32)
    known = jit(wanted, inputs, uniforms)
    for form in (graph, simplify(graph)):
        found = evaluate(form, inputs, uniforms)
        for place, values in known.items():
            assert same(found[place], values, ulps), (place, format_graph(form))
    return graph


def refused(text: str, kind: type[GpuccError] = Unsupported, **record: Any) -> GpuccError:
    with pytest.raises(kind) as caught:
        graph_of(shader(text, **record))
    assert caught.value.location is not None
    return caught.value


def switch(cases: str, default: str = "other") -> str:
    return f"""
define {{ float }} @gpucc.shader(float %x, i32 %n) {{
entry:
  switch i32 %n, label %{default} [ {cases} ]
one:
  %p = fadd float %x, 1.0
  br label %done
two:
  br label %done
never:
  unreachable
other:
  br label %done
done:
  %w = phi float [ %p, %one ], [ 2.0, %two ], [ %x, %other ]
  %r = insertvalue {{ float }} poison, float %w, 0
  ret {{ float }} %r
}}"""
