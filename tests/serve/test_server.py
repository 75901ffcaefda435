"""The server: who may ask, what comes back, and that no source harms it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="gpucc[serve] is not installed")
pytest.importorskip("httpx2", reason="the test client of starlette needs httpx2")

from starlette.testclient import TestClient

from gpucc.serve.app import MOST_BODY, ServeSettings, application
from gpucc.serve.languages import MOST_SOURCE

TOKEN = "token-of-the-test"
HOST = "127.0.0.1:8740"
FRAG = """precision mediump float;
varying vec2 uv;
uniform float size;
void main() {
  gl_FragColor = vec4(uv * size, 0.5, 1.0);
}
"""
# 216,000 rounds, which lima-pp would need minutes to unroll, or to simulate
ENDLESS = """precision highp float;
varying vec2 uv;
void main() {
  float a = uv.x;
  for (int i = 0; i < 60; i++) for (int j = 0; j < 60; j++) for (int k = 0; k < 60; k++)
    a = sin(a * 1.7 + float(i * j)) + a / (a + 2.0);
  gl_FragColor = vec4(a);
}
"""


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = ServeSettings(8740, TOKEN, workers=2, seconds=120.0, cpu=2)
    with TestClient(application(settings), base_url=f"http://{HOST}") as found:
        found.headers["authorization"] = f"Bearer {TOKEN}"
        found.headers["x-client"] = "test"
        yield found


def events(client: TestClient, kind: str, **request: Any) -> list[dict[str, Any]]:
    answer = client.post(f"/api/{kind}", json=request)
    assert answer.status_code == 200, answer.text
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert found[-1] == {"event": "end"}
    return found[:-1]


def compiled(client: TestClient, source: str, *isas: str, language: str = "frag", options: str = "") -> dict[str, Any]:
    targets = [{"name": isa, "isa": isa, "options": options} for isa in isas]
    told = events(client, "compile", source=source, language=language, targets=targets)
    return {one["target"]: one for one in told if one["event"] in ("made", "failed")}


def message(answer: dict[str, Any]) -> str:
    assert answer["event"] == "failed", answer
    return " ".join([answer["findings"][0]["message"], *answer["findings"][0]["notes"]])


# who may ask ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8740", "127.0.0.1", "127.0.0.1:80", ""])
def test_a_name_that_was_made_to_point_here_gets_nothing(client: TestClient, host: str) -> None:
    for path in ("/", "/static/panes.js", "/api/about"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 403
        assert "answers only to 127.0.0.1:8740" in answer.text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9", "https://127.0.0.1:8740"])
def test_a_page_of_another_origin_gets_nothing(client: TestClient, origin: str) -> None:
    for path in ("/api/compile", "/api/draw"):
        assert client.post(path, headers={"origin": origin}, json={}).status_code == 403
    assert client.get("/", headers={"origin": origin}).status_code == 403
    assert client.get("/api/about", headers={"sec-fetch-site": "cross-site"}).status_code == 403


@pytest.mark.parametrize("token", ["", "Bearer ", "Bearer wrong", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}"])
def test_only_the_token_opens_the_interface(client: TestClient, token: str) -> None:
    assert client.get("/api/about", headers={"authorization": token}).status_code == 401
    assert client.post("/api/compile", headers={"authorization": token}, json={}).status_code == 401


def test_the_page_needs_no_token_and_may_load_its_own_files_alone(client: TestClient) -> None:
    answer = client.get("/", headers={"authorization": ""})
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert client.get("/", headers={"host": "localhost:8740"}).status_code == 200


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/index.json", "/etc/passwd"])
def test_only_the_files_of_the_page_are_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


# compiling ------------------------------------------------------------------------------------------------------------


def test_each_target_gets_all_panes(client: TestClient) -> None:
    found = compiled(client, FRAG, "agal", "lima-pp", "agsl")
    for isa, answer in found.items():
        assert answer["event"] == "made", answer
        assert answer["verdict"].startswith("verified on")
        roles = {pane["role"] for pane in answer["panes"]}
        assert {"ir", "graph", "cost", "lanes", "registers"} <= roles
        assert ("assembly" in roles and "schedule" in roles) == (isa != "agsl")
        assert answer["lines"]["5"]["keys"]
        assert [one["name"] for one in answer["scene"]["uniforms"]] == ["size"]


def test_an_error_has_its_line_and_a_remedy(client: TestClient) -> None:
    answer = compiled(client, FRAG.replace("size,", "sise,"), "agal")["agal"]
    assert answer["event"] == "failed"
    finding = answer["findings"][0]
    assert (finding["line"], finding["file"]) == (5, "shader.frag")
    assert "sise" in finding["message"]


def test_options_are_those_of_the_command_line(client: TestClient) -> None:
    source = "void main() { gl_FragColor = vec4(SHADE); }\n"
    assert compiled(client, source, "agal", options="-D SHADE=0.5 -O1 --arithmetic strict")["agal"]["event"] == "made"
    assert "SHADE" in message(compiled(client, source, "agal")["agal"])
    assert "--arithmetic cannot be 'quick'" in message(
        compiled(client, source, "agal", options="--arithmetic quick")["agal"]
    )
    assert "No such option" in message(compiled(client, source, "agal", options="-o x.agal")["agal"])
    assert "cannot be read" in message(compiled(client, source, "agal", options="'")["agal"])


def test_a_picture_is_drawn_beside_the_references(client: TestClient) -> None:
    made = compiled(client, FRAG, "agal")["agal"]
    target = {"name": "agal", "isa": "agal", "options": "", "program": made["program"]}
    request = {"source": FRAG, "language": "frag", "size": [16, 16], "frames": [0, 1], "textures": {}}
    told = events(client, "draw", **request, uniforms={"size": "0.5"}, targets=[target])
    frames = [one for one in told if one["event"] == "frame"]
    assert [one["frame"] for one in frames] == [0, 1]
    assert frames[0]["differing"] == 0
    assert frames[0]["ours"] == frames[0]["theirs"]
    refused = events(client, "draw", **request, uniforms={"sise": "0.5"}, targets=[target])
    assert "sise" in message(refused[-1])


# no source harms it ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ['"/etc/passwd"', "</etc/passwd>", '"../../../../etc/passwd"', '"shader.frag"'])
def test_nothing_is_included_from_the_disk(client: TestClient, name: str) -> None:
    answer = compiled(client, f"#include {name}\n{FRAG}", "agal")["agal"]
    told = message(answer)
    assert "root:" not in json.dumps(answer)
    assert "cannot include" in told, told
    assert answer["findings"][0]["line"] == 1


@pytest.mark.parametrize(
    "options", ["--include-anywhere", "-I /etc", "-I/etc", "-DX -I/etc", "--include-any", "-wI/etc"]
)
def test_no_option_opens_a_folder(client: TestClient, options: str) -> None:
    told = message(compiled(client, f'#include "/etc/passwd"\n{FRAG}', "agal", options=options)["agal"])
    assert "cannot be given here" in told or "No such option" in told, told


def test_debug_information_names_no_file_that_is_shown(client: TestClient) -> None:
    source = (
        "define <4 x float> @main(<4 x float> %a) !dbg !4 {\n  %s = fadd <4 x float> %a, %a, !dbg !5\n"
        "  ret <4 x float> %s, !dbg !5\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!3}\n"
        "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)\n"
        '!1 = !DIFile(filename: "passwd", directory: "/etc")\n!3 = !{i32 2, !"Debug Info Version", i32 3}\n'
        '!4 = distinct !DISubprogram(name: "main", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)\n'
        "!5 = !DILocation(line: 1, scope: !4)\n"
    )
    answer = compiled(client, source, "agal", language="ir", options="--stage vertex")["agal"]
    assert answer["event"] == "made", answer
    assert "root:" not in json.dumps(answer)


def test_c_and_rust_are_refused_unless_compilers_are_allowed(client: TestClient) -> None:
    for language, name in (("c", "clang"), ("rust", "rustc")):
        told = message(compiled(client, "float f(float x) { return x; }", "agal", language=language)["agal"])
        assert name in told
        assert "--allow-compilers" in told


def test_a_large_source_is_refused_with_the_reason(client: TestClient) -> None:
    targets = [{"name": "a", "isa": "agal", "options": ""}]
    for size in (MOST_SOURCE + 1, MOST_BODY["compile"], 5_000_000):
        answer = client.post("/api/compile", json={"source": "a" * size, "language": "frag", "targets": targets})
        assert answer.status_code == 413
        assert "is larger than" in answer.json()["error"]


@pytest.mark.parametrize(
    "body", [b"", b"[", b"[]", b"{}", b'{"source": 1, "targets": [], "language": ""}', b"[" * 100_000]
)
def test_what_is_no_request_is_refused(client: TestClient, body: bytes) -> None:
    assert client.post("/api/compile", content=body).status_code == 400


def test_a_source_without_an_end_is_stopped_and_the_server_goes_on(client: TestClient) -> None:
    told = message(compiled(client, ENDLESS, "lima-pp")["lima-pp"])
    assert "needs more time of the processor" in told
    assert "--effort 0" in told
    assert compiled(client, FRAG, "agal")["agal"]["event"] == "made"


def test_a_source_that_is_nested_too_deeply_is_refused(client: TestClient) -> None:
    deep = "void main() { gl_FragColor = vec4(" + "(" * 20_000 + "1.0" + ")" * 20_000 + "); }\n"
    assert "nested" in message(compiled(client, deep, "agal")["agal"])
