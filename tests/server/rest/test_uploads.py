"""Uploads of recorded files: counted, idempotent, bounded, with errors that name the place."""

import gzip
import json
from dataclasses import replace

import pytest

from oxgraph.client import Memory
from oxgraph.local import Server
from tests.server.conftest import PATIENT, Site, Tokens
from tests.sessions.samples import claude

LINE = {"action_type": "look", "outcome": "success", "started_at": "2026-02-01T10:00:00Z"}


def traces(count: int) -> bytes:
    rows = [LINE | {"session_id": f"s{n}", "id": f"00000000-0000-4000-8000-{n:012d}"} for n in range(count)]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def test_files_are_counted_and_written_once(site: Site, tokens: Tokens, other: Tokens, workspace: Memory) -> None:
    base = f"{site.of(tokens)}/imports"
    with site.client(tokens.agent) as http:
        first = http.post(f"{base}/traces", content=gzip.compress(traces(2_500))).json()
        assert (first["read"], first["captured"], first["sessions"]) == (2_500, 2_500, 2_500)
        again = http.post(f"{base}/traces", content=traces(2_500)).json()
        assert (again["captured"], again["duplicates"]) == (0, 2_500)
        found = http.post(f"{base}/sessions", content=claude().encode(), params={"with_messages": True})
        assert found.status_code == 200, found.text
        assert (found.json()["captured"], found.json()["formats"]) == (3, {"claude-code": 1})
        said = [{"role": "user", "content": "I like tea."}, {"role": "assistant", "content": "Noted."}]
        given = {"conversation_id": "c", "user_id": "u-1"}
        chats = http.post(f"{base}/chats", content=json.dumps(said), params=given)
        assert chats.status_code == 200, chats.text
        assert (chats.json()["conversations"], chats.json()["written"]) == (1, 2)
        assert http.post(f"{base}/chats", content=json.dumps(said), params=given).json()["known"] == 2
        assert http.post(f"{site.of(other)}/imports/traces", content=traces(1)).status_code == 404
    assert [one.text for one in workspace.as_user("u-1").episodic.messages("c")] == ["I like tea.", "Noted."]


def test_what_cannot_be_taken_names_its_place(site: Site, tokens: Tokens) -> None:
    url = f"{site.of(tokens)}/imports/traces"
    with site.client(tokens.agent) as http:
        wrong = traces(1) + b"{}\n"
        refused = http.post(url, content=wrong)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid_input")
        assert "body" in refused.json()["detail"] and "/" not in refused.json()["detail"]
        taken = http.post(url, content=wrong, params={"skip_invalid": "true"}).json()
        assert (taken["invalid"], len(taken["refusals"])) == (1, 1)
        assert "tmp" not in taken["refusals"][0]
        for content, params, field in ((b"", {}, "body"), (b"{}", {"nonsense": "1"}, "nonsense")):
            answer = http.post(url, content=content, params=params)
            assert (answer.status_code, answer.json()["field"]) == (422, field)
        assert http.get(url).status_code == 405


@pytest.mark.parametrize("announced", [True, False])
def test_a_file_that_is_too_large_is_refused(run_server: Server, tokens: Tokens, announced: bool) -> None:
    site = Site(run_server.uri, run_server.auth, replace(PATIENT, upload_bytes=1_000))
    try:
        with site.client(tokens.agent) as http:
            content = traces(20) if announced else iter([traces(20)])
            answer = http.post(f"{site.of(tokens)}/imports/traces", content=content)
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    finally:
        site.close()
