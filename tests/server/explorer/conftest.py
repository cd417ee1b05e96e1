"""Fixtures: a browser, a workspace with two weeks of data, and pages that record every error."""

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import Browser, Cookie, Page, ViewportSize, expect, sync_playwright

import oxgraph
from oxgraph.local import Server
from tests.server.conftest import Site, Tokens, tokens_of
from tests.server.explorer.world import Clock, fill

WIDE: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 360, "height": 740}
Role = Literal["agent", "operator", "admin"]

PATIENCE = 30_000.0
"""How long a page may take before a test fails, in milliseconds; the rest of the suite runs on the same two cores."""

NO_BROWSER = (
    "The explorer's tests need Chromium: `apt-get install chromium`, or its path in OXGRAPH_CHROMIUM. "
    "OXGRAPH_TEST_NO_BROWSER=1 leaves them out."
)

SETTLED = """() => {
    const main = document.querySelector("main[data-address]");
    return main?.dataset.address === location.hash && main.querySelector("h1")
        && !main.querySelector(".loading, [aria-busy=true]");
}"""
"""What is true in a page when nothing is loading; looked at in one piece, as a page changes between two looks."""

expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The browser's program. Fails where there is none, unless the tests are to be left out."""
    if os.environ.get("OXGRAPH_TEST_NO_BROWSER"):
        pytest.skip("OXGRAPH_TEST_NO_BROWSER is set")
    named = os.environ.get("OXGRAPH_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not found:
        pytest.fail(NO_BROWSER)
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for these tests alone: its library keeps an event loop in the thread while it is open."""
    path = chromium()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path)
        yield opened
        opened.close()


@dataclass(frozen=True)
class World:
    """The workspace that the pages show, and where they are."""

    url: str
    tokens: Tokens


@pytest.fixture(scope="package")
def world(run_server: Server, site: Site) -> World:
    """A workspace with a fortnight behind it. Tests may add to it, and take back what they change."""
    now = datetime.now(UTC)
    clock = Clock(now)
    with oxgraph.connect(run_server.uri, run_server.auth, clock=clock) as client:
        memory = client.create_workspace(f"Harbour Freight {uuid.uuid4().hex[:6]}")
        fill(memory, client.graph, clock, now=now)
        return World(site.url, tokens_of(memory))


@dataclass
class Seen:
    """What went on in a page: requests to other hosts, words on the console, errors."""

    host: str
    foreign: list[str] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Takes note of everything."""
        page.on("request", lambda request: self._request(request.url))
        page.on("console", lambda line: self.slips.append(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.slips.append(str(error)))

    def _request(self, url: str) -> None:
        if urlsplit(url).netloc != self.host:
            self.foreign.append(url)


LOGINS: dict[tuple[str, str], list[SetCookieParam]] = {}
"""The cookies of logins that were made, by site and token: several workspaces have one site."""


def known_by(cookies: list[Cookie]) -> list[SetCookieParam]:
    """Cookies as a browser takes them."""
    return [{"name": one["name"], "value": one["value"], "domain": one["domain"], "path": "/"} for one in cookies]


class Visitor:
    """Somebody before the explorer."""

    def __init__(self, page: Page, world: World, seen: Seen) -> None:
        self.page = page
        self.world = world
        self.seen = seen

    def log_in(self, role: Role = "admin") -> "Visitor":
        """Comes in with a role, by a login that others made before where there is one."""
        token = getattr(self.world.tokens, role)
        known = LOGINS.get((self.world.url, token))
        if known is None:
            self.log_in_anew(token)
            LOGINS[self.world.url, token] = known_by(self.page.context.cookies())
            return self
        self.page.context.add_cookies(known)
        self.page.goto(self.world.url)
        self.page.evaluate("localStorage.setItem('oxgraph', 'in')")
        self.page.reload()
        return self._inside()

    def log_in_anew(self, token: str) -> "Visitor":
        """Comes in with a token."""
        self.page.goto(self.world.url)
        self.page.get_by_label("Token").fill(token)
        self.page.keyboard.press("Enter")
        return self._inside()

    def _inside(self) -> "Visitor":
        expect(self.page.get_by_role("navigation", name="Pages", exact=True)).to_be_visible()
        return self

    def go(self, address: str) -> Page:
        """Opens an address, and waits until nothing is loading."""
        self.page.goto(f"{self.world.url}/#/{address}")
        self.settled()
        return self.page

    def settled(self) -> None:
        """Waits until the page of the address is shown, with all that it asked for."""
        self.page.wait_for_function(SETTLED)


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, world: World) -> Iterator[Visit]:
    """Makes visitors; at the end nobody may have met an error or asked another host."""
    made: list[Visitor] = []
    contexts = []

    def make(*, dark: bool = False, phone: bool = False, site: World | None = None, **options: Any) -> Visitor:
        at = site or world
        context = browser.new_context(
            viewport=PHONE if phone else WIDE, color_scheme="dark" if dark else "light", locale="en-GB", **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        seen = Seen(urlsplit(at.url).netloc)
        seen.watch(page)
        made.append(Visitor(page, at, seen))
        return made[-1]

    yield make
    for context in contexts:
        context.close()
    for visitor in made:
        assert visitor.seen.foreign == []
        assert visitor.seen.slips == []
