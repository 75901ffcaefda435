"""What a case of a conformance suite asked of gpucc, and whether the answer is the suite's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["right", "wrong", "limit"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """`question` is a column of the suite's table, such as `accept`, `refuse` or `values lima-pp`.

    `limit` is a refusal because the target has no more room, or no such thing at all; `note` names the class of it
    then. Of what is wrong, `note` tells the difference.
    """

    question: str
    verdict: Verdict
    note: str = ""
