"""The tasks of `gpucc campaign corpus` and `verify`: a shader, a stage of a file that holds two, or a pair to link."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gpucc import driver
from gpucc.campaign.journal import CampaignTask
from gpucc.endings import ENDINGS
from gpucc.errors import UsageError
from gpucc.program import Stage
from gpucc.records import dataclass
from gpucc.terminal.wishes import readable

# the files of a folder that are taken for sources
SOURCES = (*ENDINGS, ".ll", ".bc")
PAIR: tuple[Stage, Stage] = ("vertex", "fragment")


@dataclass(frozen=True, slots=True)
class CampaignSource:
    """A shader of a campaign: its file, its name in tables, its stage if that is known, and whether the file has
    another one, too."""

    file: Path
    label: str
    stage: Stage | None
    part: bool = False

    @property
    def name(self) -> str:
        return f"{self.label}:{self.stage}" if self.part else self.label


def sources(kind: str, inputs: Sequence[str], stage: Stage | None) -> Iterator[CampaignSource]:
    for file, label in _files(kind, inputs):
        known = stage or driver.stage_of(file.name, file)
        parts = () if known else driver.parts_of(file.read_bytes())
        if parts:
            yield from (CampaignSource(file, label, part, part=True) for part in parts)
        else:
            yield CampaignSource(file, label, known)


def _files(kind: str, inputs: Sequence[str]) -> Iterator[tuple[Path, str]]:
    for word in inputs:
        if kind == "verify":
            yield readable(word).resolve(), word
            continue
        if not os.path.isdir(word):
            raise UsageError(f"there is no folder {word!r}", notes=("campaign verify takes single shaders",))
        root = Path(word).resolve()
        found = (path for path in sorted(root.rglob("*")) if path.suffix.lower() in SOURCES and path.is_file())
        prefix = f"{word.rstrip('/')}/" if len(inputs) > 1 else ""
        yield from ((path, f"{prefix}{path.relative_to(root)}") for path in found)


def tasks(
    found: Sequence[CampaignSource], isas: Sequence[str], seeds: range, given: Mapping[str, Any], pairs: bool
) -> Iterator[CampaignTask]:
    """A task for each shader, target and seed; with `pairs`, also for each pair. `given` is what all tasks have."""
    for source in found:
        for isa in isas or driver.isas():
            if source.stage is None or source.stage in driver.stages_of(isa):
                own = {"file": str(source.file), "stage": source.stage if source.part else None}
                yield from _seeded(source.name, isa, seeds, {**given, **own})
    for vertex, fragment in _pairs(found) if pairs else ():
        name = f"{vertex.label} + {fragment.file.name}" if vertex.file != fragment.file else vertex.label
        for isa in _both(isas):
            yield from _seeded(name, isa, seeds, {**given, "pair": [str(vertex.file), str(fragment.file)]})


def _seeded(name: str, isa: str, seeds: range, given: Mapping[str, Any]) -> Iterator[CampaignTask]:
    for seed in seeds:
        which = f" seed {seed}" if len(seeds) > 1 else ""
        yield CampaignTask(f"{name}{which} {isa}", {**given, "isa": isa, "seed": seed})


def _pairs(found: Sequence[CampaignSource]) -> Iterator[tuple[CampaignSource, CampaignSource]]:
    """The stages of one file, and files that differ in the ending of their stage alone."""
    groups: dict[Path, dict[Stage, CampaignSource]] = {}
    for source in found:
        if source.stage is not None:
            key = source.file if source.part else source.file.with_name(_stem(source.file.name))
            groups.setdefault(key, {}).setdefault(source.stage, source)
    for group in groups.values():
        if all(stage in group for stage in PAIR):
            yield group["vertex"], group["fragment"]


def _stem(name: str) -> str:
    """The name of a file without endings of stages and languages."""
    while Path(name).suffix.lower() in SOURCES:
        name = Path(name).stem
    return name


def _both(isas: Sequence[str]) -> list[str]:
    """The targets that run both stages, and the families whose members do."""
    wanted = isas or driver.isas()
    alone = [isa for isa in wanted if all(stage in driver.stages_of(isa) for stage in PAIR)]
    families = [
        name
        for name in driver.families()
        if (members := driver.family_named(name))
        and any(isa in wanted for isa in members)
        and all(any(stage in driver.stages_of(isa) for isa in members) for stage in PAIR)
    ]
    return [*alone, *families]
