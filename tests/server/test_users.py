"""REST and MCP for users of a workspace: `user_id` in calls, tokens bound to a user, and the explorer's graph."""

from typing import Any

import pytest

from oxgraph.client import Memory
from tests.server.conftest import Site, Tokens
from tests.server.mcp.clients import HANDSHAKE, over_http, texts

WORDS = {"ada": "amber", "bob": "birch"}
"""Each user, and the word in all that the user knows."""


@pytest.fixture
def bound(workspace: Memory) -> dict[str, str]:
    """A secret bound to each user; each knows the same with a word of its own."""
    secrets = {}
    for user, word in WORDS.items():
        workspace.user(user).upsert_fact(f"The door code is {word}")
        workspace.episodic.add_messages(f"Remember that the code is {word}.", conversation_id="c", user_id=user)
        workspace.working.set("c", "plan", word, user_id=user)
        secrets[user] = workspace.tokens.create("agent", user, user_id=user).secret
    return secrets


def shown(client: Any, base: str, user_id: str | None) -> str:
    """All that REST says for a user, or for a token's own."""
    given = {"user_id": user_id} if user_id else {}
    bodies = {"query": "What is the door code?"} | given
    turn = {"user_message": "What is the door code?", "slots": ["plan"]} | given
    found = [
        client.post(f"{base}/recall", json=bodies),
        client.post(f"{base}/conversations/c/turns", json=turn),
        client.get(f"{base}/conversations/c/history", params=given),
        client.get(f"{base}/messages/search", params={"query": "code", "minimum": 0} | given),
        client.get(f"{base}/conversations/c/slots/plan", params=given),
        client.get(f"{base}/memories", params=given),
        client.get(f"{base}/conversations", params=given),
    ]
    return "".join(answer.raise_for_status().text for answer in found)


@pytest.mark.parametrize("user", WORDS)
def test_rest_shows_a_user_its_own(site: Site, tokens: Tokens, bound: dict[str, str], user: str) -> None:
    (other,) = set(WORDS.values()) - {WORDS[user]}
    for token, named in ((tokens.agent, user), (bound[user], None), (bound[user], user)):
        with site.client(token) as client:
            text = shown(client, site.of(tokens), named)
        assert WORDS[user] in text
        assert other not in text


def test_rest_refuses_another_user(site: Site, tokens: Tokens, bound: dict[str, str], workspace: Memory) -> None:
    (fact,) = workspace.user("bob").facts()
    with site.client(bound["ada"]) as client:
        base = site.of(tokens)
        for answer in (
            client.post(f"{base}/recall", json={"query": "code", "user_id": "bob"}),
            client.get(f"{base}/memories", params={"user_id": "bob"}),
            client.get(f"{base}/users/bob/facts"),
            client.get(f"{base}/conversations", params={"user_id": "bob"}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
        for path in (f"memories/{fact.id}", f"why/{fact.id}", f"graph/{fact.id}", f"graph/{fact.id}/neighbours"):
            assert client.get(f"{base}/{path}").status_code == 404
        assert "birch" not in client.get(f"{base}/graph", params={"query": "birch"}).raise_for_status().text


async def test_mcp_remembers_and_recalls_for_a_user(site: Site, tokens: Tokens, bound: dict[str, str]) -> None:
    async with over_http(site, tokens.agent, mode=HANDSHAKE) as client:
        given = {"content": "The user's cat is called Wickerlight.", "subject": "user", "user_id": "ada"}
        assert not (await client.call_tool("memory.remember", given)).is_error
        for user in ("ada", "bob", None):
            asked = {"query": "What is the cat called?"} | ({"user_id": user} if user else {})
            found = texts(await client.call_tool("memory.recall", asked))
            assert ("Wickerlight" in "".join(found)) == (user == "ada")
    async with over_http(site, bound["bob"], mode=HANDSHAKE) as client:
        assert (await client.call_tool("memory.recall", {"query": "cat", "user_id": "ada"})).is_error
        assert "Wickerlight" not in "".join(texts(await client.call_tool("memory.recall", {"query": "cat name"})))
