"""Resources and prompts, by the SDK's client over HTTP, in both eras of the protocol."""

import json
from typing import Any

import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from oxgraph.client import Memory
from tests.server.conftest import Site, Tokens
from tests.server.mcp.clients import ERAS, over_http


@pytest.mark.parametrize("mode", ERAS)
async def test_resources_and_prompts(mode: str, site: Site, tokens: Tokens, other: Tokens, workspace: Memory) -> None:
    said: dict[str, Any] = {
        "content": "Ada works at Acme.",
        "subject": "Ada",
        "predicate": "works_at",
        "object": "Acme",
    }
    made = workspace.semantic.remember(type="fact", **said)
    workspace.as_user("u-1").semantic.remember(type="preference", content="Ada likes tea.")
    workspace.user("u-1").upsert_fact("Takes sugar.")
    memory = f"oxgraph://memories/{made.memory_id}"
    async with over_http(site, tokens.agent, mode=mode) as client:
        listed = {str(one.uri) for one in (await client.list_resources()).resources}
        assert listed == {"oxgraph://ontology", "oxgraph://experience"}
        templates = {one.uri_template for one in (await client.list_resource_templates()).resource_templates}
        assert "oxgraph://memories/{memory_id}" in templates
        found = {uri: (await client.read_resource(uri)).contents[0] for uri in (*listed, memory)}
        texts = {uri: one.text for uri, one in found.items() if isinstance(one, types.TextResourceContents)}
        assert json.loads(texts[memory])["content"] == "Ada works at Acme."
        ontology = json.loads(texts["oxgraph://ontology"])
        assert "works_at" in {one["name"] for one in ontology["predicates"]}
        entity = await client.read_resource(f"oxgraph://entities/{made.subject_id}")
        assert "Ada" in entity.model_dump_json()
        for uri in ("oxgraph://nothing", "oxgraph://memories/00000000-0000-4000-8000-000000000000"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        assert [one.name for one in (await client.list_prompts()).prompts] == ["before_task", "about_user"]
        prompt = await client.get_prompt("before_task", {"task": "Write to Ada at Acme"})
        assert "Ada works at Acme." in prompt.model_dump_json()
        assert "Ada likes tea." not in prompt.model_dump_json()
        about = await client.get_prompt("about_user", {"user_id": "u-1"})
        assert "Takes sugar." in about.model_dump_json()
        with pytest.raises(MCPError, match="needs task"):
            await client.get_prompt("before_task", {})
    bound = workspace.tokens.create("agent", "bound", user_id="u-1").secret
    async with over_http(site, bound, mode=mode) as client:
        with pytest.raises(MCPError) as refused:
            await client.get_prompt("about_user", {"user_id": "u-2"})
        assert refused.value.error.code == types.INVALID_PARAMS
        assert refused.value.error.data["oxgraph/error"]["code"] == "permission_denied"
    async with over_http(site, other.agent, mode=mode) as client:
        with pytest.raises(MCPError):
            await client.read_resource(memory)
