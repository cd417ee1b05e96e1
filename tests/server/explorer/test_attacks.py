"""Attacks on a person with the explorer: stored scripts, forged requests, frames, planted cookies."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

import oxgraph
from oxgraph import Memory
from oxgraph.local import Server
from tests.server.conftest import Site, tokens_of
from tests.server.explorer.conftest import Visit, World

PAYLOADS = (
    "<script>window.hit=1</script>",
    "<img src=x onerror=window.hit=1>",
    "<svg onload=window.hit=1>",
    "<svg><script>window.hit=1</script></svg>",
    "<iframe srcdoc='<script>parent.hit=1</script>'></iframe>",
    "<body onload=window.hit=1>",
    "<details open ontoggle=window.hit=1>x</details>",
    "<input autofocus onfocus=window.hit=1>",
    "<video><source onerror=window.hit=1></video>",
    "<a href='javascript:window.hit=1'>x</a>",
    "javascript:window.hit=1",
    "'\"><script>window.hit=1</script>",
    "</title><script>window.hit=1</script>",
    "</textarea><script>window.hit=1</script>",
    "--><script>window.hit=1</script>",
    "<math><mtext><table><mglyph><style><img src=x onerror=window.hit=1>",
    "<object data='data:text/html,<script>parent.hit=1</script>'></object>",
    "<base href='http://attacker.example/'>",
    "<meta http-equiv=refresh content='0;url=http://attacker.example/'>",
    "${window.hit=1}{{constructor.constructor('window.hit=1')()}}<!--",
)
PAGES = ("timeline", "patterns", "metrics", "memories", "graph", "settings", "settings/tokens", "settings/audit")


def poison(memory: Memory, payloads: tuple[str, ...]) -> list[str]:
    """Each payload in every text that the pages show; the addresses of single things."""
    at = datetime.now(UTC) - timedelta(hours=2)
    telemetry, semantic = memory.telemetry, memory.semantic
    places: list[str] = []
    for number, text in enumerate(payloads):
        name, session, begun = text[:190], f"{text[:150]} {number}", at + timedelta(seconds=number * 10)
        for step in range(2):
            telemetry.capture(
                action_type=name, session_id=session, outcome="failure", error_code=name, agent_id=name,
                target_node_type=name, targets=[f"{name} {step}"], started_at=begun + timedelta(seconds=step),
            )  # fmt: skip
        telemetry.end_session(session, intent=text)
        entity = semantic.entities.create(
            f"A {name}", type=name, node_id=f"n{number}", description=text, properties={f"k {name[:150]}": text}
        )
        kept = semantic.remember(
            type="fact", content=f"{text} is what was said.", subject=f"n{number}", predicate="says", object=f"A {name}"
        )
        telemetry.metrics.create(f"M {name}"[:200], success_condition="outcome == 'success'", description=text)
        memory.tokens.create("agent", name)
        memory.episodic.add_messages([text], conversation_id=name, title=name, speaker=name)
        places += [f"memories/{kept.memory_id}", f"graph/{entity.id}"]
    return places


@pytest.fixture(scope="module")
def poisoned(server: Server, site: Site) -> tuple[World, list[str]]:
    """A workspace with every payload in every text."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"<script>window.hit=1</script> {uuid.uuid4().hex[:8]}")
        return World(site.url, tokens_of(memory)), poison(memory, PAYLOADS)


@pytest.mark.deep
def test_no_stored_script_runs(poisoned: tuple[World, list[str]], visit: Visit) -> None:
    """Console errors, violations of the content policy and requests to other hosts fail the test, too."""
    world, places = poisoned
    visitor = visit(site=world).log_in_anew(world.tokens.admin)
    dialogs: list[str] = []

    def noted(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    visitor.page.on("dialog", noted)
    seen = ""
    for place in (*PAGES, *places):
        page = visitor.go(place)
        assert page.evaluate("window.hit") is None, place
        assert page.evaluate("document.querySelectorAll('main script, main iframe, main object, base').length") == 0
        seen += page.inner_text("main")
    assert dialogs == []
    assert sum(payload[:20] in seen for payload in PAYLOADS) >= 18  # as text


EVIL = "http://127.0.0.1:9/"
"""Another origin, but the same site: the browser sends SameSite cookies along."""


@pytest.fixture
def evil(browser: Browser, world: World) -> Iterator[Page]:
    """A page of an attacker, in a browser with an open login of an admin."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(world.url)
    page.get_by_label("Token").fill(world.tokens.admin)
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Pages", exact=True)).to_be_visible()
    yield page
    context.close()


def serve(page: Page, body: str) -> None:
    """Opens a page of the attacker."""
    page.route(f"{EVIL}**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(EVIL)


def test_a_page_of_another_origin_changes_nothing(evil: Page, world: World) -> None:
    base = f"{world.url}/v1/workspaces/{world.tokens.workspace_id}"
    sent: list[str] = []
    statuses: list[int] = []
    evil.on("request", lambda found: sent.append(found.method))
    evil.on("response", lambda found: statuses.append(found.status) if found.request.method == "POST" else None)
    serve(evil, f"""<form method=post enctype=text/plain action="{base}/tokens">
        <input name='{{"role":"admin","name":"evil","x":"' value='"}}'></form><script>
        const send = (type, method) => fetch("{base}/tokens", {{method, mode: 'no-cors', credentials: 'include',
          headers: {{'Content-Type': type}}, body: '{{"role":"admin","name":"evil"}}'}}).catch(() => 0);
        Promise.all([send('text/plain', 'POST'), send('application/x-www-form-urlencoded', 'POST')])
          .then(() => {{ document.forms[0].submit(); }});</script>""")  # fmt: skip
    evil.wait_for_url(f"{base}/tokens")
    assert sent.count("POST") == 3
    assert statuses and set(statuses) == {403}  # what the policy hides from the page has no response here
    names = evil.request.get(f"{base}/tokens").json()["items"]
    assert "evil" not in {row["name"] for row in names}


def test_a_page_of_another_origin_reads_nothing(evil: Page, world: World) -> None:
    serve(evil, "<p>")
    reading = f"fetch('{world.url}/v1/me', {{credentials: 'include'}}).then(() => 'read', () => 'refused')"
    assert evil.evaluate(reading) == "refused"
    with_header = (
        f"fetch('{world.url}/v1/logout', {{method: 'POST', credentials: 'include', headers: {{'X-Oxgraph': '1'}}}})"
        ".then(() => 'sent', () => 'refused')"
    )
    assert evil.evaluate(with_header) == "refused"
    assert evil.request.get(f"{world.url}/v1/me").status == 200


def test_the_explorer_is_shown_in_no_frame(evil: Page, world: World) -> None:
    serve(evil, f"<iframe src='{world.url}/' width=800 height=600></iframe>")
    evil.wait_for_load_state("load")
    (frame,) = evil.frames[1:]
    assert frame.url != f"{world.url}/" or frame.locator("body").inner_text() == ""
    assert frame.locator("nav").count() == 0


def test_a_planted_cookie_is_not_logged_in(browser: Browser, world: World) -> None:
    planted = f"oxl_{'ab' * 32}"
    context = browser.new_context()
    context.add_cookies([{"name": "oxgraph", "value": planted, "url": world.url}])
    page = context.new_page()
    page.goto(world.url)
    page.get_by_label("Token").fill(world.tokens.operator)
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Pages", exact=True)).to_be_visible()
    cookie = next(one for one in context.cookies() if one["name"] == "oxgraph")
    assert cookie["value"] != planted
    attacker = browser.new_context()
    attacker.add_cookies([{"name": "oxgraph", "value": planted, "url": world.url}])
    assert attacker.request.get(f"{world.url}/v1/me").status == 401
    context.close()
    attacker.close()


def test_a_planted_login_of_the_attacker_ends_when_the_victim_logs_in(browser: Browser, world: World) -> None:
    attacker, victim = browser.new_context(), browser.new_context()
    own: dict[str, Any] = {"data": {"token": world.tokens.agent}}
    assert attacker.request.post(f"{world.url}/v1/login", **own).status == 200
    value = attacker.cookies()[0]["value"]
    victim.add_cookies([{"name": "oxgraph", "value": value, "url": world.url}])
    login = {"data": {"token": world.tokens.admin}, "headers": {"X-Oxgraph": "1"}}
    assert victim.request.post(f"{world.url}/v1/login", **login).json()["role"] == "admin"  # type: ignore[arg-type]
    assert attacker.request.get(f"{world.url}/v1/me").status == 401
    attacker.close()
    victim.close()
