"""The record of a compilation that `gpucc bisect` reads: the graph after each pass, and the rules that were used."""

from __future__ import annotations

from dataclasses import field

from gpucc.lowering.graph import Graph
from gpucc.lowering.text import GraphListing
from gpucc.records import dataclass
from gpucc.rules.uses import PREFIX, UseTable

__all__ = ["PREFIX", "CompileWatch"]


@dataclass
class CompileWatch:
    """An observer of the driver. `steps` are (pass, graph), `rules` are (stage, full name of the rule)."""

    steps: list[tuple[str, Graph]] = field(default_factory=list)
    rules: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, stage: str, value: object) -> None:
        if isinstance(value, GraphListing):
            self.steps.append((stage, value.graph))
        elif isinstance(value, UseTable):
            self.rules += [(stage, rule) for stage, rule, _ in value.rows]
