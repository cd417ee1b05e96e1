"""The guide plays in the Browser that Neo4j brings, and its queries run there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.server.conftest import Site, site

__all__ = ["site"]

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = Path("/usr/bin/chromium")
WAIT = 60_000
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Chromium")


@pytest.fixture
def guides(site: Site) -> str:
    """The guide as `oxgraph serve` has it; Browser fetches from localhost, not from 127.0.0.1."""
    return f"{site.url.replace('127.0.0.1', 'localhost')}/browser/guide.html"


@pytest.fixture
def page(server: Server) -> Iterator[Any]:
    """Neo4j Browser, logged in."""
    with playwright.sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        opened = chromium.new_page(viewport={"width": 1400, "height": 1000})
        opened.set_default_timeout(WAIT)
        opened.goto(server.browser)
        opened.fill('[data-testid="boltaddress"]', server.uri.partition("//")[2])
        opened.fill('[data-testid="username"]', server.auth[0])
        opened.fill('[data-testid="password"]', server.auth[1])
        opened.click('[data-testid="connect"]')
        opened.get_by_text("You are connected as user").wait_for()
        yield opened
        chromium.close()


def run(page: Any, text: str, shows: str) -> None:
    """Types a statement and waits for what the frame of this statement must show.

    An older frame may say the same, and the next statement must not run before this one has ended.
    """
    editor = page.locator('[data-testid="activeEditor"] .monaco-editor').first
    editor.click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)
    editor.locator(".view-lines").get_by_text(text.rsplit(maxsplit=1)[-1]).last.wait_for()
    page.keyboard.press("Control+Enter")
    command = page.locator('[data-testid="frameCommand"]').filter(has_text=text)
    page.locator('[data-testid="frame"]').filter(has=command).first.get_by_text(shows).first.wait_for()


@pytest.mark.deep
def test_the_guide_leads_through_ones_own_data(server: Server, page: Any, guides: str) -> None:
    name = f"guide {new_id()}"
    with oxgraph.connect(server.uri, server.auth) as client:
        space = client.create_workspace(name)
        space.semantic.remember(type="fact", content="Ada lives in Ulm", subject="Ada", predicate="lives_in")
        handed = space.graph.neighbours(space.semantic.entities.get("Ada").id).cypher
    run(page, f":play {guides}", "layer by layer")
    blocks = page.locator('[data-testid="frame"] pre.runnable, [data-testid="frame"] .runnable')
    texts = [block.inner_text() for block in blocks.all()]
    (choice,) = {text.strip() for text in texts if text.strip().startswith(":param [")}
    run(page, choice.replace("the name of yours", name), "Successfully set your parameters")
    run(page, ":param limit => 25", "Successfully set your parameters")
    run(page, "RETURN $entity + ' ' + $predicate AS found LIMIT $limit", "Ada lives_in")
    run(page, handed, "_mem:subject")
