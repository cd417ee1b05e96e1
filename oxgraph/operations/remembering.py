"""What is known: recalled, remembered, taken in, forgotten, explained."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.errors import InvalidInput
from oxgraph.operations.operation import operation
from oxgraph.types import Explanation, Remembered, StatusChange, limits
from oxgraph.types.fields import Id, Name, OneOrMany, Time, Uuid
from oxgraph.types.ingest import IngestReport, MessageRole, NewMessage
from oxgraph.types.recall import BUDGET, Kind, Query, Recall
from oxgraph.types.semantic_inputs import Content, Keyword, Share, TypeName, Worded, WorldTime

MESSAGES = 1_000
"""Messages of one call; a longer transcript is handed over in parts."""

MemoryType = Annotated[
    TypeName,
    Field(
        description="fact, preference, event, entity, relation, instruction, task, or a type that the workspace has "
        "defined.",
        examples=["fact"],
    ),
]
MemoryId = Annotated[Uuid, Field(description="The memory's id, as memory.recall shows it.")]
ConversationId = Annotated[Id, Field(description="The conversation, by the id that your systems use.")]
Entity = Annotated[Worded, Field(examples=["Ada Lovelace"])]


@operation("memory.recall", "POST /recall", call="recall", effect="reads")
async def recall(
    memory: AsyncMemory,
    *,
    query: Annotated[
        Query, Field(description="A question or a topic, in plain words.", examples=["Where does Ada work?"])
    ],
    k: Annotated[int, Field(ge=1, le=100, description="Results at most.")] = 10,
    kinds: Annotated[
        OneOrMany[Kind], Field(description="Only these: memory, message (what was said), episode (summaries).")
    ] = (),
    types: Annotated[
        OneOrMany[TypeName], Field(description="Only memories of these types.", examples=[["preference"]])
    ] = (),
    entities: Annotated[
        OneOrMany[Worded], Field(description="Names or ids of whom or what it is about, beside those in the query.")
    ] = (),
    conversation_id: ConversationId | None = None,
    since: Annotated[WorldTime, Field(description="Prefer what was so after this time; with `until`.")] | None = None,
    until: Annotated[WorldTime, Field(description="Prefer what was so before this time; with `since`.")] | None = None,
    as_of: Annotated[WorldTime, Field(description="What held in the world at this time, instead of now.")]
    | None = None,
    known_at: Annotated[Time, Field(description="As it was known at this time, instead of now.")] | None = None,
    historical: Annotated[bool, Field(description="Also what is superseded or expired.")] = False,
    budget: Annotated[int, Field(ge=0, le=BUDGET, description="Tokens of the context at most.")] = 2_000,
    explain: Annotated[bool, Field(description="Say of each result why it was found.")] = False,
) -> Recall:
    """Recall what is known about a question: memories, past messages and summaries, the best first.

    Use it before you ask the user something they may have told you already, and whenever the answer depends on this
    user, their work or earlier conversations. Times in the query are understood ("last month"). The context
    (a tool's text) puts them together to be read; each result has its id, which memory.why explains and memory.forget
    takes out. Nothing relevant gives no results, and `notes.empty_because` says why: then it is not known.
    """
    given: dict[str, Any] = {name: value for name, value in locals().items() if name not in {"memory", *_TIMES}}
    return await memory.recall(
        **given, window=_window(since, until), as_of=(as_of, known_at) if as_of or known_at else None
    )


_TIMES = ("since", "until", "as_of", "known_at")


def _window(since: datetime | None, until: datetime | None) -> tuple[datetime, datetime] | None:
    """Both or neither. Raises InvalidInput."""
    if since is None and until is None:
        return None
    if since is None or until is None:
        raise InvalidInput(field="since" if since is None else "until", reason="goes only with the other end of time")
    return since, until


@operation(
    "memory.remember", "POST /memories", call="semantic.remember", effect="writes", targets=("subject_id", "object_id")
)
async def remember(
    memory: AsyncMemory,
    *,
    content: Annotated[
        Content,
        Field(description="The statement in one sentence, understandable by itself.", examples=["Ada works at Acme."]),
    ],
    type: MemoryType = "fact",
    subject: Annotated[Entity, Field(description="Whom or what it is about, by name.")] | None = None,
    predicate: Annotated[
        Worded, Field(description="The relation in snake_case; with a subject.", examples=["works_at"])
    ]
    | None = None,
    object: Annotated[Entity, Field(description="The other side, by name.", examples=["Acme"])] | None = None,
    subject_id: Annotated[Id, Field(description="The subject's id instead of its name.")] | None = None,
    object_id: Annotated[Id, Field(description="The object's id instead of its name.")] | None = None,
    subject_type: Annotated[Name, Field(description="What the subject is.", examples=["person"])] | None = None,
    object_type: Annotated[Name, Field(description="What the object is.", examples=["company"])] | None = None,
    topic_key: Annotated[Worded, Field(description="What it is an answer to; a later answer replaces it.")]
    | None = None,
    keywords: Annotated[
        OneOrMany[Keyword], Field(max_length=limits.KEYWORDS, description="Words by which it should be found.")
    ] = (),
    category: Annotated[Name, Field(description="A heading of yours.")] | None = None,
    confidence: Annotated[Share, Field(description="How sure it is, 0 to 1; default 1.")] | None = None,
    valid_from: Annotated[WorldTime, Field(description="Since when it holds; default: from when it was stated.")]
    | None = None,
    valid_to: Annotated[WorldTime, Field(description="Until when it holds; leave it out where no end is known.")]
    | None = None,
    stated_at: Annotated[WorldTime, Field(description="When it was said; default: now.")] | None = None,
    evidence: Annotated[OneOrMany[Id], Field(description="Ids of its sources, such as messages.")] = (),
    session_id: Annotated[Id, Field(description="The session it comes from.")] | None = None,
    id: Annotated[Uuid, Field(description="An id of yours, which makes a repetition harmless.")] | None = None,
) -> Remembered:
    """Remember one statement for good, such as a fact or a preference that the user told you.

    Use it when you learn something that will matter in later conversations. Give `subject`, `predicate` and `object`
    where there are some: then a newer statement replaces an older one, and contradictions are noticed. What is known
    already is merged, not doubled. `outcome` says what became of it: created, merged, unchanged or rejected (with
    `reason`). For whole conversations use memory.ingest.
    """
    given: dict[str, Any] = {name: value for name, value in locals().items() if name != "memory"}
    return await memory.semantic.remember(**given)


@operation("memory.ingest", "POST /ingest", call="ingest", effect="writes", idempotent=True)
async def ingest(
    memory: AsyncMemory,
    messages: Annotated[
        list[NewMessage],
        Field(
            min_length=1,
            max_length=MESSAGES,
            description="What was said, in order. Each has a `text`, and may have role, speaker, said_at and id.",
            examples=[[{"text": "I moved to Lisbon last week.", "role": "user", "speaker": "Ada"}]],
        ),
    ],
    conversation_id: ConversationId | None = None,
    speaker: Annotated[Name, Field(description="The user's name, where a message does not say.")] | None = None,
    roles: Annotated[
        OneOrMany[MessageRole], Field(description="Whose statements are remembered; the others are kept as messages.")
    ] = ("user",),
) -> IngestReport:
    """Take in what was said: keep the messages, and remember what they state.

    Use it at the end of a conversation, or after a turn that says something lasting. The same messages again change
    nothing. `memories` are what they gave, `stages` say why others gave nothing; `waiting` ones are taken up later.
    """
    return await memory.ingest(messages, conversation_id=conversation_id, speaker=speaker, roles=roles)


@operation(
    "memory.forget", "DELETE /memories/{memory_id}", call="semantic.forget", effect="destroys", targets=("memory_id",)
)
async def forget(
    memory: AsyncMemory,
    memory_id: MemoryId,
    restore: Annotated[bool, Field(description="Let what it alone had replaced hold again.")] = False,
) -> StatusChange:
    """Forget a memory: take it out of every answer.

    Use it when the user says that something is wrong or should be forgotten; to correct it, remember the new statement
    instead. It is kept for audit and explained by memory.why, and can be brought back.
    """
    return await memory.semantic.forget(memory_id, restore)


@operation("memory.why", "GET /why/{id}", call="semantic.why", effect="reads", targets=("id",))
async def why(
    memory: AsyncMemory,
    id: Annotated[Id, Field(description="A memory's or an entity's id, also of one that is gone.")],
) -> Explanation:
    """Explain why a memory or an entity is as it is: every change with its rule, its evidence, and its links.

    Use it before you rely on a memory that surprises you, or when the user asks how you know something.
    """
    return await memory.semantic.why(id)
