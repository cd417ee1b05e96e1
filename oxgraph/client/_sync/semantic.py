# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The semantic layer of one workspace: each call, and the part that does it."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Never

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.adoption import Adoptions
from oxgraph.client._sync.connections import Connections
from oxgraph.client._sync.embeddings import Reembed
from oxgraph.client._sync.entities import Entities
from oxgraph.client._sync.erasure import Erasure
from oxgraph.client._sync.ingest import Ingest
from oxgraph.client._sync.memories import (
    Memories,
    MemoryPage,
    MemoryRows,
    StatusChanges,
    When,
    Why,
)
from oxgraph.client._sync.messages import BATCH
from oxgraph.client._sync.ontology import Predicates, Types
from oxgraph.client._sync.remember import Remember, Review
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.errors import InvalidInput
from oxgraph.models import Embedder, LanguageModel
from oxgraph.types import Explanation, MemoryRow, ModelChange, NewMemory, Remembered, StatusChange, limits
from oxgraph.types.adoption import AdoptionReport, ReleaseReport
from oxgraph.types.erasure import MirrorScanner, Receipt
from oxgraph.types.ingest import IngestReport, MessagesInput
from oxgraph.types.pages import PageRequest
from oxgraph.types.semantic_inputs import HistoryOf, MemoryFilter, MemoryInput, StatusFilter, Vector


@typed_arguments
class Semantic:
    """Memories of the workspace: remembered, read, superseded, explained, forgotten, erased."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._remember = Remember(access)
        self._ingest = Ingest(access)
        self._memories = Memories(access)
        self._why = Why(access)
        self._status = StatusChanges(access)
        self._adoptions = Adoptions(access)
        self._reembed = Reembed(access)
        self._erasure = Erasure(access)
        self.review = Review(access, self._remember)
        self.predicates = Predicates(access)
        self.types = Types(access)
        self.entities = Entities(access)
        self.connections = Connections(access)

    def remember(
        self,
        *,
        type: str,
        content: str,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        subject_id: str | None = None,
        object_id: str | None = None,
        subject_type: str | None = None,
        object_type: str | None = None,
        topic_key: str | None = None,
        keywords: Iterable[str] = (),
        category: str | None = None,
        confidence: float | None = None,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        stated_at: datetime | None = None,
        evidence: Iterable[str] = (),
        session_id: str | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        embedding: Vector | None = None,
        embedding_model: str | None = None,
        id: str | None = None,
        **unknown: Never,
    ) -> Remembered:
        """Remembers one statement: resolves its entities, merges it with an equal memory, settles conflicts.

        One transaction; durable when this returns. The fields are those of `NewMemory`. Where memory is off nothing
        is written and `reason` says so. An embedder of another model than the workspace's leaves the vector to the
        worker. Raises InvalidInput, NotFound, MemoryReplaced (see `supersede`), and EmbeddingModelMismatch for a given
        vector.
        """
        memory = NewMemory.given(
            type=type,
            content=content,
            subject=subject,
            predicate=predicate,
            object=object,
            subject_id=subject_id,
            object_id=object_id,
            subject_type=subject_type,
            object_type=object_type,
            topic_key=topic_key,
            keywords=keywords,
            category=category,
            confidence=confidence,
            valid_from=valid_from,
            valid_to=valid_to,
            stated_at=stated_at,
            evidence=evidence,
            session_id=session_id,
            user_id=user_id,
            agent_id=agent_id,
            embedding=embedding,
            embedding_model=embedding_model,
            id=id,
            **unknown,
        )
        return self._remember.write("semantic.remember", memory)

    def remember_many(self, memories: Iterable[MemoryInput]) -> list[Remembered]:
        """Remembers statements one after the other, in transactions of 1,000, each all or nothing; a row for each.

        All of them are checked first. Raises InvalidInput, which names the memory by its place, NotFound,
        MemoryReplaced, and EmbeddingModelMismatch for a vector that is given.
        """
        return self._remember.remember_many(memories)

    def supersede(self, memory_id: str, *, correction: bool = False, **new: Any) -> Remembered:
        """Remembers a statement that supersedes a memory, whatever the rules say; fields as for `remember`.

        Type, subject, predicate, topic key, category and policy are those of the old one where not given. Begins
        the new one later, the world has changed: the old one ends there. Otherwise, or with `correction`, the old
        one was wrong, and is believed no longer from now on. Raises InvalidInput, NotFound, and MemoryReplaced for one
        that was replaced before, as by another caller at the same moment: only its past can still be told otherwise,
        or corrected once, by a `valid_from` before its end.
        """
        return self._remember.supersede(memory_id, correction=correction, **new)

    def ingest(
        self,
        messages: MessagesInput,
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        roles: Iterable[str] = ("user",),
        model: LanguageModel | None = None,
        progress: Progress = no_progress,
    ) -> IngestReport:
        """Ingests messages: stores them, and remembers what they state.

        A message is a text or has the fields of `NewMessage`. `speaker` names the user where a message does not
        (their statements are then about that name, otherwise about the user of `user_id`, or an anonymous one of that
        conversation), `user_id` is the user whose conversation it is and whose its memories are (default: shared),
        `agent_id` the agent that took part, `roles` are those that are taken in; the
        others are kept as messages only. Without any `conversation_id` it comes from the first message. Without a
        `model` (default: the connection's) rules extract what they are certain of. The messages are written first: an
        extraction that fails is tried again by the worker, and the same transcript again changes nothing. `progress`
        is called with the messages done and all, after each 200. Raises InvalidInput, and ExtraMissing without the
        extra [ingest].
        """
        ingest = self._ingest if user_id is None else Ingest(self._access.as_user(user_id))
        return ingest.ingest(
            messages,
            conversation_id=conversation_id,
            speaker=speaker,
            roles=roles,
            agent_id=agent_id,
            model=model,
            progress=progress,
        )

    def extract_pending(self, batch: int = BATCH, model: LanguageModel | None = None) -> IngestReport:
        """Extracts memories from up to `batch` (1 to 1,000) pending messages that are due; the worker calls this.

        Raises InvalidInput.
        """
        if not 1 <= batch <= limits.STATEMENTS:
            raise InvalidInput(field="batch", reason=f"must be from 1 to {limits.STATEMENTS:,}")
        return self._ingest.extract_pending(batch, model)

    def take_up(self, batch: int = BATCH, model: LanguageModel | None = None) -> IngestReport:
        """The former name of `extract_pending`."""
        return self.extract_pending(batch, model)

    def get(self, memory_id: str, as_of: When | None = None) -> MemoryRow:
        """A memory by its id, whatever its status.

        Not an access: an expired memory stays expired (`revive`, or a historical recall, makes it active again). With
        `as_of` only if it was known then and held then. Raises InvalidInput, NotFound.
        """
        return self._memories.get(memory_id, as_of)

    def list(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        *,
        type: str | None = None,
        status: StatusFilter | None = None,
        user_id: str | None = None,
        as_of: When | None = None,
        limit: int = limits.PAGE,
    ) -> MemoryRows:
        """Memories, the last recorded first: those that hold now, or of a status (`any`: of each), or `as_of`.

        `subject` and `object` are a name, an id or a node_id; a name that several bear means all of them. `user_id`
        narrows it to what belongs to that user. Not an access. Raises InvalidInput.
        """
        asked = MemoryFilter(
            subject=subject, predicate=predicate, object=object, type=type, status=status, user_id=user_id, limit=limit
        )
        return self._memories.list(asked, as_of)

    def list_page(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        *,
        type: str | None = None,
        status: StatusFilter | None = None,
        user_id: str | None = None,
        as_of: When | None = None,
        limit: int = limits.PAGE,
        cursor: str | None = None,
    ) -> MemoryPage:
        """What `list` gives, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        page = PageRequest(limit=limit, cursor=cursor)
        asked = MemoryFilter(
            subject=subject,
            predicate=predicate,
            object=object,
            type=type,
            status=status,
            user_id=user_id,
            limit=page.one_more,
        )
        return self._memories.list_page(asked, page, as_of)

    def history(
        self,
        memory_id: str | None = None,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        as_of: When | None = None,
    ) -> MemoryRows:
        """The history of a memory or a subject, ordered by `valid_from`, with memories of every status.

        Of a memory: all that it replaced or was replaced by, and what contradicts it; or all that was ever known of
        a subject, by one predicate or by all. `as_of` narrows it to what was known then, to what held then, or to
        both. Not an access. Raises InvalidInput, NotFound for a memory that is not there.
        """
        asked = HistoryOf(memory_id=memory_id, subject=subject, predicate=predicate)
        return self._memories.history(asked, as_of)

    def why(self, id: str) -> Explanation:
        """How a memory, an entity or a pattern came to be as it is, whatever its status, also when it is deleted.

        Of a pattern all versions: when each was promoted, superseded, retired or edited, and by which pass or operator.
        Every change with its rule, what it went by, and a sentence; its evidence, its links, and the numbers of
        today. Not an access. Raises InvalidInput, NotFound.
        """
        return self._why.why(id)

    def forget(self, memory_id: str, restore: bool = False) -> StatusChange:
        """Removes a memory from every answer. It stays stored: `why` explains it, `revive` makes it active again.

        Messages and summaries that say it stay, and recall finds them: see `episodic.delete_message`. With `restore`,
        what it alone had superseded holds again. Raises InvalidInput, NotFound.
        """
        return self._status.forget(memory_id, restore)

    def revive(self, memory_id: str) -> StatusChange:
        """Makes an expired or forgotten memory active again. Raises InvalidInput, NotFound."""
        return self._status.revive(memory_id)

    def adopt(
        self,
        label: str,
        *,
        id: str | None = None,
        name: str | None = None,
        text: str | None = None,
        properties: Iterable[str] = (),
        type: str | None = None,
        connection: str | None = None,
        progress: Progress = no_progress,
    ) -> AdoptionReport:
        """Makes every node of a label an entity of this workspace, in place and in batches. Idempotent.

        `id`, `name` and `text` are names of properties: what systems call the node (without: its elementId),
        its name (without, or where a node has none: its id), and a text about it; `properties` those, up to 10, that
        recall searches and shows beside them, as short texts. `type` is the entities' type
        (default: the label), `connection` the name of this source (default: adopt:LABEL). Nothing that stands on a
        node is changed: where it has another value in a place of ours, an entity beside it stands for it.

        Needs the database's login, as the nodes belong to no workspace. Raises PermissionDenied, InvalidInput (which
        lists the labels or properties there are), LinkedToOtherWorkspace.
        """
        return self._adoptions.adopt(
            label,
            id=id,
            name=name,
            text=text,
            properties=properties,
            type=type,
            connection=connection,
            progress=progress,
        )

    def release(
        self, label: str | None = None, *, connection: str | None = None, progress: Progress = no_progress
    ) -> ReleaseReport:
        """Gives adopted nodes back exactly as they were, in batches: those of a label, of a connection, or of both.

        Where memories, references or further names hang on one, an entity of our own takes its place under the same
        id; adopting the node again joins it to them. Needs the database's login. Raises PermissionDenied,
        InvalidInput.
        """
        return self._adoptions.release(label, connection=connection, progress=progress)

    def reembed(self, model: str | Embedder) -> ModelChange:
        """Changes the embedding model of the workspace's vectors.

        `model` is an embedder, or a name of one (`minilm`, `onnx:FOLDER`, `sentence-transformers:MODEL`, or a model's
        own name). The worker, or `oxgraph passes run`, with that embedder then writes the new vectors beside the old
        ones, which are read meanwhile, and switches in one step. From then on a caller with the old model recalls by
        words, what it writes waits for its vector, and a vector that it gives, `telemetry.context`, `telemetry.way` and
        `search_facts` of a user raise EmbeddingModelMismatch. Passing the current model cancels a change. Raises
        InvalidInput, PermissionDenied.
        """
        return self._reembed.reembed(model)

    def erase_subject(
        self,
        subject: str,
        *,
        names: Iterable[str] | None = None,
        progress: Callable[[dict[str, int]], None] = lambda removed: None,
        mirror: MirrorScanner | None = None,
    ) -> Receipt:
        """Removes a subject, given by entity id, node_id or name, for good; the receipt says what went and what stays.

        If it is the id of a user, all that belongs to the user goes too; such an id comes before the name of another.
        All that has it as subject or object goes, and all that names it: memories with their questions and vectors,
        the texts of messages, its names, its edges, its id on actions; intents and annotations are reworded. A domain
        node that the subject was is released, never deleted. `names` are sought in texts instead of the names that
        the entity has: give them where a name is a common word or borne by others too, which are not sought
        (docs/architecture.md). In batches: when it was interrupted, call it again. With a `mirror`
        (oxgraph.mirror.Mirror) it ends in the rows: they are brought up to date and searched too, and what was found
        stands in the receipt. Raises InvalidInput when several entities bear the name, PermissionDenied, and before
        anything is erased an error of the mirror's that is not ready.
        """
        return self._erasure.erase_subject(subject, names=names, progress=progress, mirror=mirror)
