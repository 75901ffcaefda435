"""A cursor over one line of assembly that takes patterns one after the other; errors point at a place in the line."""

from __future__ import annotations

import re

from gpucc.errors import InputError, LimitExceeded, Location


class LineCursor:
    """One line without its comment. White space is skipped everywhere."""

    def __init__(self, file: str, number: int, text: str, comment: str) -> None:
        self.file = file
        self.number = number
        self.text = text
        self.body = text.split(comment, 1)[0].rstrip()
        self.position = 0
        self.skip()

    def skip(self) -> None:
        while self.position < len(self.body) and self.body[self.position].isspace():
            self.position += 1

    def at_end(self) -> bool:
        return self.position >= len(self.body)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.body, self.position)
        if match:
            self.position = match.end()
            self.skip()
        return match

    def mark(self, text: str) -> bool:
        if not self.body.startswith(text, self.position):
            return False
        self.position += len(text)
        self.skip()
        return True

    def error(
        self, message: str, *notes: str, at: int | None = None, limit: bool = False
    ) -> InputError | LimitExceeded:
        column = (self.position if at is None else at) + 1
        return (LimitExceeded if limit else InputError)(
            message, Location(self.file, self.number, column), notes, self.text
        )
