"""The page in a browser: Debian's Chromium, headless, against a server of the command line.

One browser and one server serve all tests; each test has a page of its own.
"""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette", reason="gpucc[serve] is not installed")
pytest.importorskip("uvicorn", reason="gpucc[serve] is not installed")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from gpucc.emit import png  # noqa: E402

CHROMIUM = Path("/usr/bin/chromium")
ROOT = Path(__file__).resolve().parents[2]
if not CHROMIUM.exists():
    pytest.skip("there is no Chromium (apt-get install chromium)", allow_module_level=True)
if (ROOT / "serve" / "static" / "codemirror.js").exists():
    pytest.skip("CodeMirror is built here, and these tests type into the plain editor", allow_module_level=True)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SHADER = """precision mediump float;
varying vec2 uv;
uniform float size;
void main() {{
  gl_FragColor = vec4(uv * {}, size, 1.0);
}}
"""
TIMED = "void mainImage(out vec4 c, in vec2 at) { c = vec4(fract(at / iResolution.xy + iTime), 0.5, 1.0); }\n"
DONE = "() => document.body.dataset.state === 'done'"
DRAWN = "() => document.querySelectorAll('[data-frame] .figures').length > 0"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    command = [sys.executable, "-P", "-m", "gpucc", "serve", "--port", "0", "-j", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", server.stderr.readline())
        assert found is not None
        yield found[0]
        server.send_signal(signal.SIGINT)
        assert server.wait(20) in (0, 130)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.goto(address + start())
    found.wait_for_function(DONE)
    yield found
    context.close()
    assert faults == []


def start(tab: str = "assembly") -> str:
    """The part of an address that opens the page with a small shader, in the format that is not compressed."""
    state = {"l": "frag", "s": SHADER.format("0.5"), "t": [["lima-pp", "", tab], ["agal", "", tab]], "u": {}}
    return "#0" + base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")


def write(page: Any, text: str) -> None:
    page.fill("textarea", text)
    page.wait_for_function(DONE)


def tab(page: Any, title: str, target: int = 0) -> str:
    page.locator(".target").nth(target).get_by_role("tab", name=title).click()
    return str(page.locator(".target").nth(target).locator(".view").inner_text())


def test_an_error_is_shown_at_its_line_and_leaves_with_it(page: Any) -> None:
    write(page, SHADER.format("sise"))
    assert page.locator(".marks .problem.error").get_attribute("data-line") == "5"
    assert page.locator(".gutter .n.error").inner_text() == "5"
    assert "sise" in page.locator("#problems").inner_text()
    assert page.locator("textarea").get_attribute("aria-invalid") == "true"
    assert page.locator("[data-state=failed]").count() == 2
    page.locator("#problems button", has_text="line 5").first.click()
    assert page.evaluate("() => document.activeElement.selectionStart") == SHADER.format("sise").index("  gl_FragColor")
    write(page, SHADER.format("size"))
    assert page.locator(".marks .problem").count() == 0
    assert page.locator("#problems").is_hidden()
    assert page.locator("[data-state=verified]").count() == 2


def test_another_target_updates_every_pane(page: Any) -> None:
    write(page, SHADER.format("0.5"))
    titles = ["Assembly", "Schedule", "Stages", "Cost", "Checks", "Registers"]
    before = {title: tab(page, title) for title in titles}
    page.locator(".target .isa").first.select_option("agal")
    page.wait_for_function(DONE)
    after = {title: tab(page, title) for title in titles}
    assert [title for title in titles if before[title] == after[title]] == []
    assert "lima-pp" in before["Assembly"]
    assert "AGAL version 1" in after["Assembly"]
    tab(page, "Picture")
    page.wait_for_function(DRAWN)
    assert page.locator("figcaption").first.inner_text() == "agal"
    page.locator(".target .options").first.fill("--target version=2")
    page.wait_for_function(DONE)
    assert "AGAL version 2" in tab(page, "Assembly")


def test_fifty_quick_edits_leave_the_last_result(page: Any) -> None:
    tab(page, "Assembly")
    tab(page, "Assembly", 1)
    page.evaluate(
        """async texts => {
            const area = document.querySelector('textarea');
            for (const text of texts) {
                area.value = text;
                area.dispatchEvent(new Event('input'));
                await new Promise(done => setTimeout(done, 5 + 30 * Math.random()));
            }
        }""",
        [SHADER.format(f"{n}.0 / 64.0") for n in range(50)],
    )
    page.wait_for_function(DONE)
    for target in (0, 1):
        assert "0.765625" in tab(page, "Assembly", target) or "0.7656" in tab(page, "Assembly", target)


def test_a_permalink_shows_the_same_in_a_fresh_browser(page: Any, browser: Any, address: str) -> None:
    write(page, SHADER.format("0.25"))
    page.locator(".target .options").nth(1).fill("-O1")
    page.locator("#add").click()
    page.locator(".target .isa").nth(2).select_option("agsl")
    page.locator("#uniforms input[type=number]").fill("0.75")
    page.wait_for_function(DONE)
    tab(page, "Schedule")
    tab(page, "Cost", 2)
    page.wait_for_timeout(400)
    shown = page.evaluate(STATE)
    context = browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_function(DONE)
    assert other.evaluate(STATE) == shown
    assert shown["source"] == SHADER.format("0.25")
    assert shown["targets"][1][:2] == ["agal", "-O1"]
    assert shown["uniforms"] == ["0.75"]
    context.close()


STATE = """() => ({
    source: document.querySelector('textarea').value,
    language: document.querySelector('#language').value,
    targets: [...document.querySelectorAll('.target')].map(one => [one.querySelector('.isa').value,
        one.querySelector('.options').value, one.querySelector('[aria-selected=true]').textContent,
        one.querySelector('.verdict').textContent, one.querySelector('.group:not([hidden])').textContent]),
    uniforms: [...document.querySelectorAll('#uniforms input[type=number]')].map(one => one.value),
})"""


def test_a_value_is_followed_between_source_and_machine_code(page: Any) -> None:
    write(page, SHADER.format("0.5"))
    tab(page, "Assembly")
    lines = page.locator(".target").first.locator(".assembly .l[data-k]")
    lines.first.hover()
    assert page.locator(".marks .lit").get_attribute("data-line") == "5"
    assert page.locator(".target").nth(1).locator(".l.lit").count() > 0
    colours = page.locator(".gutter .n").nth(4).get_attribute("class")
    assert re.search(r"c\d", colours)[0] in (lines.first.get_attribute("class") or "")  # type: ignore[index]
    lines.first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".target").first.locator("[aria-selected=true]").inner_text() == "Schedule"


def test_sliders_and_dropped_pictures_change_the_picture(page: Any, tmp_path: Path) -> None:
    for _ in range(2):
        # the same example again: its values begin anew
        page.locator("#example").select_option("picture.frag")
        page.wait_for_function(DONE)
    assert page.locator("#uniforms input[type=number]").input_value() == "0.5"
    page.locator("#size").select_option("64")
    wait_for(page, lambda picture: len(np.unique(picture[..., 0])) > 10)
    page.locator("#uniforms input[type=number]").fill("1")
    wait_for(page, lambda picture: bool((np.ptp(picture[..., :3].astype(int), axis=2) <= 2).all()))
    page.locator("#uniforms input[type=number]").fill("0")
    red = np.full((2, 2, 4), (255, 0, 0, 255), np.uint8)
    (tmp_path / "red.png").write_bytes(png.write(red))
    page.locator(".well input").set_input_files(tmp_path / "red.png")
    wait_for(page, lambda picture: bool((picture[..., :3] == (255, 0, 0)).all()))


def wait_for(page: Any, right: Callable[[Any], bool]) -> None:
    """Wait until the first picture is as it should be."""
    for _ in range(200):
        sources = page.evaluate("() => [...document.querySelectorAll('.figures img')].map(one => one.src)")
        if sources and right(png.read(base64.b64decode(sources[0].split(",")[1]), "shown")):
            return
        page.wait_for_timeout(100)
    pytest.fail("the picture did not become what it should be")


def test_time_runs_for_shaders_that_ask_for_it(page: Any) -> None:
    write(page, TIMED)
    tab(page, "Picture")
    page.wait_for_function(DRAWN)
    page.locator("#size").select_option("64")
    page.locator("#run").click()
    page.wait_for_function("() => Number(document.querySelector('.target').dataset.frame) >= 3")
    page.locator("#run").click()
    assert page.locator("#run").get_attribute("aria-pressed") == "false"


def test_large_and_hostile_sources_leave_the_page_usable(page: Any) -> None:
    page.evaluate("size => {const area = document.querySelector('textarea'); area.value = 'a'.repeat(size);"
                  "area.dispatchEvent(new Event('input'))}", 5_000_000)  # fmt: skip
    page.wait_for_function(DONE)
    assert "is larger than" in page.locator("#problems").inner_text()
    write(page, '#include "/etc/passwd"\n' + SHADER.format("0.5"))
    assert "cannot include" in page.locator("#problems").inner_text()
    assert "root:" not in page.content()
    write(page, "</textarea><script>document.title='gone'</script>")
    assert page.title() == "gpucc"
    write(page, SHADER.format("0.5"))
    assert page.locator("[data-state=verified]").count() == 2


def test_without_the_token_the_page_asks_for_it(browser: Any, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(address.split("?")[0] + start())
    page.locator("#ask[open]").wait_for()
    assert page.locator(".target").count() == 0
    page.fill("#token", address)
    page.keyboard.press("Enter")
    page.wait_for_function(DONE)
    assert page.locator(".target").count() == 2
    context.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(
    browser: Any, address: str, width: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    script = (Path(axe.__file__).parent / "axe.min.js").read_text("utf-8")
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.goto(address + start("picture"))
    page.wait_for_function(DRAWN)
    page.evaluate(f"() => {{{script}}}")
    for shown in ["Stages", "Checks"] if width > 1000 else ["Schedule"]:
        check(page)
        tab(page, shown)
    write(page, SHADER.format("sise"))
    check(page)
    page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
    check(page, {"runOnly": ["color-contrast"]})
    page.locator("#help").click()
    check(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    context.close()


def check(page: Any, options: Any = None) -> None:
    found = page.evaluate("options => axe.run(options || {})", options)
    assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found["violations"]] == []


def test_the_page_loads_nothing_from_elsewhere(page: Any, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_function(DONE)
    own = address.split("?")[0]
    assert asked
    assert [url for url in asked if not url.startswith((own, "data:"))] == []


def test_ctrl_c_ends_the_server_and_its_workers() -> None:
    command = [sys.executable, "-P", "-m", "gpucc", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as server:
        assert server.stderr is not None
        assert "http://127.0.0.1:" in server.stderr.readline()
        server.send_signal(signal.SIGINT)
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)  # or else the end of this block would wait for ever
            raise
        with pytest.raises(ProcessLookupError):
            os.killpg(server.pid, 0)
