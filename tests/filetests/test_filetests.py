"""Every file below this folder: the pass produces the expected output, and it computes the same as the input."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filetest import FOLDER, GRAPHS, SELECTIONS, TEXTS, Case, cases, graphs_of, run
from graph_shaders import same
from graphtext import parse_graph, same_graphs

from gpucc.lowering.graph import Graph, Node, roots, topological
from gpucc.lowering.text import format_graph
from gpucc.reduce.graph_runs import GraphRunner

CASES = cases()
INF, NAN = float("inf"), float("nan")
CORNERS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    INF,
    -INF,
    NAN,
    1e-45,
    -1e-45,
    1.1754944e-38,
    3.4028235e38,
    0.5,
    -2.5,
    3.0,
    1e30,
    -1e-30,
    8388609.0,
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_pass(case: Case, golden: Callable[[Path, str], None]) -> None:
    """The values are compared first, so that --bless cannot write a wrong output."""
    assert case.about, "a file says what it shows"
    if case.path.parent.name not in GRAPHS:
        golden(case.path, case.with_output(run(case)))
        return
    before, after = graphs_of(case)
    text = format_graph(after)
    assert same_graphs(parse_graph(text), after)
    _compare(before, after, case.options.get("values", "exact"))
    golden(case.path, case.with_output(text))


def _compare(before: Graph, after: Graph, how: str) -> None:
    if how == "none":
        return
    given = _inputs(before, how == "exact")
    wanted, found = (_outputs(graph, *given) for graph in (before, after))
    assert wanted.keys() == found.keys()
    for place, values in wanted.items():
        if how == "close":
            assert np.allclose(found[place], values, rtol=1e-5, atol=1e-5, equal_nan=True), place
        else:
            assert same(found[place].astype(values.dtype), values), place


def _leaves(graph: Graph) -> Iterator[Node]:
    return (
        node
        for node in topological([root for block in graph.blocks for root in roots(block)])
        if node.op in ("input", "uniform")
    )


def _inputs(graph: Graph, awkward: bool) -> tuple[Any, Any]:
    """Inputs and uniforms that the graph reads: floats are all pairs of corner values or ordinary ones, integers are
    small, booleans take both values."""
    pairs = np.array(list(itertools.product(CORNERS, CORNERS)), np.float32)
    lanes = len(pairs)
    inputs, uniforms = (
        np.zeros((lanes, 16, 4), np.float32),
        np.random.default_rng(1).uniform(0.5, 2, (64, 4)).astype(np.float32),
    )
    for node in _leaves(graph):
        register, component = node.attr  # type: ignore[misc]
        at = 4 * register + component
        random = np.random.default_rng(at)
        if node.type.kind == "f":
            values = np.roll(pairs[:, at % 2], 7 * (at // 2)) if awkward else random.normal(0, 3, lanes)
        else:
            values = np.arange(lanes) // (1 << at % 4) % 2 if node.type.kind == "b" else random.integers(-20, 21, lanes)
        if node.op == "input":
            inputs[:, register, component] = values
        elif node.type.kind != "f":
            uniforms[register, component] = values[at % lanes]
    return inputs, uniforms


def _outputs(graph: Graph, inputs: Any, uniforms: Any) -> dict[Any, Any]:
    """The outputs of every lane, and which lanes are discarded."""
    machine = GraphRunner(graph, inputs, uniforms)
    return {**machine.run(), "discarded": machine.discarded}


def test_every_folder_is_a_pass_and_has_files() -> None:
    names = {path.name for path in FOLDER.iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert names == {*GRAPHS, *TEXTS, *SELECTIONS}
    assert {case.path.parent.name for case in CASES} == names


def test_a_wrong_output_is_refused() -> None:
    given = "graph g\n\nentry:\n  %0 = fadd f32 in0.x, 0.0\n  return\n    out0.x = %0\n"
    wrong = "graph g\n\nentry:\n  return\n    out0.x = in0.x\n"
    _compare(parse_graph(given), parse_graph(given), "exact")
    _compare(parse_graph(given), parse_graph(wrong), "finite")
    with pytest.raises(AssertionError):
        _compare(parse_graph(given), parse_graph(wrong), "exact")
