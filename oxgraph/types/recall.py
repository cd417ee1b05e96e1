"""What recall is asked and what it gives back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias, overload
from uuid import UUID

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    TypeAdapter,
    WrapValidator,
)

from oxgraph.errors import InvalidInput
from oxgraph.types import limits
from oxgraph.types.fields import Id, Input, Many, Name, OneOrMany
from oxgraph.types.ingest import MessageRole
from oxgraph.types.results import Result
from oxgraph.types.semantic_inputs import AsOf, Share, TypeName, WorldTime, as_of, unblank

Kind = Literal["memory", "message", "episode", "entity"]
Fusion = Literal["sum", "rrf"]
EntityGiven: TypeAlias = str | Mapping[str, str]
WindowGiven: TypeAlias = tuple[datetime, datetime] | Sequence[datetime]

QUERY = 10_000_000
"""Characters of a query that are taken at all; what is searched for are the first `limits.RECALL_QUERY`."""

DEFAULT_BUDGET = limits.RECALL_BUDGET


def _entity(value: object) -> object:
    """A name, or the id of an entity."""
    if isinstance(value, str):
        try:
            return {"id": str(UUID(value))}
        except ValueError:
            return {"name": value}
    return value


def _named(value: dict[str, str]) -> dict[str, str]:
    if set(value) not in ({"name"}, {"id"}):
        raise ValueError("must be a name, or a dictionary of either name or id")
    return value


Entity = Annotated[
    dict[str, Annotated[Id, StringConstraints(max_length=limits.NAME)]],
    BeforeValidator(_entity),
    AfterValidator(_named),
]


Query = Annotated[str, Field(max_length=QUERY), AfterValidator(unblank)]
Budget = Annotated[int, Field(ge=0, le=limits.RECALL_TOKENS)]
ResultLimit = Annotated[int, Field(ge=1, le=limits.RECALL_RESULTS)]


class MessageSearch(Input):
    """What to search for in messages: up to `k` (1–1,000) that are at least so similar (`minimum`, 0–1).

    None is the workspace's search_similarity. `roles` are all where none is given; with `all_users` they may be
    any user's. Raises InvalidInput.
    """

    query: Query
    k: ResultLimit = 10
    minimum: Share | None = None
    conversation_id: Id | None = None
    exclude_conversation_id: Id | None = None
    roles: OneOrMany[MessageRole] = ()
    agent_id: Name | None = None
    all_users: bool = False


class RecallRequest(Input):
    """A query and what narrows it. Raises InvalidInput.

    At most `k` (1–1,000) results; None: those that fill the context, and the first `least` whether or not they fit.
    They are of these `kinds` and `types`; `as_of` as in `semantic.list`; `historical` shows what is superseded or
    expired too; `budget` are the tokens of the context, `deadline` the seconds of the whole call. `entities` are
    names or ids beside those in the query's own words, `window` a pair of times (from, to) in place of the one that
    the query names. `without` leaves out retrievers and rules by name. `minimum` (0–1) keeps what is at least so
    similar, and puts the most similar first. With `entity_budget`, in tokens, entities come beside the `k` results,
    with a text of their own; those of `targets`, which are node_ids, come first whatever the query is. `agent_id`
    keeps memories and messages of that agent; `all_users` reads what belongs to any user.
    """

    query: Query
    k: ResultLimit | None = None
    least: ResultLimit = limits.RECALL_LEAST
    kinds: OneOrMany[Kind] = ()
    types: OneOrMany[TypeName] = ()
    as_of: Any = None
    historical: bool = False
    budget: Budget = DEFAULT_BUDGET
    deadline: float | None = Field(default=None, ge=0, le=limits.RECALL_SECONDS, allow_inf_nan=False)
    explain: bool = False
    conversation_id: Id | None = None
    exclude_conversation_id: Id | None = None
    exclude_ids: OneOrMany[Id] = ()
    minimum: Share | None = None
    entities: Annotated[OneOrMany[Entity], Field(max_length=limits.TARGETS)] = ()
    window: tuple[WorldTime, WorldTime] | None = Field(default=None, strict=False)
    confidence_floor: Share | None = None
    without: OneOrMany[Name] = ()
    fusion: Fusion | None = None
    targets: Many[Id] = ()
    entity_budget: Budget | None = None
    now: WorldTime | None = None
    agent_id: Name | None = None
    all_users: bool = False

    def model_post_init(self, context: Any, /) -> None:
        """A stretch of time ends after it begins."""
        if self.window is not None and self.window[0] >= self.window[1]:
            raise InvalidInput(field="window", reason="must end after it begins")

    def clocks(self) -> AsOf | None:
        """Valid time and recorded time of the question; None for now. Raises InvalidInput."""
        return as_of(self.as_of)


class Neighbour(Result):
    """A message right before or after another one."""

    id: str
    speaker: str | None = None
    text: str


class Recalled(Result):
    """A memory, a message, an episode or an entity that answers a query.

    `score` is what it is ranked by (relevance to the query by all retrievers × confidence × freshness × its weight
    among what contradicts it); `relevance` (0–1) how well it alone answers, comparable between queries. `freshness`
    is None where confidence is what fades. `type` of a message is its role, of an episode episode. `dated` is when a
    memory began to hold, where that was said. `evidence` are the first 20 sources of `evidence_count`. `group` is
    where it stands in the context, `in_context` whether it fitted; of a long text `excerpt` is what stands there: the
    passages that share most with the query. A message has its conversation, speaker, time and `neighbours`, an
    episode its conversation and from when to when its `turn_count` turns were said. An entity has its `name`, its
    `node_id`, by which agents name it, its `description`, the `properties` chosen to be shown, and the `connection`
    that it came from. `similarity` is there where a minimum was asked for, `user_id` where it belongs to a user. With
    `explain`, `ranks` and `scores` say which place and which raw score each retriever gave it, and `why` says it in
    sentences.
    """

    rank: int
    id: str
    kind: Kind
    type: str
    content: str
    excerpt: str | None = None
    score: float
    relevance: float | None = None
    confidence: float = 1.0
    freshness: float | None = None
    status: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    dated: datetime | None = None
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    evidence: tuple[str, ...] = ()
    evidence_count: int = 0
    contradicts: tuple[str, ...] = ()
    group: str | None = None
    in_context: bool = False
    conversation_id: str | None = None
    speaker: str | None = None
    said_at: datetime | None = None
    position: int | None = None
    neighbours: tuple[Neighbour, ...] = ()
    started_at: datetime | None = None
    ended_at: datetime | None = None
    turn_count: int | None = None
    name: str | None = None
    node_id: str | None = None
    description: str | None = None
    properties: Mapping[str, str] = Field(default_factory=dict)
    connection: str | None = None
    similarity: float | None = None
    user_id: str | None = None
    ranks: Mapping[str, int] = Field(default_factory=dict)
    scores: Mapping[str, float] = Field(default_factory=dict)
    why: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """What a model reads of it: its excerpt, or its content where that is short."""
        return self.excerpt or self.content


class RecallResults(Sequence[Recalled]):
    """The results of a recall, best first, read from the plugin's JSON when one first looks at them.

    A context of short messages has some 140 results, which take longer to read than to find, and many callers only
    use the context. `count` is how many of the JSON's are results: behind them may come entities, which stand apart.
    `memories` are the ids of the memories among the first results, which count as read.
    """

    def __init__(self, json: str, count: int, memories: Iterable[str]) -> None:
        self._json = json
        self._count = count
        self._all: tuple[Recalled, ...] | None = None
        self.memories = tuple(memories)

    def _read(self) -> tuple[Recalled, ...]:
        if self._all is None:
            self._all = RESULTS.validate_json(self._json)[: self._count]
        return self._all

    @overload
    def __getitem__(self, place: int) -> Recalled: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Recalled, ...]: ...
    def __getitem__(self, place: int | slice) -> Recalled | tuple[Recalled, ...]:
        return self._read()[place]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Recalled]:
        return iter(self._read())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecallResults | tuple) and self._read() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        return repr(self._read())


RESULTS = TypeAdapter(tuple[Recalled, ...], config=ConfigDict(cache_strings="none"))
"""Reads results as JSON, in which open ends and unknown names are left out.

Ids and texts differ from result to result: to keep their strings for the next one takes a fifth of the time.
"""


def _results(value: object, read: Callable[[object], Sequence[Recalled]]) -> Sequence[Recalled]:
    return value if isinstance(value, RecallResults) else tuple(read(value))


Results = Annotated[
    Sequence[Recalled],
    WrapValidator(_results),
    PlainSerializer(tuple, return_type=tuple[Recalled, ...]),
]


class EntityMeant(Result):
    """An entity that the query named."""

    id: str
    name: str | None = None


class Dropped(Result):
    """A retriever that did not take part, and why: deadline, failed, index, no_vector, other_model."""

    retriever: str
    reason: str


class RecallNotes(Result):
    """How an answer came about.

    `found` results before `k` cut them; `relevance` is that of the best, and where it lies below the workspace's
    `threshold` nothing is returned. `empty_because` says why there is nothing: nothing_relevant, nothing_stored,
    small_talk, deadline, filters. `dropped` names retrievers that did not take part. `cut`: the query was longer
    than 10,000 characters, and only its beginning was searched for. The rest is what the query was taken to mean:
    `window`, `predicates`, `types`, `negated`, how `specific` it is (0–1), the `plan` of weights, the model's
    `rewrites`, and whether a cross-encoder has `reranked`. `speakers` are those who speak in the workspace's messages.
    `path` is cache (in the server's heap) or index (Neo4j's); `elapsed_ms` (by retriever) is there with `explain`.
    """

    found: int = 0
    relevance: float | None = None
    threshold: float | None = None
    empty_because: str | None = None
    entities: tuple[EntityMeant, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    speakers: tuple[str, ...] = ()
    path: str | None = None
    plan: str | None = None
    tokens: int = 0
    elapsed_ms: Mapping[str, float] | None = None
    cut: bool = False
    window: tuple[datetime, datetime] | None = None
    predicates: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    negated: tuple[str, ...] = ()
    specific: float = 0.0
    rewrites: tuple[str, ...] = ()
    reranked: bool = False


class Recall(Result):
    """What is known about a query.

    `results`, the best first; `context`, the text to put before a model, and `context_ids`, the results whose words
    stand in it; `answer`, a model's answer from the results
    that cites their ids in brackets, empty where nothing is relevant or there is no model; `notes`, how it came about.
    """

    results: Results = ()
    context: str = ""
    context_ids: tuple[str, ...] = ()
    answer: str = ""
    notes: RecallNotes = Field(default_factory=RecallNotes)
