"""GET /events and /changes: what changed, in order, also for one who comes back, and for nobody else."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from oxgraph.client import Memory
from tests.server.conftest import Site, Tokens


class Stream:
    """Reads server-sent events; `last` is the id of the last one, also of those without data."""

    def __init__(self, response: httpx.Response) -> None:
        self._lines = response.iter_lines()
        self.last = ""

    def parts(self) -> Iterator[tuple[str, Any]]:
        """Each block of lines: its event's name (empty for an id alone or a comment) and its data."""
        name, data = "", None
        for line in self._lines:
            field, _, value = line.partition(": ")
            if field == "id":
                self.last = value
            elif field == "event":
                name = value
            elif field == "data":
                data = json.loads(value)
            elif not line:
                yield name, data
                name, data = "", None

    def changes(self, count: int) -> list[dict[str, Any]]:
        """The next changes."""
        found = []
        for name, data in self.parts():
            if name == "change":
                found.append(data)
            if len(found) == count:
                break
        return found

    def until_position(self) -> str:
        """Reads up to an id without an event: all that was there before is read."""
        for name, _ in self.parts():
            if not name and self.last:
                break
        return self.last


def capture(memory: Memory, first: int, count: int) -> list[str]:
    """Captures actions, one commit each; their ids."""
    return [
        memory.telemetry.capture(action_type="look", session_id=f"s{n}", outcome="success").action_id
        for n in range(first, first + count)
    ]


def test_who_comes_back_misses_nothing(site: Site, tokens: Tokens, workspace: Memory) -> None:
    url = f"{site.of(tokens)}/events"
    with site.client(tokens.operator) as http:
        with http.stream("GET", url) as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            stream = Stream(response)
            stream.until_position()
            ids = capture(workspace, 0, 2)
            seen = [one["id"] for one in stream.changes(3) if one["kind"] == "action"]
            last = stream.last
        ids += capture(workspace, 2, 3)  # Nobody listens.
        with http.stream("GET", url, headers={"Last-Event-ID": last}) as response:
            stream = Stream(response)
            while not set(ids) <= set(seen):
                [one] = stream.changes(1)
                assert int(one["position"]) > int(last)
                last = one["position"]
                seen += [one["id"]] if one["kind"] == "action" else []
    assert sorted(seen) == sorted(ids)


def test_pages_of_changes_give_the_same(site: Site, tokens: Tokens, other: Tokens, workspace: Memory) -> None:
    with site.client(tokens.operator) as http:
        url = f"{site.of(tokens)}/changes"
        began = http.get(url).json()
        assert (began["items"], began["more"]) == ([], False)
        ids, position = capture(workspace, 0, 5), began["position"]
        found: list[dict[str, Any]] = []
        while not set(ids) <= {one["id"] for one in found}:
            page = http.get(url, params={"after": position, "limit": 2}).json()
            assert len(page["items"]) <= 2
            found += page["items"]
            position = page["position"]
        places = [int(one["position"]) for one in found]
        assert places == sorted(set(places))
        assert all(one["at"] and not one["deleted"] for one in found)
    with site.client(other.operator) as http:
        theirs = http.get(f"{site.of(other)}/changes", params={"after": began["position"]}).json()
        assert not {one["id"] for one in theirs["items"]} & set(ids)


@pytest.mark.parametrize(
    ("headers", "query", "field"),
    [
        ({"Last-Event-ID": "x"}, {}, "after"),
        ({}, {"after": "-1"}, "after"),
        ({}, {"kind": "action"}, "kind"),
    ],
)
def test_a_wrong_place_is_refused(
    site: Site, tokens: Tokens, headers: dict[str, str], query: dict[str, str], field: str
) -> None:
    with site.client(tokens.operator) as http:
        answer = http.get(f"{site.of(tokens)}/events", headers=headers, params=query)
        assert (answer.status_code, answer.json()["field"]) == (422, field)
        head = http.head(f"{site.of(tokens)}/events")
        assert (head.status_code, head.content) == (200, b"")


def test_an_agent_may_not_listen_and_a_revoked_token_no_longer(site: Site, tokens: Tokens, workspace: Memory) -> None:
    with site.client(tokens.agent) as http:
        assert http.get(f"{site.of(tokens)}/events").status_code == 403
    with site.client(tokens.operator) as http, http.stream("GET", f"{site.of(tokens)}/events") as response:
        stream = Stream(response)
        stream.until_position()
        workspace.tokens.revoke(tokens.ids["operator"])
        ended = [data for name, data in stream.parts() if name == "error"]
    assert [one["code"] for one in ended] == ["unauthenticated"]
