"""What programs expect of HTTP: HEAD, Location, ETag and If-Match, rate limits told, `me`, a page of the API."""

import re
import threading
from html.parser import HTMLParser

from oxgraph.operations import OPERATIONS
from tests.server.conftest import Site, Tokens

WORKS = {"type": "fact", "content": "Ada works at Acme.", "subject": "Ada", "predicate": "works_at", "object": "Acme"}
METRIC = {"name": "Mine", "success_condition": "outcome == 'success'"}


def test_head_is_get_without_a_body(site: Site, tokens: Tokens) -> None:
    with site.client(tokens.agent) as http:
        got, head = (http.request(method, f"{site.of(tokens)}/memories") for method in ("GET", "HEAD"))
        assert (head.status_code, head.content) == (got.status_code, b"") == (200, b"")
        assert head.headers["etag"] == got.headers["etag"]
        assert http.head("/healthz").status_code == 200
        assert http.head(f"{site.of(tokens)}/recall").status_code == 405


def test_what_is_made_has_an_address(site: Site, tokens: Tokens) -> None:
    with site.client(tokens.admin) as http:
        for path, body in (
            ("/memories", WORKS),
            ("/entities", {"name": "A/B", "node_id": "a/b 1"}),
            ("/metrics", METRIC),
        ):
            made = http.post(site.of(tokens) + path, json=body, headers={"Idempotency-Key": path})
            assert made.status_code == 201, made.text
            assert http.get(made.headers["location"]).status_code == 200
            again = http.post(site.of(tokens) + path, json=body, headers={"Idempotency-Key": path})
            assert again.headers["location"] == made.headers["location"]
        known = http.post(f"{site.of(tokens)}/memories", json=WORKS)
        assert (known.status_code, known.json()["outcome"]) == (200, "merged")
        assert "location" not in known.headers


def test_me_is_the_workspace_of_the_token(site: Site, tokens: Tokens) -> None:
    with site.client(tokens.agent) as http:
        made = http.post("/v1/workspaces/me/memories", json=WORKS)
        assert made.headers["location"].startswith("/v1/workspaces/me/memories/")
        assert http.get("/v1/workspaces/me").json()["workspace_id"] == tokens.workspace_id
        tags = [http.get(f"{one}/memories").headers["etag"] for one in (site.of(tokens), "/v1/workspaces/me")]
        assert tags[0] == tags[1]


def test_what_was_read_before_is_not_sent_again(site: Site, tokens: Tokens) -> None:
    url = f"{site.of(tokens)}/memories"
    with site.client(tokens.agent) as http:
        tag = http.get(url).headers["etag"]
        known = http.get(url, headers={"If-None-Match": f'"other", W/{tag}'})
        assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", tag)
        http.post(url, json=WORKS)
        changed = http.get(url, headers={"If-None-Match": tag})
        assert changed.status_code == 200
        assert http.get(url, headers={"If-None-Match": changed.headers["etag"]}).status_code == 304


def test_a_value_of_ones_own_changes_its_tag(site: Site, tokens: Tokens) -> None:
    """Only a memory's freshness, which changes by time alone, does not count."""
    url = f"{site.of(tokens)}/conversations/c1/slots/plan"
    with site.client(tokens.agent) as http:
        tags = []
        for freshness in (0.1, 0.2):
            http.put(url, json={"value": {"freshness": freshness}}).raise_for_status()
            tags.append(http.get(url).headers["etag"])
        assert tags[0] != tags[1]


def test_a_change_can_ask_for_what_it_knows(site: Site, tokens: Tokens) -> None:
    """Of two that know the same, one changes it, also where they come at once."""
    with site.client(tokens.admin) as http:
        url = http.post("/v1/workspaces/me/metrics", json=METRIC).headers["location"]
        tag = http.get(url).headers["etag"]
        begin, ended = threading.Barrier(4), []

        def change(days: int) -> None:
            begin.wait()
            ended.append(http.patch(url, json={"window_days": days}, headers={"If-Match": tag}).status_code)

        threads = [threading.Thread(target=change, args=(days,)) for days in range(10, 14)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(ended) == [200, 412, 412, 412]
        refused = http.delete(url, headers={"If-Match": tag})
        assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed")
        assert http.patch(url, json={"window_days": 9}, headers={"If-Match": "*"}).status_code == 200
        for wrong in ("", "x", '"a" "b"', '"a'):
            answer = http.patch(url, json={"window_days": 8}, headers={"If-Match": wrong})
            assert (answer.status_code, answer.json()["field"]) == (422, "If-Match")
        pattern = http.patch("/v1/workspaces/me/patterns/x", json={}, headers={"If-Match": "*"})
        assert pattern.status_code == 422
        unknown = http.delete("/v1/workspaces/me/episodes/x", headers={"If-Match": "*"})
        assert (unknown.status_code, unknown.json()["code"]) == (412, "precondition_failed")


def test_a_response_says_how_many_calls_are_left(site: Site, tokens: Tokens) -> None:
    with site.client(tokens.agent) as http:
        answers = [http.get(f"{site.of(tokens)}/memories"), http.get(f"{site.of(tokens)}/memories/nonsense")]
    calls = re.fullmatch(r'"token";q=(\d+);w=60', answers[0].headers["ratelimit-policy"])
    left = [re.fullmatch(r'"token";r=(\d+);t=\d+', one.headers["ratelimit"]) for one in answers]
    assert calls and left[0] and left[1]
    assert all(0 < int(one[1]) <= int(calls[1]) for one in left if one)


class Ids(HTMLParser):
    """The ids in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        self.found |= {value or "" for name, value in attrs if name == "id"}


def test_a_page_shows_every_operation(site: Site) -> None:
    with site.client() as http:
        answer = http.get("/docs")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "style-src 'self'" in answer.headers["content-security-policy"]
    ids = Ids()
    ids.feed(answer.text)
    assert {name.replace(".", "_") for name in OPERATIONS} <= ids.found
