"""The site that mkdocs builds of docs/: a page a command, a page a public name, and no link that leads nowhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

import gpucc

ROOT = Path(__file__).resolve().parents[2]

pytest.importorskip("mkdocs", reason="mkdocs-material is not installed (extra `site`)")


class Links(HTMLParser):
    """Collects what a page refers to, and the names that can be referred to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name == "id":
                self.names.add(value)
            elif value and (name, tag) == ("href", "a"):
                self.links.append(value)
            elif value and (name == "src" or (name, tag) == ("href", "link")):
                self.loaded.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as docs/releasing.md says. It takes some seconds, once."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-P", "-m", "mkdocs", "build", "--strict", "-q", "-d", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {path: Links(path.read_text()) for path in site.rglob("*.html") if path.name != "404.html"}
    assert len(pages) > 60
    lost = []
    for path, page in pages.items():
        for link in (*page.links, *page.loaded):
            target, name = urldefrag(unquote(link))
            if ":" in target.split("/")[0]:
                continue
            found = (path.parent / target).resolve() if target else path
            found = found / "index.html" if found.is_dir() else found
            if not found.is_file() or (name and found in pages and name not in pages[found].names):
                lost.append(f"{path.relative_to(site)}: {link}")
    assert not lost


def test_pages_load_nothing_from_other_hosts(site: Path) -> None:
    for path in site.rglob("*.html"):
        foreign = [one for one in Links(path.read_text()).loaded if "://" in one]
        assert not foreign, path


def test_commands_and_names_have_pages(site: Path) -> None:
    compile_page = (site / "commands" / "compile" / "index.html").read_text()
    assert "--isa" in compile_page
    for name in gpucc.__all__:
        assert (site / "reference" / name / "index.html").is_file()
    found = json.loads((site / "search" / "search_index.json").read_text())["docs"]
    assert any(one["location"].startswith("commands/picasso") for one in found)
    first = (gpucc.compile.__doc__ or "").split()
    text = " ".join((site / "reference" / "compile" / "index.html").read_text().split())
    assert " ".join(first[:5]) in text
