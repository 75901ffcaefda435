"""The search: candidates are offered one by one, and the smallest text that still fails is kept.

The search is deterministic: the same text, judge and limit give the same candidates in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from hashlib import sha256

from gpucc.records import dataclass


class LimitReached(Exception):
    """The limit of judged candidates is reached."""


@dataclass
class Reduction:
    """The state of the search. `best` is the smallest failing text so far. `fails` judges a candidate; at most `limit`
    candidates are judged."""

    best: str
    fails: Callable[[str], bool]
    limit: int
    report: Callable[[int, str], None] = lambda tried, best: None
    tried: int = 0
    finished: bool = False
    _known: set[bytes] = field(default_factory=set)

    def offer(self, text: str) -> bool:
        """Judge a candidate, unless it was judged before; return whether it fails. If so, it becomes the best."""
        digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
        if text == self.best or digest in self._known:
            return False
        if self.tried >= self.limit:
            raise LimitReached
        self._known.add(digest)
        self.tried += 1
        self.report(self.tried, self.best)
        if not self.fails(text):
            return False
        self.best = text
        return True

    def first(self, texts: Iterable[str]) -> bool:
        """Take the first candidate that fails; return whether there was one."""
        return any(self.offer(text) for text in texts)

    def leave_out(self, count: int, render: Callable[[Sequence[bool]], str | None]) -> list[bool]:
        """Remove as many of `count` parts as possible: long runs of them first, then shorter ones, from the end to the
        beginning.

        `render` makes the text of the parts that are kept; None if these parts are not valid without the others.
        """
        kept = [True] * count
        size = count
        while size:
            left = [index for index in range(count) if kept[index]]
            end = len(left)
            progress = False
            while end > 0:
                run = left[max(0, end - size) : end]
                trial = [keep and index not in run for index, keep in enumerate(kept)]
                text = render(trial)
                if text is not None and self.offer(text):
                    kept, progress = trial, True
                end -= size
            if size == 1 and not progress:
                break
            size = max(1, size // 2) if size > 1 else 1
        return kept


def reduce_text(reduction: Reduction, passes: Sequence[Callable[[Reduction], None]]) -> None:
    """Repeat the passes until a whole round of them changes nothing."""
    try:
        while True:
            before = reduction.best
            for each in passes:
                each(reduction)
            if reduction.best == before:
                reduction.finished = True
                return
    except LimitReached:
        return


def reduce_lines(reduction: Reduction) -> None:
    """Remove lines: the pass for a text in an unknown language."""
    lines = reduction.best.splitlines(keepends=True)
    reduction.leave_out(len(lines), lambda kept: "".join(line for line, keep in zip(lines, kept, strict=True) if keep))
