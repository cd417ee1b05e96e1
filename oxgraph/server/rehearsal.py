"""What agents, and then people, ask first, asked once by the server when it has started, and when Neo4j is back.

Neo4j plans a statement when it first meets it, 0.1 to 0.8 s each in a database that has just started, and the embedder
is loaded with its first text. Hooks of coding agents do not wait that long: the first prompt of a day would go without
memory; the explorer's first page would take four seconds. Nothing is written, nothing counts as read, and no language
model is asked.
"""

import logging

from oxgraph.client import AsyncClient, AsyncMemory
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.types import WorkspaceRow

log = logging.getLogger("oxgraph.server")

PROMPT = "What did we say yesterday, and what went wrong in the tests?"
"""Has words, a meaning and a time, which recall searches by."""

NAME = "rehearsal"
"""The token, action type and session that are asked about; there is none."""


async def rehearse(client: AsyncClient) -> None:
    """Asks what agents ask, then what the explorer does, of the newest workspace of each server.

    Raises nothing; what fails is logged.
    """
    try:
        asked = {"now": present(client.clock)}
        await client.graph.read(statement("token/known"), token_hashes=[NAME], **asked)
        await client.graph.write(statement("token/workspace_of_token"), token_hash=NAME, **asked)
        memories = [await client.workspace(row.name) for row in _newest(await client.workspaces())]
        for first in (_ask, _look):
            for memory in memories:
                await first(memory)
    except Exception as error:  # whatever it is, the first callers only wait longer
        log.info("first_questions_not_rehearsed", extra={"fields": {"detail": str(error)}})


def _newest(rows: list[WorkspaceRow]) -> list[WorkspaceRow]:
    """The newest workspace of each server; plans are made for a server, not for a workspace."""
    ready = (row for row in rows if row.deleted_at is None and not (row.purging or row.importing or row.moving))
    return list({row.server: row for row in sorted(ready, key=lambda row: row.created_at)}.values())


async def _ask(memory: AsyncMemory) -> None:
    await memory.telemetry.costliest_failures()
    await memory.recall(PROMPT, touch=False, answer=False, without=("rewrites", "reranking"))
    await memory.telemetry.context(PROMPT, 1)
    await memory.telemetry.inject((), action_type=NAME, session_id=NAME)


async def _look(memory: AsyncMemory) -> None:
    """One call after the other, so that agents find a processor free."""
    await memory.telemetry.overview()
    await memory.telemetry.coverage()
    await memory.telemetry.timeline_page()
    await memory.telemetry.patterns_page(outcome="failure", sort="cost")
    await memory.telemetry.pattern_trends()
    await memory.telemetry.effect()
    await memory.telemetry.sequences_page(session_id=NAME, limit=1)
    await memory.telemetry.actions_page(session_id=NAME, limit=1)
    memories = (await memory.semantic.list_page(limit=1)).items
    entities = (await memory.semantic.entities.list_page(limit=1)).items
    await memory.semantic.entities.counts()
    await memory.semantic.entities.search(NAME)
    for entity in entities:
        await memory.semantic.entities.get(entity.id)
        await memory.semantic.list_page(entity.id, limit=1)
    for id in [*(one.id for one in memories), *(one.id for one in entities)]:
        await memory.semantic.why(id)
    await memory.growth()
    await memory.graph.find(NAME)
    for node in (await memory.graph.find(limit=1))[:1]:
        await memory.graph.neighbours(node.id, limit=1)
