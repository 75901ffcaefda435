"""The reference on IR of real compilers: neither LLVM's optimiser nor flattening may change its results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpucc.interp.compare import SAMPLES, compare
from gpucc.interp.inputs import make_batch
from gpucc.interp.reference.jit import Reference
from gpucc.interp.verify import function_bounds
from gpucc.isa.agal import AGAL
from gpucc.isa.model import FP32
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.source import load


@pytest.mark.sampled(2)
def test_kernel_means_the_same_before_and_after_optimisation(kernel: Any) -> None:
    row = kernel.row
    shader = canonicalise(
        load(str(kernel.path)), entry=row["entry"], stage=row["stage"], bind=row["bind"], default_stage=None
    )
    bounds = function_bounds(AGAL, {})
    reference = Reference(shader, FP32, bounds=bounds)
    assert reference.freedom.values is not row["exact"]
    batch, classes = make_batch(shader.interface, 128, 3, stage=shader.stage)
    first = reference.run(batch)
    free = reference.freedom.values or reference.freedom.zero_signs
    samples = [reference.run(batch, perturb=seed) for seed in range(SAMPLES if free else 0)]
    text = optimise(shader.text, level=2, unroll=True)
    for flatten in (False, True):
        run = Reference(shader, FP32, text=text, bounds=bounds, flatten=flatten).run(batch)
        report = compare(
            first,
            run,
            interface=shader.interface,
            classes=classes,
            format=FP32,
            samples=samples,
            freedom=reference.freedom,
        )
        assert not report.wrong.any(), report.difference(shader.interface, batch, classes)
        assert np.isfinite(report.distances(FP32)[1])
