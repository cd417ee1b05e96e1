"""What was said: messages, conversations, and the episodes that sum them up."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import ConversationName, Cursor, Placed
from oxgraph.operations.operation import Done, Page, operation
from oxgraph.types import limits
from oxgraph.types.episodic import (
    AddedMessages,
    Consolidation,
    ConversationDeletion,
    ConversationRow,
    Episode,
    Episodes,
    FoundMessage,
    Message,
)
from oxgraph.types.fields import Name, Uuid
from oxgraph.types.ingest import MessageRole, NewMessage

Messages = Annotated[tuple[Annotated[NewMessage, Placed], ...], Field(min_length=1, max_length=1_000)]
Speaker = Annotated[Name, Field(description="The user, by name, where a message does not say.")]
Title = Annotated[Name, Field(description="What the conversation is called.")]
Learn = Annotated[bool, Field(description="Whether memories are extracted from them later.")]
Limit = Annotated[int, Field(ge=1, le=1_000)]
PATH = "/conversations/{conversation_id}"


@operation(
    "episodic.add_messages",
    "POST /messages",
    call="episodic.add_messages",
    effect="writes",
    idempotent=True,
    tool=False,
)
async def add_messages(
    memory: AsyncMemory,
    *,
    messages: Messages,
    conversation_id: ConversationName | None = None,
    speaker: Speaker | None = None,
    title: Title | None = None,
    learn: Learn = False,
) -> AddedMessages:
    """Keep what was said; the same again changes nothing. Without a conversation it is that of the first message."""
    return await memory.episodic.add_messages(
        messages, conversation_id=conversation_id, speaker=speaker, title=title, learn=learn
    )


@operation(
    "episodic.conversations", "GET /conversations", call="episodic.conversations_page", effect="reads", tool=False
)
async def conversations(
    memory: AsyncMemory,
    cursor: Cursor | None = None,
    limit: Limit = 50,
) -> Page[ConversationRow]:
    """List the conversations, those in which something was said last before the others."""
    return await memory.episodic.conversations_page(limit=limit, cursor=cursor)


@operation("episodic.conversation", f"GET {PATH}", call="episodic.conversation", effect="reads", tool=False)
async def conversation(memory: AsyncMemory, conversation_id: ConversationName) -> ConversationRow:
    """Tell of one conversation."""
    return await memory.episodic.conversation(conversation_id)


@operation("episodic.messages", f"GET {PATH}/messages", call="episodic.messages_page", effect="reads", tool=False)
async def messages(
    memory: AsyncMemory,
    conversation_id: ConversationName,
    cursor: Cursor | None = None,
    limit: Limit = 50,
) -> Page[Message]:
    """Read the messages of a conversation in their order."""
    return await memory.episodic.messages_page(conversation_id, limit=limit, cursor=cursor)


@operation("episodic.history", f"GET {PATH}/history", call="episodic.history", effect="reads", tool=False)
async def history(
    memory: AsyncMemory,
    conversation_id: ConversationName,
    max_messages: Annotated[int, Field(ge=1, le=limits.ROWS, description="Default: the workspace's.")] | None = None,
    max_tokens: Annotated[int, Field(ge=0, le=2**31, description="Default: any.")] | None = None,
) -> Page[Message]:
    """Read the latest messages of a conversation, oldest first, as a prompt needs them."""
    found = await memory.episodic.history(conversation_id, max_messages=max_messages, max_tokens=max_tokens)
    return Page(items=found)


@operation("episodic.search", "GET /messages/search", call="episodic.search", effect="reads", tool=False)
async def search(
    memory: AsyncMemory,
    *,
    query: Annotated[str, Field(min_length=1, max_length=limits.INTENT, description="What to look for.")],
    k: Annotated[int, Field(ge=1, le=200, description="At most so many.")] = 10,
    minimum: Annotated[float, Field(ge=0, le=1, description="The least likeness; default: the workspace's.")]
    | None = None,
    conversation_id: ConversationName | None = None,
    exclude_conversation_id: ConversationName | None = None,
    roles: Annotated[tuple[MessageRole, ...], Field(max_length=4, description="Whose messages; default: all.")] = (),
) -> Page[FoundMessage]:
    """Find messages in any conversation by what they mean or by their words."""
    found = await memory.episodic.search(
        query,
        k=k,
        minimum=minimum,
        conversation_id=conversation_id,
        exclude_conversation_id=exclude_conversation_id,
        roles=roles,
    )
    return Page(items=found)


@operation(
    "episodic.delete_message",
    "DELETE /messages/{message_id}",
    call="episodic.delete_message",
    effect="destroys",
    tool=False,
)
async def delete_message(memory: AsyncMemory, message_id: Uuid) -> Done:
    """Delete a message and what rests on it alone; `count` says whether it was there."""
    return Done(count=int(await memory.episodic.delete_message(message_id)))


@operation(
    "episodic.delete_conversation", f"DELETE {PATH}", call="episodic.delete_conversation", effect="destroys", tool=False
)
async def delete_conversation(memory: AsyncMemory, conversation_id: ConversationName) -> ConversationDeletion:
    """Delete a conversation with its messages, its episodes, and what rests on them alone."""
    return await memory.episodic.delete_conversation(conversation_id)


@operation(
    "episodic.recent_episodes", f"GET {PATH}/episodes", call="episodic.recent_episodes", effect="reads", tool=False
)
async def recent_episodes(
    memory: AsyncMemory,
    conversation_id: ConversationName,
    limit: Annotated[int, Field(ge=1, le=100, description="Default: the workspace's.")] | None = None,
) -> Episodes:
    """Read the latest summaries of a conversation, and the block of them for a prompt."""
    return await memory.episodic.recent_episodes(conversation_id, limit)


@operation("episodic.episodes", "GET /episodes", call="episodic.episodes_page", effect="reads", tool=False)
async def episodes(
    memory: AsyncMemory,
    conversation_id: ConversationName | None = None,
    cursor: Cursor | None = None,
    limit: Limit = 50,
) -> Page[Episode]:
    """List the summaries of conversations, the latest first."""
    return await memory.episodic.episodes_page(conversation_id, limit=limit, cursor=cursor)


@operation(
    "episodic.delete_episode",
    "DELETE /episodes/{episode_id}",
    call="episodic.delete_episode",
    effect="destroys",
    tool=False,
)
async def delete_episode(memory: AsyncMemory, episode_id: Uuid) -> Done:
    """Take a summary out of every reading; what it sums up does not come back."""
    await memory.episodic.delete_episode(episode_id)
    return Done()


@operation(
    "episodic.summarize_old_turns",
    f"POST {PATH}/summarize",
    call="episodic.summarize_old_turns",
    effect="destroys",
    idempotent=True,
    tool=False,
)
async def summarize_old_turns(
    memory: AsyncMemory,
    conversation_id: ConversationName,
    retain_last: Annotated[int, Field(ge=0, le=1_000_000, description="So many stay as they are.")] | None = None,
    max_age_days: Annotated[float, Field(ge=0, le=36_500, description="Those younger stay as they are.")] | None = None,
) -> Consolidation:
    """Sum up the older turns of a conversation in episodes, which take their place."""
    return await memory.episodic.summarize_old_turns(
        conversation_id, retain_last=retain_last, max_age_days=max_age_days
    )
