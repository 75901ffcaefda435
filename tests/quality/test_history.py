"""The history of the tables in docs/: what benchmarks/history.py reads from a document, and what it calls a change."""

import csv

import history

DOCUMENT = """# Counts
## lima-vp
| shader | gpucc | of Mesa | state |
| --- | ---: | --- | --- |
| `a.vert` | **1,204** | 91.5% | verified |
| a \\| b | 7 | - | refused |
| a \\| b | 8 | - | refused |

```text
| not | a |
| --- | --- |
| table | 3 |
```
"""


def test_numbers_are_found_by_section_row_and_column() -> None:
    assert history.numbers(DOCUMENT) == {
        ("lima-vp", "a.vert / verified", "gpucc"): "1204",
        ("lima-vp", "a.vert / verified", "of Mesa"): "91.5%",
        ("lima-vp", "a | b / - / refused", "gpucc"): "7",
        ("lima-vp", "a | b / - / refused (2)", "gpucc"): "8",
    }


def test_a_change_names_new_numbers_and_lost_rows_alone() -> None:
    old = history.numbers(DOCUMENT)
    new = history.numbers(DOCUMENT.replace("1,204", "1,203").replace("| a \\| b | 8 | - | refused |\n", ""))
    assert list(history.changes(old, new)) == [
        (("lima-vp", "a.vert / verified", "gpucc"), "1203"),
        (("lima-vp", "a | b / - / refused (2)", "gpucc"), ""),
    ]


def test_no_line_of_the_file_repeats_the_number_before_it() -> None:
    with history.HISTORY.open(newline="") as file:
        rows = list(csv.DictReader(file))
    last: dict[tuple[str, ...], str] = {}
    assert rows
    for row in rows:
        place = (row["document"], row["section"], row["row"], row["column"])
        assert row["value"] == "" or history.number(row["value"]) == row["value"]
        assert last.get(place) != row["value"]
        last[place] = row["value"]


def _row(commit: str, row: str, value: str) -> dict[str, str]:
    return {"commit": commit, "document": "d.md", "section": "s", "row": row, "column": "gpucc", "value": value}


def test_the_mean_moves_with_rows_that_stay_and_not_with_rows_that_come_or_go() -> None:
    rows = [
        *(_row("c1", name, "10") for name in "ab"),
        _row("c2", "a", "40"),  # four times one of two rows: twice the mean
        _row("c3", "new", "9000"),
        _row("c4", "b", ""),
        _row("c5", "a", "10"),  # a quarter of one of two rows
    ]
    means = history.index(rows, "d.md", "gpucc")
    assert [(commit, round(mean, 6)) for commit, mean in means] == [
        ("c1", 100.0), ("c2", 200.0), ("c3", 200.0), ("c4", 200.0), ("c5", 100.0)
    ]  # fmt: skip


def test_the_picture_is_drawn_from_the_file() -> None:
    with history.HISTORY.open(newline="") as file:
        assert history.PICTURE.read_text() == history.picture(list(csv.DictReader(file)))
