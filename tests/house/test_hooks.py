"""What scripts look for on a page stands in a template: ids, classes, `data-` attributes and names, read from both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "frontend" / "src").glob("*.ts"))
TEMPLATES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "templates").rglob("*.html")))
RENDERING = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "app").rglob("*.py")))

TYPE = r"(?:<(?:[^<>()]|<[^<>]*>)+>)?"
CALL = re.compile(
    rf"\b(?:one|maybe|all|closest|matches|querySelector(?:All)?){TYPE}\(\s*"
    r"""(?P<quote>["'`])(?P<query>.*?)(?P=quote)""",
    re.DOTALL,
)
LISTED = re.compile(r"\bconst PARTS[^=]*= \[(?P<queries>[^\]]*)\]")
BY_ID = re.compile(r"""\bgetElementById\(\s*(?P<quote>["'`])(?P<id>.*?)(?P=quote)""")
FILLED_IN = re.compile(r"\$\{.*?\}")
OPEN = "\0"
"""Stands for what a script fills in."""

MADE_BY_SCRIPTS = {"data-keys", "data-ready", "data-view", "data-state", "data-source", "data-theme"}
"""Attributes that scripts both set and read."""


def find_queries(source: str) -> set[str]:
    """List the selectors that a script looks for, with OPEN for each part that it fills in."""
    queries = {match["query"] for match in CALL.finditer(source)}
    queries |= {f"#{match['id']}" for match in BY_ID.finditer(source)}
    queries |= {query for match in LISTED.finditer(source) for query in re.findall(r'"(.*?)"', match["queries"])}
    return {FILLED_IN.sub(OPEN, query) for query in queries}


def find_hooks(source: str) -> set[str]:
    """Name what a script needs: `#id`, `.class`, `data-…` and `[name=…]`."""
    hooks = {
        "data-" + re.sub(r"[A-Z]", lambda letter: "-" + letter[0].lower(), name)
        for name in re.findall(r"\bdataset\.(\w+)", source) + re.findall(r'"(\w+)" in [\w.]+\.dataset', source)
    }
    for query in find_queries(source):
        linked = re.findall(r"""href=['"](#[\w-]+)['"]""", query)
        outside = re.sub(r"""(['"]).*?\1""", "", query)
        hooks |= {*linked, *re.findall(rf"[#.][\w{OPEN}-]+", outside), *re.findall(r"\bdata-[\w-]+", outside)}
        hooks |= {f"[{pair}]" for pair in re.findall(r"\[(name=[\w-]+)\]", outside)}
    return hooks - MADE_BY_SCRIPTS


def stands_in_a_template(hook: str) -> bool:
    """Whether a template has it; a class may also be one that the rendering chooses."""
    name = re.escape(hook[1:].partition(OPEN)[0])
    if hook.startswith("#"):
        end = "" if OPEN in hook else '"'
        return re.search(rf'\bid="{name}{end}', TEMPLATES) is not None
    if hook.startswith("."):
        chosen = re.search(rf"""["']{name}["']""", RENDERING)
        return chosen is not None or any(re.search(rf"(?<![\w-]){name}(?![\w-])", each) for each in class_lists())
    if hook.startswith("["):
        return f'name="{hook[6:-1]}"' in TEMPLATES
    return re.search(rf"\b{re.escape(hook)}(?![\w-])", TEMPLATES) is not None


def class_lists() -> list[str]:
    """List what stands in each `class` attribute of a template, and each class that an icon is given."""
    return re.findall(r'\bclass="([^"]*)"', TEMPLATES)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_what_a_script_looks_for_stands_in_a_template(script: Path):
    hooks = {hook for hook in find_hooks(script.read_text(encoding="utf-8")) if not hook.startswith(".cm-")}
    assert sorted(hook for hook in hooks if not stands_in_a_template(hook)) == []


@pytest.mark.parametrize(
    ("source", "hooks"),
    [
        ('one("#saved")', {"#saved"}),
        ('one<HTMLTextAreaElement>("#source").dataset.fromSubmission', {"#source", "data-from-submission"}),
        ("all<Map<string, number>>('.mobnav a')", {".mobnav"}),
        ("maybe(\n  `#fault-${field.name}`,\n  box)", {"#fault-\0"}),
        ("maybe(\".results .tabs a[href='#custom']\")", {".results", ".tabs", "#custom"}),
        ('one("[data-keep=theirs]", bar)', {"data-keep"}),
        ('closest("button[name=hint]")', {"[name=hint]"}),
        ('const PARTS = ["#hints", ".steps"]', {"#hints", ".steps"}),
        ('"given" in this.box.dataset', {"data-given"}),
        ('document.getElementById("ws")', {"#ws"}),
    ],
)
def test_hooks_are_read_from_sources(source: str, hooks: set[str]):
    assert find_hooks(source) == hooks


@pytest.mark.parametrize("hook", ["#save", "#savedx", "#hin-\0", ".mobna", "[name=hints]", "data-gotoline", "#ready"])
def test_what_no_template_has_is_missed(hook: str):
    assert not stands_in_a_template(hook)


def test_the_pages_main_hooks_are_seen():
    hooks = {hook for script in SCRIPTS for hook in find_hooks(script.read_text(encoding="utf-8"))}
    assert {"#ws", "#saved", "#source", "#results", ".cases", "#live", "data-argument", "[name=keys]"} <= hooks
    assert len(hooks) > 50
