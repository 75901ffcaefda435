"""What mkdocs needs besides docs/ to build the site (mkdocs.yml): hooks that it calls.

The README becomes the first page. Each command gets a page from its own help, each public name of the package one from
its docstring. Links to files of the repository outside docs/ lead to copies of these files in the site.
"""

from __future__ import annotations

import inspect
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import gpucc
from gpucc.cli import app
from gpucc.terminal.options import CHOICES

ROOT = Path(__file__).resolve().parents[1]
# pages of the repository's root, and their places in the site
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": "CHANGELOG.md"}
# the folder of the site that has copies of files from outside docs/
COPIES = "files"
LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"(^ {0,3}(`{3,}|~{3,}).*?^ {0,3}\2 *$)", re.MULTILINE | re.DOTALL)


def commands() -> dict[str, Any]:
    group: Any = typer.main.get_command(app)
    return {name: command for name, command in group.commands.items() if not command.hidden}


def cell(text: str) -> str:
    """A text as a cell of a table holds it."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def option_rows(command: Any) -> Iterator[str]:
    for one in command.params:
        if one.name in CHOICES or one.name == "help":
            continue
        if one.param_type_name == "argument":
            yield f"| `{one.metavar or one.name.upper()}` | {cell(one.help or '')} |"
        else:
            names = ", ".join(f"`{name}`" for name in (*one.opts, *one.secondary_opts))
            value = "" if one.is_flag or not one.metavar else f" {cell(one.metavar)}"
            yield f"| {names}{value} | {cell(one.help or '')} |"


def command_page(name: str, command: Any) -> str:
    """The page of a command, from its help."""
    lines = [f"# gpucc {name}", "", inspect.cleandoc(command.help or "").replace("<", "&lt;"), ""]
    rows = list(option_rows(command))
    if rows:
        lines += ["| argument or option | meaning |", "| --- | --- |", *rows, ""]
    if any(one.name in CHOICES for one in command.params):
        lines += ["It takes the [options for sources](sources.md), too.", ""]
    return "\n".join(lines)


def shared_page() -> str:
    """The page of the options that all commands share which read sources."""
    rows = []
    for one in commands()["compile"].params:
        if one.name in CHOICES:
            value = "" if one.is_flag or not one.metavar else f" {cell(one.metavar)}"
            rows.append(f"| {', '.join(f'`{name}`' for name in one.opts)}{value} | {cell(one.help or '')} |")
    return "\n".join(["# Options for sources", "", "| option | meaning |", "| --- | --- |", *rows, ""])


def name_page(name: str) -> str:
    """The page of a public name, from its signature and its docstring."""
    value = getattr(gpucc, name)
    lines = [f"# gpucc.{name}", ""]
    if callable(value):
        lines += ["```python", f"gpucc.{name}{signature(value)}", "```", ""]
        lines += [prose(inspect.getdoc(value) or ""), ""]
    else:
        lines += [f"`{value!r}`", ""]
    if inspect.isclass(value):
        for own, member in sorted(vars(value).items()):
            if not own.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                shown = signature(member) if inspect.isfunction(member) else ""
                lines += [
                    f"## {own}",
                    "",
                    "```python",
                    f"{own}{shown}",
                    "```",
                    "",
                    prose(inspect.getdoc(member) or ""),
                    "",
                ]
    return "\n".join(lines)


def signature(value: Any) -> str:
    """The parameters of a function, one on each line if they are many."""
    try:
        shown = inspect.signature(value)
    except ValueError:
        return "(...)"
    parameters = [str(one) for one in shown.parameters.values()]
    inner = ", ".join(parameters) if len(parameters) < 4 else "\n    " + ",\n    ".join(parameters) + ",\n"
    result = "" if shown.return_annotation is shown.empty else f" -> {shown.return_annotation}"
    return f"({inner}){result}"


def prose(text: str) -> str:
    return text.replace("<", "&lt;")


def generated() -> dict[str, str]:
    """The pages that are in no file, by their paths in the site."""
    found = {f"commands/{name}.md": command_page(name, command) for name, command in commands().items()}
    found["commands/sources.md"] = shared_page()
    found |= {f"reference/{name}.md": name_page(name) for name in gpucc.__all__}
    found |= {there: (ROOT / here).read_text() for here, there in PAGES.items()}
    lists = [f"- [gpucc {name}](commands/{name}.md)" for name in commands()]
    names = [f"- [gpucc.{name}](reference/{name}.md)" for name in gpucc.__all__]
    found["index.md"] += "\n".join(
        ["", "## Commands, page by page", *lists, "", "## Python names, page by page", *names, ""]
    )
    return found


def linked(text: str, path: Path) -> Iterator[Path]:
    """The files that a page links to and that are neither in docs/ nor pages of the site."""
    for _, target, _ in LINK.findall(FENCE.sub("", text)):
        found = (path.parent / target).resolve()
        ours = found.is_file() and found.is_relative_to(ROOT) and not found.is_relative_to(ROOT / "docs")
        if ours and found.relative_to(ROOT).as_posix() not in PAGES:
            yield found


def origin(path: str) -> Path:
    """The file that a page of the site was made from."""
    homes = {there: here for here, there in PAGES.items()}
    return ROOT / homes[path] if path in homes else ROOT / "docs" / path


def on_files(files: Files, config: MkDocsConfig) -> Files:
    pages = generated()
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    texts = {file.src_uri: file.content_string for file in files if file.src_uri.endswith(".md")}
    for one in sorted({one for path, text in texts.items() for one in linked(text, origin(path))}):
        files.append(File.generated(config, f"{COPIES}/{shown(one)}", abs_src_path=str(one)))
    return files


def shown(path: Path) -> str:
    """The name of a copy: a text that a browser shows rather than a page of the site."""
    name = path.relative_to(ROOT).as_posix()
    return name if path.suffix in (".png", ".svg") else f"{name}.txt"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite the links that lead out of docs/."""
    path = origin(page.file.src_uri)
    here = posixpath.dirname(page.file.src_uri)

    def changed(match: re.Match[str]) -> str:
        target = match[2]
        found = (path.parent / target).resolve()
        if "://" in target or not found.exists() or not found.is_relative_to(ROOT):
            return match[0]
        name = found.relative_to(ROOT).as_posix()
        if found.is_relative_to(ROOT / "docs"):
            place = found.relative_to(ROOT / "docs").as_posix()
        elif name in PAGES:
            place = PAGES[name]
        elif found.is_file():
            place = f"{COPIES}/{shown(found)}"
        else:
            return match[0]
        return f"{match[1]}{posixpath.relpath(place, here or '.')}{match[3]}"

    parts = FENCE.split(markdown)
    # the parts between fences are every third one
    return "".join(LINK.sub(changed, part) if i % 3 == 0 else part for i, part in enumerate(parts) if i % 3 < 2)
