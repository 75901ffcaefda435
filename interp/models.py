"""The target's own values of approximate functions, for a reference that must agree with them bit for bit.

`make` compiles a program of that one instruction for the target, and the simulator runs it. Its values count only if
they are within the guaranteed bounds of the true ones, so a function that is compiled wrongly proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.reference.body import PERIODIC, slope
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.models import LETTERS, ModelTemplate
from gpucc.interp.rounding import ulp
from gpucc.isa.model import FP32, Bound, Format, Isa
from gpucc.program import Interface, Program, Shader, file_size
from gpucc.records import dataclass

# returns the source and the program of one instruction; None if the target cannot compile it alone
Make = Callable[[str], tuple[Shader, Program] | None]


Keys = NDArray[np.uint64]


@dataclass(slots=True)
class _Model:
    """One function's program, its reference, and its values so far, in the order of their arguments' bits."""

    program: Program
    reference: Reference
    keys: Keys = field(default_factory=lambda: np.zeros(0, np.uint64))
    values: F32Array = field(default_factory=lambda: np.zeros(0, np.float32))

    def places(self, keys: Keys) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The place of each argument's value, present or future, and whether it is present."""
        places = np.searchsorted(self.keys, keys)
        known = np.append(self.keys, np.uint64(0))[places] == keys
        return places, np.asarray(known & (places < len(self.keys)), np.bool_)

    def learn(self, keys: Keys, values: F32Array) -> None:
        places, _ = self.places(keys)
        self.keys, self.values = np.insert(self.keys, places, keys), np.insert(self.values, places, values)


@dataclass(slots=True)
class Models:
    """Values of instructions for arguments. `chance` selects the chip, as in a perturbed run; `ieee` is the chip with
    float32 inside."""

    make: Make
    isa: Isa
    simulate: Callable[..., Outcome]
    bounds: Mapping[str, Bound]
    domains: Mapping[str, float]
    chance: Chance | None = None
    precision: Literal["native", "ieee"] = "native"
    made: dict[ModelTemplate, _Model | None] = field(default_factory=dict)

    def __call__(self, template: ModelTemplate, operands: F32Array) -> F32Array:
        """One value for each row of operands."""
        if template not in self.made:
            self.made[template] = self._model(template)
        model = self.made[template]
        rows = np.ascontiguousarray(operands[:, : template.arity], np.float32)
        if model is None:
            return np.full(len(rows), np.nan, np.float32)
        bits = rows.view(np.uint32)
        if template.arity > 2:
            distinct, back = np.unique(bits, axis=0, return_inverse=True)
            return self._values(template, model, distinct.view(np.float32))[back.reshape(-1)]
        keys = bits[:, 0].astype(np.uint64) << np.uint64(32 * (template.arity - 1)) | (
            bits[:, -1] if template.arity == 2 else np.uint64(0)
        )
        places, known = model.places(keys)
        if not known.all():
            fresh, first = np.unique(keys[~known], return_index=True)
            model.learn(fresh, self._values(template, model, rows[~known][first]))
            places, _ = model.places(keys)
        return model.values[places]

    def knows(self, template: ModelTemplate) -> bool:
        if template not in self.made:
            self.made[template] = self._model(template)
        return self.made[template] is not None

    @property
    def _format(self) -> Format:
        return FP32 if self.precision == "ieee" else self.isa.format

    def _model(self, template: ModelTemplate) -> _Model | None:
        found = self.make(template.module)
        if found is None:
            return None
        shader, program = found
        return _Model(program, Reference(shader, self._format))

    def _values(self, template: ModelTemplate, model: _Model, rows: F32Array) -> F32Array:
        """The target's values if they are within the bound, or else the true ones."""
        lanes = -(-len(rows) // 4) * 4
        padded = np.resize(rows, (lanes, rows.shape[1]))
        batch = _given(model.program.interface, padded)
        true = model.reference.run(_given(model.reference.shader.interface, padded)).outputs[: len(rows), 0, 0]
        found = self.simulate(model.program, self.isa, batch, precision=self.precision, perturb=self.chance).outputs[
            : len(rows), 0, 0
        ]
        bounds = [self.bounds.get(op, Bound()) for op in template.ops]
        size, domain = np.abs(rows[:, 0].astype(np.float64)), self.domains.get(template.op, np.inf)
        with np.errstate(all="ignore"):
            exact = true.astype(np.float64)
            allowed = ulp(self._format, exact)
            for bound in bounds:
                allowed = allowed + np.abs(exact) * bound.relative + bound.absolute
            if template.op in PERIODIC and template.op in self.domains:
                off = size * slope(self.bounds, self.domains, template.op, self._format) * (size > domain)
                # a radian is all that there is to know of an angle; a tangent's slope is that of its square
                allowed += np.where(off < 1, off * (1 + exact * exact * (template.op == "tan")), np.inf)
                beyond: NDArray[np.bool_] | bool = False
            else:
                # beyond the domain nothing is guaranteed, and any value of the target is correct
                beyond = size > domain
            near = np.abs(found.astype(np.float64) - exact) <= allowed
        same: NDArray[np.bool_] = (found == true) | (np.isnan(found) & np.isnan(true))
        return np.where(near | same | beyond, found, true)


def _given(interface: Interface, rows: F32Array) -> Batch:
    """A batch with the operands as inputs, in their order."""
    inputs = np.zeros((len(rows), max(1, file_size(interface.inputs)), 4), np.float32)
    for slot in interface.inputs:
        number = LETTERS.index(slot.name)
        inputs[:, slot.register, slot.words.index("f")] = rows[:, number]
    return Batch(inputs, np.zeros((1, file_size(interface.uniforms), 4), np.float32))
