"""Takes apart vectors of whole words whose elements are narrowed: LLVM would read them as vectors of bytes.

`trunc i32 (extractelement <2 x i32> v, 0) to i8` becomes an element of v seen as <8 x i8>, and a load of that type says
nothing of the components, each of which holds a whole number.
"""

from __future__ import annotations

import re

LOADED = re.compile(
    r"^  (%\S+) = load <(\d+) x i32>, (ptr(?: addrspace\(\d+\))?) ([%@][^\s,]+)(?:, align \d+)?(?:, (!dbg !\d+))?.*$",
    re.MULTILINE,
)
NARROWED = re.compile(r"^  %\S+ = trunc (?:nuw |nsw )*i32 (%\S+) to i(?:8|16)\b", re.MULTILINE)
SHIFTED = re.compile(r"^  (%\S+) = lshr (?:exact )?i32 (%\S+), \d+", re.MULTILINE)
ELEMENT = re.compile(r"^  (%\S+) = extractelement <\d+ x i32> (%\S+), ", re.MULTILINE)
# a load of a vector of parts of words
PARTS = re.compile(r"^  %\S+ = load <\d+ x i(?:8|16)>, ", re.MULTILINE)
WORD = 4


def words_apart(text: str) -> str:
    """Return the text with loads of single words in place of those of vectors that have a narrowed element."""
    narrowed = set(NARROWED.findall(text))
    if not narrowed:
        return text
    narrowed |= {source for shifted, source in SHIFTED.findall(text) if shifted in narrowed}
    vectors = {vector for element, vector in ELEMENT.findall(text) if element in narrowed}
    return _apart(text, vectors) if vectors else text


def all_words_apart(text: str) -> str:
    """Return the text with loads of single words in place of those of all vectors that have an element read. LLVM
    narrows more than a `trunc` says, such as what a `switch` chooses by."""
    return _apart(text, {vector for _, vector in ELEMENT.findall(text)})


def has_new_parts(before: str, after: str) -> bool:
    """Whether passes of LLVM made a load of parts of words."""
    return PARTS.search(after) is not None and PARTS.search(before) is None


def _apart(text: str, vectors: set[str]) -> str:
    count = 0

    def words(found: re.Match[str]) -> str:
        nonlocal count
        name, lanes, pointer, place = found[1], int(found[2]), found[3], found[4]
        where = f", {found[5]}" if found[5] else ""
        if name not in vectors:
            return found[0]
        lines, vector = [], "poison"
        for lane in range(lanes):
            at, word, made = (f"%gpucc.{what}{count}.{lane}" for what in ("place", "whole", "words"))
            made = name if lane + 1 == lanes else made
            lines += [
                f"  {at} = getelementptr inbounds i8, {pointer} {place}, i64 {WORD * lane}",
                f"  {word} = load i32, {pointer} {at}, align {WORD}{where}",
                f"  {made} = insertelement <{lanes} x i32> {vector}, i32 {word}, i64 {lane}",
            ]
            vector = made
        count += 1
        return "\n".join(lines)

    return LOADED.sub(words, text)
