"""Operations on conversations: messages, search in them, episodes, deletion, and extraction of memories (ingest)."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import (
    AgentId,
    AllUsers,
    ConversationId,
    Cursor,
    Limit,
    ListItem,
    MessageId,
    Speaker,
    UserId,
)
from oxgraph.operations.definition import Done, Page, Tool, operation
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
    Position,
    ShownNode,
)
from oxgraph.types.fields import Name, OneOrMany, Uuid
from oxgraph.types.ingest import IngestReport, MessageRole, NewMessage

MESSAGES = 1_000
"""Maximum number of messages of one call; send a longer transcript in parts."""

Messages = Annotated[tuple[Annotated[NewMessage, ListItem], ...], Field(min_length=1, max_length=MESSAGES)]

EpisodeId = Annotated[Uuid, Field(description="The episode's id, as lists of episodes show it.")]

Title = Annotated[Name, Field(description="The conversation's title.")]

Learn = Annotated[bool, Field(description="Whether memories are extracted from them later.")]

PATH = "/conversations/{conversation_id}"


@operation(
    "episodic.add_messages",
    "POST /messages",
    call="episodic.add_messages",
    of_user=True,
    effect="writes",
    idempotent=True,
    example={
        "conversation_id": "support-7",
        "messages": [
            {"text": "My invoice is wrong.", "role": "user", "speaker": "Ada", "said_at": "2025-01-20T09:00:00Z"},
            {"text": "I will look into it.", "role": "assistant"},
        ],
    },
)
async def add_messages(
    memory: AsyncMemory,
    *,
    messages: Messages,
    conversation_id: ConversationId | None = None,
    speaker: Speaker | None = None,
    title: Title | None = None,
    learn: Learn = False,
    agent_id: AgentId | None = None,
) -> AddedMessages:
    """Store messages; the same again changes nothing.

    Without `conversation_id` they belong to a conversation named after the first message."""
    return await memory.episodic.add_messages(
        messages, conversation_id=conversation_id, speaker=speaker, title=title, learn=learn, agent_id=agent_id
    )


@operation("episodic.conversations", "GET /conversations", call="episodic.conversations_page", effect="reads")
async def conversations(
    memory: AsyncMemory,
    user_id: UserId | None = None,
    cursor: Cursor | None = None,
    limit: Limit = limits.PAGE,
) -> Page[ConversationRow]:
    """List the conversations, the one with the latest message first; with `user_id` those of that user alone."""
    return await memory.episodic.conversations_page(limit=limit, cursor=cursor, user_id=user_id)


@operation("episodic.conversation", f"GET {PATH}", call="episodic.conversation", of_user=True, effect="reads")
async def conversation(memory: AsyncMemory, conversation_id: ConversationId) -> ConversationRow:
    """Read one conversation: its title, times and number of messages."""
    return await memory.episodic.conversation(conversation_id)


@operation("episodic.messages", f"GET {PATH}/messages", call="episodic.messages_page", of_user=True, effect="reads")
async def messages(
    memory: AsyncMemory,
    conversation_id: ConversationId,
    cursor: Cursor | None = None,
    limit: Limit = limits.PAGE,
    position: Annotated[
        Position,
        Field(description="Position of the first message of the first page; -100 is the hundredth before the end."),
    ] = 0,
) -> Page[Message]:
    """Read the messages of a conversation in their order."""
    return await memory.episodic.messages_page(conversation_id, limit=limit, cursor=cursor, position=position)


@operation("episodic.history", f"GET {PATH}/history", call="episodic.history", of_user=True, effect="reads")
async def history(
    memory: AsyncMemory,
    conversation_id: ConversationId,
    max_messages: Annotated[
        int, Field(ge=1, le=limits.ROWS, description="Maximum number of messages; default: the workspace's setting.")
    ]
    | None = None,
    max_tokens: Annotated[int, Field(ge=0, le=2**31, description="Maximum number of tokens; default: no limit.")]
    | None = None,
) -> Page[Message]:
    """Read the latest messages of a conversation, oldest first, as a prompt needs them."""
    found = await memory.episodic.history(conversation_id, max_messages=max_messages, max_tokens=max_tokens)
    return Page(items=found)


@operation(
    "episodic.search",
    "GET /messages/search",
    call="episodic.search",
    of_user=True,
    effect="reads",
    renamed={"k": "limit"},
)
async def search(
    memory: AsyncMemory,
    *,
    query: Annotated[str, Field(min_length=1, max_length=limits.INTENT, description="What to look for.")],
    limit: Annotated[int, Field(ge=1, le=200, description="Maximum number of messages.")] = 10,
    minimum: Annotated[
        float, Field(ge=0, le=1, description="Minimum similarity, 0 to 1; default: the workspace's setting.")
    ]
    | None = None,
    conversation_id: ConversationId | None = None,
    exclude_conversation_id: ConversationId | None = None,
    roles: Annotated[
        tuple[MessageRole, ...], Field(max_length=4, description="Only messages of these roles; default: all.")
    ] = (),
    all_users: AllUsers = False,
) -> Page[FoundMessage]:
    """Search messages of all conversations by meaning and by words."""
    found = await memory.episodic.search(
        query,
        k=limit,
        minimum=minimum,
        conversation_id=conversation_id,
        exclude_conversation_id=exclude_conversation_id,
        roles=roles,
        all_users=all_users,
    )
    return Page(items=found)


@operation("episodic.message", "GET /messages/{message_id}", call="episodic.message", of_user=True, effect="reads")
async def message(memory: AsyncMemory, message_id: MessageId) -> Message:
    """Read one message by its id."""
    return await memory.episodic.message(message_id)


@operation("episodic.shown", "GET /messages/{message_id}/shown", call="episodic.shown", of_user=True, effect="reads")
async def shown(memory: AsyncMemory, message_id: MessageId) -> Page[ShownNode]:
    """Read what memory showed in the prompt before an answer (patterns, episodes, entities, memories), as it is now."""
    return Page(items=await memory.episodic.shown(message_id))


@operation(
    "episodic.delete_message",
    "DELETE /messages/{message_id}",
    call="episodic.delete_message",
    of_user=True,
    effect="destroys",
)
async def delete_message(memory: AsyncMemory, message_id: MessageId) -> Done:
    """Delete a message and what is derived from it alone; `count` is 0 where there was none."""
    return Done(count=int(await memory.episodic.delete_message(message_id)))


@operation(
    "episodic.delete_conversation",
    f"DELETE {PATH}",
    call="episodic.delete_conversation",
    of_user=True,
    effect="destroys",
)
async def delete_conversation(memory: AsyncMemory, conversation_id: ConversationId) -> ConversationDeletion:
    """Delete a conversation with its messages, its episodes, and what is derived from them alone."""
    return await memory.episodic.delete_conversation(conversation_id)


@operation(
    "episodic.recent_episodes",
    f"GET {PATH}/episodes",
    call="episodic.recent_episodes",
    of_user=True,
    effect="reads",
)
async def recent_episodes(
    memory: AsyncMemory,
    conversation_id: ConversationId,
    limit: Annotated[int, Field(ge=1, le=100, description="Maximum number of episodes; default: the setting.")]
    | None = None,
) -> Episodes:
    """Read the latest episodes (summaries) of a conversation, and a block of them for a prompt."""
    return await memory.episodic.recent_episodes(conversation_id, limit)


@operation("episodic.episodes", "GET /episodes", call="episodic.episodes_page", effect="reads")
async def episodes(
    memory: AsyncMemory,
    conversation_id: ConversationId | None = None,
    user_id: UserId | None = None,
    cursor: Cursor | None = None,
    limit: Limit = limits.PAGE,
) -> Page[Episode]:
    """List the episodes (summaries) of conversations, the latest first; with `user_id` those of that user alone."""
    return await memory.episodic.episodes_page(conversation_id, limit=limit, cursor=cursor, user_id=user_id)


@operation(
    "episodic.delete_episode",
    "DELETE /episodes/{episode_id}",
    call="episodic.delete_episode",
    effect="destroys",
)
async def delete_episode(memory: AsyncMemory, episode_id: EpisodeId) -> Done:
    """Delete an episode; the messages that it summarizes do not come back."""
    await memory.episodic.delete_episode(episode_id)
    return Done()


@operation(
    "episodic.summarize_old_turns",
    f"POST {PATH}/summarize",
    call="episodic.summarize_old_turns",
    of_user=True,
    effect="destroys",
    idempotent=True,
    example={"retain_last": 20, "max_age_days": 30},
)
async def summarize_old_turns(
    memory: AsyncMemory,
    conversation_id: ConversationId,
    retain_last: Annotated[int, Field(ge=0, le=1_000_000, description="Number of latest messages to keep.")]
    | None = None,
    max_age_days: Annotated[float, Field(ge=0, le=36_500, description="Messages younger than this are kept.")]
    | None = None,
) -> Consolidation:
    """Replace the older turns of a conversation by episodes that summarize them."""
    return await memory.episodic.summarize_old_turns(
        conversation_id, retain_last=retain_last, max_age_days=max_age_days
    )


@operation(
    "memory.ingest",
    "POST /ingest",
    call="ingest",
    tool=Tool("memory", often=("messages", "conversation_id", "user_id")),
    of_user=True,
    effect="writes",
    idempotent=True,
    example={"messages": [{"text": "I moved to Lisbon last week.", "speaker": "Ada"}]},
)
async def ingest(
    memory: AsyncMemory,
    *,
    messages: Annotated[
        list[Annotated[NewMessage, ListItem]],
        Field(
            min_length=1,
            max_length=MESSAGES,
            description="What was said, in order. Each has a `text`, and may have role, speaker, said_at and id.",
            examples=[[{"text": "I moved to Lisbon last week.", "role": "user", "speaker": "Ada"}]],
        ),
    ],
    conversation_id: ConversationId | None = None,
    speaker: Speaker | None = None,
    roles: Annotated[
        OneOrMany[MessageRole],
        Field(description="Roles whose statements are remembered; the others are kept as messages."),
    ] = ("user",),
    agent_id: AgentId | None = None,
) -> IngestReport:
    """Store messages and extract memories from them.

    Use it at the end of a conversation, or after a turn that says something lasting. The same messages again change
    nothing. `memories` are the extracted ones, `stages` say why other messages gave none; from `waiting`
    messages they are extracted later.
    """
    return await memory.ingest(
        messages, conversation_id=conversation_id, speaker=speaker, roles=roles, agent_id=agent_id
    )


@operation(
    "semantic.extract_pending",
    "POST /ingest/pending",
    call="semantic.extract_pending",
    effect="writes",
    idempotent=True,
    renamed={"batch": "limit"},
    former_paths=("/ingest/take-up",),
    example={"limit": 20},
)
async def extract_pending(
    memory: AsyncMemory,
    limit: Annotated[int, Field(ge=1, le=limits.STATEMENTS, description="Maximum number of messages.")] = limits.PAGE,
) -> IngestReport:
    """Extract memories now from pending messages, which the worker does otherwise."""
    return await memory.semantic.extract_pending(limit)
