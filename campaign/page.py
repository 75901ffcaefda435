"""A campaign as one page of HTML that needs nothing else: what was asked for, the table, and what deserves a look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from gpucc.campaign.journal import JournalRow
from gpucc.campaign.tables import Row, told

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .25rem .75rem; text-align: right; }
tr { border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent); }
th:first-child, td:first-child { text-align: left; }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentcolor 8%, transparent); }
summary { cursor: pointer; }
"""


def page(title: str, about: Mapping[str, Any], table: Sequence[Row], notable: Sequence[JournalRow]) -> str:
    """`notable` are the tasks whose results are shown in full."""
    asked = "".join(f"<dt>{escape(word)}</dt><dd>{escape(told(value))}</dd>" for word, value in sorted(about.items()))
    head, *lines = table
    rows = "".join(f"<tr>{_cells(line, 'td')}</tr>" for line in lines)
    looks = "".join(
        f"<details><summary>{escape(row.task.name)}: {escape(row.result.outcome)}</summary>"
        f"<pre>{escape(row.result.said)}</pre></details>"
        for row in notable
    )
    section = f"<h2>To look at ({len(notable)})</h2>{looks}" if notable else "<p>Nothing to look at.</p>"
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><main><h1>{escape(title)}</h1><dl>{asked}</dl>"
        f'<div class="wide" tabindex="0"><table><thead><tr>{_cells(head, "th")}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{section}</main></html>\n"
    )


def _cells(line: Row, kind: str) -> str:
    return "".join(f"<{kind}>{escape(f'{cell:,}' if isinstance(cell, int) else str(cell))}</{kind}>" for cell in line)
