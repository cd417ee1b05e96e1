"""letta: an agent with blocks of core memory and a talk, exported as an agent file by its own manager.

Usage: FOLDER DSN, of a Postgres with pgvector. Prints the file.
"""

import asyncio
import json
import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

FOLDER, DSN = Path(sys.argv[1]), sys.argv[2]
os.environ |= {"LETTA_DIR": str(FOLDER), "LETTA_PG_URI": DSN, "LETTA_DISABLE_TRACING": "true"}

from letta.orm import Base
from letta.schemas.agent import CreateAgent
from letta.schemas.block import CreateBlock
from letta.schemas.embedding_config import EmbeddingConfig
from letta.schemas.enums import MessageRole
from letta.schemas.letta_message_content import TextContent
from letta.schemas.llm_config import LLMConfig
from letta.schemas.message import Message
from letta.server.db import engine
from letta.server.server import SyncServer
from sqlalchemy import text

HUMAN = "Name: Ada\nWorks at Acme as an engineer\n- Prefers tea to coffee\nIs allergic to peanuts\n"
PERSONA = "I am a helpful assistant.\nI answer in short sentences.\n"
PROJECT = "The release is planned for June.\nBob reviews the plugin.\n"
SAID = [
    ("user", "I moved from Hamburg to Berlin."),
    ("assistant", "I will remember that you live in Berlin."),
    ("user", "Thanks. Please book a train for Friday."),
]


async def main() -> dict[str, Any]:
    """Makes the agent, and exports it."""
    async with engine.begin() as connection:
        await connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        await connection.run_sync(Base.metadata.create_all)
        # What its migrations do beyond its tables.
        await connection.execute(text("CREATE SEQUENCE IF NOT EXISTS messages_sequence"))
        await connection.execute(
            text("ALTER TABLE messages ALTER COLUMN sequence_id SET DEFAULT nextval('messages_sequence')")
        )
    server = SyncServer()
    await server.init_async(init_with_default_org_and_user=True)
    actor = server.default_user
    agent = await server.agent_manager.create_agent_async(
        CreateAgent(
            name="Clippy",
            memory_blocks=[
                CreateBlock(label="human", value=HUMAN),
                CreateBlock(label="persona", value=PERSONA),
                CreateBlock(label="project", value=PROJECT),
            ],
            llm_config=LLMConfig.default_config("letta"),
            embedding_config=EmbeddingConfig.default_config(provider="openai"),
            include_base_tools=False,
        ),
        actor=actor,
    )
    began = datetime(2025, 3, 1, 10, tzinfo=UTC)
    messages = [
        Message(
            role=MessageRole(role),
            content=[TextContent(text=words)],
            agent_id=agent.id,
            created_at=began + timedelta(minutes=number),
        )
        for number, (role, words) in enumerate(SAID)
    ]
    await server.agent_manager.append_to_in_context_messages_async(messages, agent_id=agent.id, actor=actor)
    file = await server.agent_serialization_manager.export([agent.id], actor=actor)
    return file.model_dump(mode="json")


if __name__ == "__main__":
    found = asyncio.run(main())
    (FOLDER / "clippy.af").write_text(json.dumps(found))
    print(json.dumps(found))
