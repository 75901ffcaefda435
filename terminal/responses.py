"""Files of arguments: `@file` on the command line stands for the words in the file, as for gcc and clang.

Words are separated by white space. Single and double quotes hold white space together, and a backslash takes the next
character as it is, inside quotes as well. A file may name further files. An `@file` that does not exist is an ordinary
word.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gpucc.errors import InputError, Location, UsageError

DEEPEST = 20
LARGEST = 1 << 24


def expanded(words: Sequence[str], depth: int = 0) -> list[str]:
    """The words, with those of files in place of `@file`."""
    done: list[str] = []
    for word in words:
        path = Path(word[1:])
        if not word.startswith("@") or len(word) == 1 or not path.is_file():
            done.append(word)
            continue
        if depth == DEEPEST:
            raise UsageError(f"{word} is nested too deeply", notes=("files of arguments name each other",))
        done += expanded(split(_text(path), str(path)), depth + 1)
    return done


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"cannot read @{path}: it is larger than {LARGEST >> 20} MiB")
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read @{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read @{path}: byte {error.start} is not UTF-8 text") from error


def split(text: str, name: str = "<text>") -> list[str]:
    """Split a text into words."""
    words: list[str] = []
    word: str | None = None
    quote = ""
    letters = iter(text)
    for letter in letters:
        if letter == "\\":
            word = (word or "") + next(letters, "")
        elif quote:
            quote, word = ("", word) if letter == quote else (quote, (word or "") + letter)
        elif letter in "'\"":
            quote, word = letter, word or ""
        elif not letter.isspace():
            word = (word or "") + letter
        elif word is not None:
            words.append(word)
            word = None
    if quote:
        raise InputError(f"the quote {quote} is not closed", Location(name), ("\\ before a quote takes it as it is",))
    return words if word is None else [*words, word]
