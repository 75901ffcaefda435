"""Pictures of the page of `gpucc serve` for docs/serve.md: `python -P benchmarks/serve_pictures.py [FOLDER]`, with
Debian's chromium, playwright and gpucc[serve] installed."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
COLOURS = 256
# name: width, height, light or dark, the example, the panes of both targets, and whether a line is pointed at
VIEWS = {
    "serve": (1280, 800, "light", "rings.frag", ("Picture", "Assembly"), True),
    "serve-dark": (1280, 800, "dark", "light.vert", ("Schedule", "Assembly"), True),
    "serve-phone": (390, 844, "light", "sunset.frag", ("Picture", "Cost"), False),
}
DONE = "() => document.body.dataset.state === 'done'"


def draw(browser: Any, address: str, name: str) -> bytes:
    width, height, scheme, example, panes, pointing = VIEWS[name]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(DONE)
    page.select_option("#example", example)
    page.wait_for_function(DONE)
    for number, pane in enumerate(panes):
        page.locator(".target").nth(number).get_by_role("tab", name=pane).click()
    if "Picture" in panes:
        page.wait_for_function("() => document.querySelector('.figures img')?.complete")
    if pointing:
        page.locator(".target").nth(1).locator(".assembly .l[data-k]").nth(3).hover()
    page.wait_for_timeout(500)
    found: bytes = page.screenshot(full_page=width < 1000)
    context.close()
    return found


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    command = [sys.executable, "-P", "-m", "gpucc", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server, sync_playwright() as driver:
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found is not None
        try:
            draw_all(driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS), found[0], folder)
        finally:
            server.send_signal(signal.SIGINT)


def draw_all(browser: Any, address: str, folder: Path) -> None:
    for name in VIEWS:
        picture = Image.open(io.BytesIO(draw(browser, address, name))).convert("RGB")
        picture.quantize(COLOURS).save(folder / f"{name}.png", optimize=True)
        print(folder / f"{name}.png", (folder / f"{name}.png").stat().st_size)
    browser.close()


if __name__ == "__main__":
    main()
