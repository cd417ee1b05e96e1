"""graphiti-core: episodes by `add_episode`, with what its language model would say read from a table.

Usage: URI USER PASSWORD. Prints entities, facts and episodes as its own classes read them.
"""

import asyncio
import json
import os
import sys
from datetime import UTC, datetime
from typing import Any

os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
os.environ["EMBEDDING_DIM"] = "64"

from graphiti_core import Graphiti
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.edges import EntityEdge
from graphiti_core.embedder.openai import OpenAIEmbedder, OpenAIEmbedderConfig
from graphiti_core.llm_client.config import LLMConfig
from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient
from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode
from model import serve
from pydantic import BaseModel


class Person(BaseModel):
    """A human being."""


class Company(BaseModel):
    """A firm."""


# (episode text, time, group, entities (name, type id), facts (from, relation, to, fact, valid, contradicts earlier))
EPISODES: list[tuple[str, str, str, list[tuple[str, int]], list[tuple[str, str, str, str, str, bool]]]] = [
    (
        "ada: I work at Acme since January 2020.",
        "2024-03-01T10:00:00+00:00",
        "team",
        [("Ada", 1), ("Acme", 2)],
        [("Ada", "WORKS_AT", "Acme", "Ada works at Acme", "2020-01-01T00:00:00Z", False)],
    ),
    (
        "ada: Bob and I share an office in Hamburg.",
        "2024-03-02T10:00:00+00:00",
        "team",
        [("Ada", 1), ("Bob", 1), ("Hamburg", 0)],
        [
            ("Ada", "SHARES_OFFICE_WITH", "Bob", "Ada shares an office with Bob", "2024-03-02T10:00:00Z", False),
            ("Bob", "WORKS_IN", "Hamburg", "Bob works in Hamburg", "2024-03-02T10:00:00Z", False),
        ],
    ),
    (
        "ada: I have left Acme and work at Rivian since June.",
        "2024-06-03T10:00:00+00:00",
        "team",
        [("Ada", 1), ("Acme", 2), ("Rivian", 2)],
        [("Ada", "WORKS_AT", "Rivian", "Ada works at Rivian", "2024-06-01T00:00:00Z", True)],
    ),
    (
        "carl: I own a boat named Petrel.",
        "2024-07-01T10:00:00+00:00",
        "other",
        [("Carl", 1), ("Petrel", 0)],
        [("Carl", "OWNS", "Petrel", "Carl owns the boat Petrel", "2024-07-01T10:00:00Z", False)],
    ),
]


def answer(asked: dict[str, Any]) -> Any:
    """What the model says, by the schema that it is asked for."""
    name = asked.get("response_format", {}).get("json_schema", {}).get("name", "")
    text = "\n".join(str(message["content"]) for message in asked["messages"])
    found = max(EPISODES, key=lambda one: text.rfind(one[0]))
    if name == "ExtractedEntities":
        return {"extracted_entities": [{"name": n, "entity_type_id": i} for n, i in found[3]]}
    if name == "ExtractedEdges":
        keys = ("source_entity_name", "relation_type", "target_entity_name", "fact", "valid_at")
        return {"edges": [dict(zip(keys, fact[:5], strict=True)) for fact in found[4]]}
    if name == "NodeResolutions":
        return {"entity_resolutions": []}
    if name == "EdgeDuplicate":
        new = next((fact for one in EPISODES for fact in one[4] if fact[5] and fact[3] in text), None)
        return {"duplicate_facts": [], "contradicted_facts": [0] if new else []}
    if name in ("SummarizedEntities", "EntitySummary"):
        return {"summaries": [], "summary": ""}
    return {}


class NoCrossEncoder(CrossEncoderClient):
    """Stands where a model that ranks is asked for."""

    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
        return [(passage, 1.0) for passage in passages]


async def main(uri: str, user: str, password: str) -> None:
    """Fills the store."""
    url = serve(answer)
    graphiti = Graphiti(
        uri,
        user,
        password,
        llm_client=OpenAIGenericClient(LLMConfig(api_key="none", base_url=url, model="test", small_model="test")),
        embedder=OpenAIEmbedder(OpenAIEmbedderConfig(api_key="none", base_url=url, embedding_dim=64)),
        cross_encoder=NoCrossEncoder(),
    )
    await graphiti.build_indices_and_constraints()
    for number, (text, at, group, _, _) in enumerate(EPISODES):
        await graphiti.add_episode(
            name=f"talk {number}",
            episode_body=text,
            source_description="a talk",
            reference_time=datetime.fromisoformat(at).astimezone(UTC),
            source=EpisodeType.message,
            group_id=group,
            entity_types={"Person": Person, "Company": Company},
        )
    held: dict[str, list[Any]] = {"entities": [], "facts": [], "episodes": []}
    for group in ("team", "other"):
        for key, kind in (("entities", EntityNode), ("facts", EntityEdge), ("episodes", EpisodicNode)):
            for one in await kind.get_by_group_ids(graphiti.driver, [group]):
                held[key].append(one.model_dump(mode="json", exclude={"fact_embedding", "name_embedding"}))
    await graphiti.close()
    print(json.dumps(held))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
