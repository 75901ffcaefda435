"""Generated sections of documents, between `<!-- NAME: COMMAND -->` and `<!-- end of NAME -->`."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def section(document: str, name: str) -> str:
    """The text of the section in the document."""
    found = re.search(_pattern(name), (ROOT / document).read_text(), re.DOTALL)
    if found is None:
        raise SystemExit(f"{document} has no section {name!r}")
    return found.group(2).strip()


def write_section(document: str, name: str, text: str) -> None:
    path = ROOT / document
    old = path.read_text()
    section(document, name)
    path.write_text(
        re.sub(
            _pattern(name), lambda found: f"{found.group(1)}\n{text.strip()}\n{found.group(3)}", old, flags=re.DOTALL
        )
    )


def _pattern(name: str) -> str:
    return rf"(<!-- {re.escape(name)}: [^\n]*-->)(.*?)(<!-- end of {re.escape(name)} -->)"
