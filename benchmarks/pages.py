"""Pictures of the pages of `gpucc explain`: `python -P benchmarks/pages.py [FOLDER] [--all|--kept]`, with playwright
and pillow installed.

A page of about 10 and one of about 150 instructions (of agsl: operations) for each target, at 1440 and 390 pixels,
light and dark, with a line pinned. Each is also checked: no element is wider than its container, no script fails, a
walk with the keyboard reaches every column, and a pinned line of the source has lines in every stage. A selection goes
into docs/pictures; `--all` writes all of them.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpucc import cli

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
SMALL = {
    "agal": "lit.vert",
    "lima-vp": "lit.vert",
    "pica200": "lit.vert",
    "lima-pp": "waves.frag",
    "agsl": "waves.frag",
}
# the number of lamps that makes about 150 instructions
LAMPS = {"agal": 22, "lima-vp": 14, "pica200": 19, "lima-pp": 36, "agsl": 6}
SIZES = {"desktop": (1440, 720), "phone": (390, 800)}
# the pictures to keep: target, size of the program, size of the window, light or dark
CHOSEN = {
    "explain-lima-pp": ("lima-pp", "small", "desktop", "light"),
    "explain-lima-vp-150": ("lima-vp", "large", "desktop", "dark"),
    "explain-agal-150": ("agal", "large", "desktop", "light"),
    "explain-pica200": ("pica200", "small", "desktop", "light"),
    "explain-agsl": ("agsl", "small", "desktop", "dark"),
    "explain-lima-pp-phone": ("lima-pp", "small", "phone", "light"),
    "explain-pica200-150-phone": ("pica200", "large", "phone", "dark"),
    "explain-agsl-150-phone": ("agsl", "large", "phone", "light"),
}
COLOURS = 20
# elements wider than their container, and whether the window scrolls sideways
WIDE = """() => [document.documentElement.scrollWidth - innerWidth,
  [...document.querySelectorAll('.l span, .l b, .l small, .l i, h1, h2, button, td, th, li, summary')].filter(one =>
    one.offsetParent && getComputedStyle(one).display !== 'inline' && one.scrollWidth > one.clientWidth + 1
  ).map(one => one.outerHTML)]"""
COLUMNS = "() => document.querySelectorAll('.pane').length"
FOCUSED = """() => {const one = document.activeElement.closest('.pane');
  return one && document.activeElement.matches('.l') ? one.dataset.name : ''}"""
LISTED = "() => [...document.querySelectorAll('aside h3')].map(one => one.textContent)"


@dataclass(frozen=True, slots=True)
class PageView:
    isa: str
    program: str
    window: str
    scheme: str

    @property
    def name(self) -> str:
        return f"{self.isa}-{self.program}-{self.window}-{self.scheme}"


def shader(isa: str) -> tuple[str, str]:
    """A shader with many lamps, unrolled: name and text."""
    vertex = isa not in ("lima-pp", "agsl")
    count = LAMPS[isa]
    given = (
        "attribute vec3 position;\nattribute vec3 normal;\n"
        if vertex
        else "varying vec3 position;\nvarying vec3 normal;\n"
    )
    head = "" if vertex else "precision mediump float;\n"
    lines = [
        f"{head}{given}uniform mat4 transform;\nuniform vec4 lamps[{count}];\nuniform vec3 colours[{count}];",
        *(["varying vec3 shade;"] if vertex else []),
        "",
        "void main() {",
        "    vec3 n = normalize(normal);",
        "    vec3 sum = vec3(0.1);",
        "    vec3 way;",
    ]
    for lamp in range(count):
        lines.append(f"    way = lamps[{lamp}].xyz - position;")
        lines.append(f"    sum += colours[{lamp}] * max(dot(n, normalize(way)), 0.0) * lamps[{lamp}].w;")
    lines += (
        ["    gl_Position = transform * vec4(position, 1.0);", "    shade = sum;"]
        if vertex
        else ["    gl_FragColor = vec4(sum, 1.0);"]
    )
    return f"lamps.{'vert' if vertex else 'frag'}", "\n".join([*lines, "}", ""])


def write(isa: str, program: str, folder: Path) -> Path:
    """Write the page of a program."""
    name, text = shader(isa) if program == "large" else (SMALL[isa], (ROOT / "examples" / SMALL[isa]).read_text())
    page = folder / f"{isa}-{program}.html"
    with contextlib.chdir(folder):
        Path(name).write_text(text)
        if cli.main(["explain", name, "--isa", isa, "-o", page.name]):
            sys.exit(f"no page of {name} for {isa}")
    return page


def look(browser: Any, page: Path, view: PageView) -> bytes:
    """Check the page and return its picture."""
    width, height = SIZES[view.window]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=view.scheme)
    tab = context.new_page()
    faults: list[str] = []
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.on("console", lambda message: faults.append(message.text))
    tab.goto(page.as_uri())
    faults += _wide(tab)
    if view.window == "desktop":
        faults += _walk(tab)
        for title in tab.query_selector_all(".pane.folded h2 button"):
            title.click()
        faults += _wide(tab)
        tab.reload()
    lines = tab.locator(".pane.source .l[data-k]")
    lines.nth(lines.count() // 2).click()
    listed = tab.evaluate(LISTED)
    if len(listed) != tab.evaluate(COLUMNS):
        faults.append(f"the pinned line is found in {', '.join(listed)} only")
    if view.window == "phone":
        tab.keyboard.press("Escape")
        for button in tab.query_selector_all("nav button"):
            button.click()
            faults += _wide(tab)
        buttons = tab.locator("nav button")
        buttons.nth(buttons.count() - 2).click()
        lines = tab.locator(".pane.shown .l[data-k]")
        lines.nth(min(6, lines.count() - 1)).click()
    faults += _wide(tab)
    for fault in faults:
        print(f"{view.name}: {fault}")
    # the line under the mouse pointer would be highlighted instead of the pinned line
    tab.mouse.move(1, 1)
    picture: bytes = tab.screenshot()
    context.close()
    return b"" if faults else picture


def _wide(tab: Any) -> Iterator[str]:
    beyond, cut = tab.evaluate(WIDE)
    if beyond > 0:
        yield f"the window scrolls sideways by {beyond} pixels"
    yield from (f"cut: {text[:200]}" for text in cut[:3])


def _walk(tab: Any) -> Iterator[str]:
    """Walk from column to column with Tab and yield the columns that are not reached."""
    reached = set()
    for _ in range(6 * tab.evaluate(COLUMNS) + 12):
        tab.keyboard.press("Tab")
        reached.add(tab.evaluate(FOCUSED))
    wanted = set(
        tab.evaluate("() => [...document.querySelectorAll('.pane:not(.folded)')].map(one => one.dataset.name)")
    )
    yield from (f"Tab does not reach {name}" for name in sorted(wanted - reached))
    tab.locator(".pane.source .l").first.focus()
    for _ in range(400):
        tab.keyboard.press("ArrowDown")
        if tab.evaluate("() => 'k' in document.activeElement.dataset"):
            break
    for name in tab.evaluate("() => [...document.querySelectorAll('.pane:not(.folded)')].map(one => one.dataset.name)")[
        1:
    ]:
        tab.keyboard.press("ArrowRight")
        if tab.evaluate(FOCUSED) != name or not tab.evaluate("() => document.activeElement.classList.contains('lit')"):
            yield f"the right arrow does not lead to the same value in {name}"


def small(picture: bytes) -> bytes:
    """The picture with few colours, as a PNG."""
    from PIL import Image

    found = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(
        COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
    ).save(found, "PNG", optimize=True)
    return found.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--all", action="store_true", help="all pictures, under names of their own")
    parser.add_argument("--kept", action="store_true", help="look at those views only whose pictures are kept")
    parser.add_argument("--browser", help="the browser to start, if playwright's own is not there")
    wishes = parser.parse_args()
    from playwright.sync_api import sync_playwright

    chosen = {PageView(*what): name for name, what in CHOSEN.items()}
    views = [
        PageView(isa, size, window, scheme)
        for isa in SMALL
        for size in ("small", "large")
        for window in SIZES
        for scheme in ("light", "dark")
    ]
    views = [view for view in views if view in chosen or not wishes.kept]
    wishes.folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=wishes.browser, args=["--no-sandbox"])
        pages = {(isa, size): write(isa, size, Path(place)) for isa in SMALL for size in ("small", "large")}
        for view in views:
            picture = look(browser, pages[view.isa, view.program], view)
            wrong += not picture
            name = view.name if wishes.all else chosen.get(view)
            if picture and name:
                (wishes.folder / f"{name}.png").write_bytes(small(picture))
        browser.close()
    print(f"{len(views)} views of {len(pages)} pages, {wrong} with faults")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
