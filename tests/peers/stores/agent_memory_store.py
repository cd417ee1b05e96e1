"""neo4j-agent-memory: messages, entities with relationships, facts, preferences, a trace of reasoning.

Usage: URI USER PASSWORD. Prints how many it wrote of each.
"""

import asyncio
import json
import sys
from datetime import UTC, datetime

from model import vector
from neo4j_agent_memory import ExtractionConfig, MemoryClient, MemorySettings, Neo4jConfig
from neo4j_agent_memory.config.settings import ExtractorType
from pydantic import SecretStr

TALK = [
    ("user", "I am Ada, and I work at Acme.", "2024-03-01T10:00:00+00:00"),
    ("assistant", "Good to know, Ada.", "2024-03-01T10:00:05+00:00"),
    ("user", "I prefer tea to coffee.", "2024-03-01T10:01:00+00:00"),
    ("user", "We moved to Rivian's building in June.", "2024-06-05T09:00:00+00:00"),
]


class Embedder:
    """Vectors from words."""

    dimensions = 64

    async def embed(self, text: str) -> list[float]:
        return vector(text)

    async def embed_batch(self, texts: list[str]) -> list[list[float]]:
        return [vector(text) for text in texts]


async def main(uri: str, user: str, password: str) -> None:
    """Fills the store."""
    settings = MemorySettings(
        neo4j=Neo4jConfig(uri=uri, username=user, password=SecretStr(password)),
        extraction=ExtractionConfig(extractor_type=ExtractorType.NONE),
        backend="bolt",
    )
    client = MemoryClient(settings, embedder=Embedder())
    await client.connect()
    talk = [{"role": role, "content": text, "timestamp": at} for role, text, at in TALK]
    messages = await client.short_term.add_messages_batch("talk-1", talk, user_identifier="ada")
    await client.short_term.add_messages_batch("talk-2", talk[:1])
    facts = client.long_term
    plain = {"geocode": False, "enrich": False}
    ada, _ = await facts.add_entity("Ada", "PERSON", description="An engineer", aliases=["Ada L."], **plain)
    acme, _ = await facts.add_entity("Acme", "ORGANIZATION", description="A maker of anvils", **plain)
    berlin, _ = await facts.add_entity("Berlin", "LOCATION", **plain)
    await facts.link_entity_to_message(ada, messages[0].id)
    began, ended = datetime(2020, 1, 1, tzinfo=UTC), datetime(2024, 6, 1, tzinfo=UTC)
    await facts.add_relationship(
        ada, acme, "WORKS_AT", description="Ada works at Acme", valid_from=began, message_id=str(messages[0].id)
    )
    await facts.add_relationship(acme, berlin, "LOCATED_IN", confidence=0.8)
    await facts.add_fact("Ada", "works_at", "Acme", valid_from=began, valid_until=ended)
    await facts.add_fact("Ada", "works_at", "Rivian", valid_from=ended)
    await facts.add_fact("Ada", "plays", "the cello", confidence=0.9)
    old = await facts.add_preference("drinks", "Prefers coffee", user_identifier="ada")
    new = await facts.add_preference("drinks", "Prefers tea", context="mornings", user_identifier="ada")
    await facts.supersede_preference(old.id, new.id)
    await facts.add_preference("writing", "Short sentences")
    trace = await client.reasoning.start_trace("talk-1", "Find a train to Berlin")
    step = await client.reasoning.add_step(trace.id, thought="Look it up", action="search")
    await client.reasoning.record_tool_call(step.id, "search_trains", {"to": "Berlin"}, result="two trains")
    await client.reasoning.complete_trace(trace.id, outcome="found", success=True)
    await client.close()
    print(json.dumps({"messages": 5, "entities": 3, "relationships": 2, "facts": 3, "preferences": 3, "traces": 1}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
