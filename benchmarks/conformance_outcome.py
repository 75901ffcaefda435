"""The outcome of one question that a conformance suite's case poses: whether gpucc's answer is the expected one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["right", "wrong", "limit"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """`question` is a column of the suite's table, such as `accept`, `refuse` or `values lima-pp`.

    The verdict `limit` is a refusal because the target lacks room or the feature; `note` then names the class of the
    refusal. For a wrong answer, `note` describes the difference.
    """

    question: str
    verdict: Verdict
    note: str = ""
