"""The documentation is consistent: links resolve, package lists are complete, pages stay short, words are plain."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import oxgraph

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md"), *ROOT.glob("*/*/README.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PACKAGES = sorted(path.parent.name for path in (ROOT / "oxgraph").glob("*/__init__.py"))
JAVA = ROOT / "procedures" / "src" / "main" / "java" / "io" / "oxgraph"
PRIVATE_WORDS = re.compile(
    r"what became of|behind (?:the|its) caller's back|nobody's concern|at most so many|\bseed 00\d|\(00[0-4]\)",
    re.IGNORECASE,
)
"""Phrases of our own that a reader of the field would not search for, and references to documents nobody has."""


def anchor(heading: str) -> str:
    """The anchor that Markdown makes of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page: Path) -> None:
    broken = []
    for target in LINK.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, fragment = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not file.exists():
            broken.append(target)
        elif fragment and file.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            if fragment not in map(anchor, headings):
                broken.append(target)
    assert broken == []


def test_the_architecture_fits_on_a_page() -> None:
    assert len((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split()) <= 3_000


def test_the_architecture_lists_every_package() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `oxgraph/(\w+)` \|", text, re.MULTILINE)) == PACKAGES


def test_the_architecture_shows_the_layers_of_the_contract() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["type"] == "layers")
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    shown = re.search(r"^```\n(cli .*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert shown
    lines = [re.split(r" {2,}", line)[0] for line in shown[1].splitlines()]
    assert [line.split(", ") for line in lines] == [layer.split(" | ") for layer in layers]


def test_the_plugins_readme_lists_every_package() -> None:
    text = (ROOT / "procedures" / "README.md").read_text(encoding="utf-8")
    table = "".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    named = {name.split(".")[0] for name in re.findall(r"`([\w.]+)`", table)}
    assert named == {path.name for path in JAVA.iterdir() if path.is_dir()}


FILE = r"[^`\s<*]*\.(?:py|pyi|java|cypher|sql|tsv|toml|txt|js|ts)"
PLACE = re.compile(rf"`({FILE}|(?:oxgraph|cypher|sql|procedures|tests|tools)/[^`\s<*]*)`")
OF_PASS = re.compile(r"(\d_\w+)\.v(\d+)\.cypher")


def tracked() -> list[str]:
    """The files of the checkout."""
    return subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_named_places_exist(page: str) -> None:
    """Files by the end of their path, as pages name them beside each other."""
    known = {str(part) for file in tracked() for part in (Path(file), *Path(file).parents)}
    ends = {"/".join(Path(one).parts[start:]) for one in known for start in range(len(Path(one).parts))}
    places = PLACE.findall((ROOT / page).read_text(encoding="utf-8"))
    named = {place.replace("procedures/…", str(JAVA.relative_to(ROOT))).rstrip("/") for place in places}
    assert len(named) > 50
    assert sorted(place for place in named if place not in ends and "…." not in place) == []


def test_the_architecture_names_the_newest_versions_of_passes() -> None:
    newest: dict[str, int] = {}
    for name, version in OF_PASS.findall(" ".join(tracked())):
        newest[name] = max(int(version), newest.get(name, 0))
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [name for name, version in OF_PASS.findall(text) if int(version) != newest.get(name)] == []


def test_words_are_plain() -> None:
    frozen = (
        "cypher/migrations/",
        "cypher/passes/",
        "sql/migrations/",
        "tests/docs/test_pages.py",
        "CHANGELOG.md",
    )
    found = []
    for name in tracked():
        if name.startswith(frozen) or not name.endswith((".py", ".java", ".md", ".cypher", ".sql", ".tsv", ".js")):
            continue
        if "/vendor/" in name or not (ROOT / name).exists():
            continue
        for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1):
            if PRIVATE_WORDS.search(line):
                found.append(f"{name}:{number}: {line.strip()[:80]}")
    assert found == []


def test_each_environment_variable_is_in_the_list_and_each_in_the_list_is_read() -> None:
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    listed = re.search(r"^## Environment variables\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    assert listed
    cells = re.findall(r"^\| (`.*?) \|", listed[1], re.MULTILINE)
    named = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    sources = [ROOT / name for name in tracked() if name.startswith("oxgraph/") and name.endswith(".py")]
    read = {
        name
        for source in sources
        for name in re.findall(r"(?<!_)\bOXGRAPH_[A-Z0-9_]+", source.read_text(encoding="utf-8"))
    }
    of_docker = set(re.findall(r"OXGRAPH_\w+", (ROOT / "docker" / "README.md").read_text(encoding="utf-8")))
    assert named <= read <= named | of_docker


def test_each_error_is_on_its_page() -> None:
    page = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
    table = (ROOT / "tables" / "errors.tsv").read_text(encoding="utf-8")
    codes = [line.split("\t")[0] for line in table.splitlines() if line and not line.startswith("#")][1:]
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == codes


def test_the_reference_has_every_public_class_and_what_hangs_on_a_memory(workspace: oxgraph.Memory) -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^::: (.+)$", page, re.MULTILINE))
    named = [getattr(oxgraph, name) for name in oxgraph.__all__ if not name.startswith(("Async", "__"))]
    layers = [workspace, workspace.telemetry, workspace.semantic, workspace.episodic, workspace.working]
    parts = [type(part) for layer in layers for name, part in vars(layer).items() if not name.startswith("_")]
    classes = {one for one in (*named, *parts, type(workspace.evaluations)) if isinstance(one, type)}
    assert len(classes) > 100
    missing = [
        one.__qualname__
        for one in classes
        if not {one.__module__, f"{one.__module__}.{one.__name__}", f"oxgraph.client.{one.__name__}"} & shown
    ]
    assert sorted(missing) == []
