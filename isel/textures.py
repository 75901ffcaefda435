"""The test of texture nodes that rules of several targets share."""

from __future__ import annotations

from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class TextureMode:
    """Accepts texture nodes of this dimension and mode; their attr is (sampler, dimension, mode)."""

    dimension: str
    mode: str

    def __call__(self, attr: object) -> bool:
        return isinstance(attr, tuple) and tuple(attr[1:3]) == (self.dimension, self.mode)

    def __repr__(self) -> str:
        return f"{self.dimension}/{self.mode}"
