"""The files: those of others are as they published them, nothing leads elsewhere, colours are those of the grass."""

import hashlib
import re
from pathlib import Path

from starlette.applications import Starlette
from starlette.testclient import TestClient

from oxgraph.server.explorer import HEADERS, STATIC, routes
from tests.server.explorer.test_pages import PAGES

ROOT = Path(__file__).parents[3]
VENDOR = STATIC / "vendor"
PINNED = re.compile(r"^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|$", re.MULTILINE)


def test_libraries_are_what_their_makers_published() -> None:
    pinned = dict(PINNED.findall((VENDOR / "README.md").read_text(encoding="utf-8")))
    files = [path for path in VENDOR.iterdir() if path.suffix in (".js", ".css")]
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files} == pinned


def test_each_library_stands_beside_its_licence_and_in_the_notice() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for library in ("htm", "preact", "uplot", "cytoscape"):
        assert (VENDOR / f"{library}.LICENSE").stat().st_size > 500
        assert f"vendor/{library}.LICENSE" in notice


def test_own_files_name_no_other_host_and_write_no_markup() -> None:
    own = [path for path in STATIC.rglob("*") if path.is_file() and VENDOR not in path.parents]
    for path in own:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text, path
        for word in (
            "innerHTML",
            "dangerouslySetInnerHTML",
            "insertAdjacentHTML",
            "eval(",
            "document.write",
            'style="',
        ):
            assert word not in text, (path, word)
        assert len(text.splitlines()) < 300, path


def test_modules_import_what_is_there() -> None:
    for path in STATIC.rglob("*.js"):
        if VENDOR in path.parents:
            continue
        for name in re.findall(r"from '(\.[^']+)'", path.read_text(encoding="utf-8")):
            assert (path.parent / name).resolve().is_file(), (path, name)


def test_every_page_has_its_icon_its_row_in_the_guide_and_is_opened_in_the_browsers() -> None:
    main = (STATIC / "main.js").read_text(encoding="utf-8")
    icons = (STATIC / "draw" / "icons.js").read_text(encoding="utf-8")
    guide = (ROOT / "docs" / "explorer.md").read_text(encoding="utf-8")
    opened = {re.split("[/?]", address)[0] for address in PAGES}
    found: list[tuple[str, str]] = re.findall(r"\['(\w+)', '([\w ]*)', [A-Z]\w+\]", main)
    assert len(found) > 10
    for page, title in found:
        assert page in opened or page == "run", f"{page} is not in PAGES of tests/server/explorer/test_pages.py"
        assert not title or f"  {page}: " in icons, f"{page} has no icon in draw/icons.js"
        assert not title or f"| **{title}** |" in guide, f"{title} is not in docs/explorer.md"


def test_limits_and_the_pager_of_lists_stand_once() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in sorted((STATIC / "pages").glob("*.js")))
    assert re.findall(r'maxlength="?[^$ ]+', pages) == []
    assert len(re.findall(r"maxlength=", pages)) > 10
    assert 'class="pages"' not in pages
    assert pages.count("<${Pager} ") > 10


def test_colours_are_those_of_neo4j_browsers_style_sheet() -> None:
    grass = (ROOT / "cypher" / "browser" / "oxgraph.grass").read_text(encoding="utf-8")
    kinds = (STATIC / "draw" / "kinds.js").read_text(encoding="utf-8")
    rows = re.findall(r"^  (\w+): \['(#\w+)', '(#\w+)', (\d+)\],$", kinds, re.MULTILINE)
    assert len(rows) > 20
    for kind, fill, border, diameter in rows:
        found = re.search(rf"node\.{kind} \{{(.*?)\}}", grass, re.DOTALL)
        assert found, kind
        assert f"  color: {fill};" in found[1] and f"border-color: {border};" in found[1], kind
        assert f"diameter: {diameter}px" in found[1], kind


def test_files_come_with_a_policy_that_lets_nothing_else_in() -> None:
    client = TestClient(Starlette(routes=routes()))
    for path in ("/", "/static/main.js", "/static/style/base.css", "/static/vendor/htm-preact-3.1.1.js"):
        answer = client.get(path)
        assert answer.status_code == 200
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
    assert client.get("/static/../pages.py").status_code == 404
    assert "unsafe" not in HEADERS["Content-Security-Policy"]
