"""Facts and preferences of a single user: upserted, searched, rendered for a prompt, decayed."""

import re
from collections.abc import Sequence
from typing import Any, TypeAlias
from uuid import UUID

from oxgraph import cypher
from oxgraph.client import vectors
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.memories import AsyncMemories, AsyncStatusChanges, When, both_times
from oxgraph.client._async.remember import AsyncRemember
from oxgraph.client._async.subjects import user_entity
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import run_in_thread_async
from oxgraph.client.readable import results
from oxgraph.cypher import CypherFile
from oxgraph.errors import EmbeddingModelMismatch, MemoryReplaced, NotFound
from oxgraph.extraction.recalled_text import one_line
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.predicates import default_importances
from oxgraph.prompt_blocks import heading
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import DecayReport, FactRow, NewMemory, Remembered, limits
from oxgraph.types.fields import unchecked
from oxgraph.types.semantic_inputs import FactQuery, MemoryId, Pattern, RowLimit, UserId, Vector, packed

WORD = re.compile(r"\w+")
MOST_WORDS = 64
TURNS_A_DECAY = 20
"""One statement or turn in this many also decays old facts: about 5%."""


def block(facts: Sequence[FactRow]) -> str:
    """A block for a prompt: a heading, then each fact on one line; empty when there is none."""
    if not facts:
        return ""
    return "\n".join([heading("facts", len(facts)), *(_line(fact) for fact in facts)])


def _line(fact: FactRow) -> str:
    about = f"{fact.category}, confidence" if fact.category else "confidence"
    return f"- {one_line(fact.fact)} ({about} {fact.confidence:.2f})"


def words(text: str) -> list[str]:
    """The different words of a text in lower case."""
    return list(dict.fromkeys(WORD.findall(text.lower())))[:MOST_WORDS]


def decays_after(id: str) -> bool:
    """Whether old facts are gone through after a statement or message: one in twenty, by its id, never by chance."""
    return UUID(id).int % TURNS_A_DECAY == 0


PASS = "user_memory"

OF_USERS = ("fact", "preference")
"""The types of memories that count as facts about a user, as the statements semantic/user_facts… have them."""


def pass_file() -> CypherFile:
    """The newest version of the pass."""
    return next(file for file in cypher.passes() if file.name == PASS)


def settings_of(stored: Row, predicates: list[Row]) -> dict[str, Any]:
    """The workspace's numbers as the pass takes them."""
    known = {name: stored[name] for name in WorkspaceSettings.model_fields if stored.get(name) is not None}
    own = {name: row["importance"] for row in predicates for name in (row["name"], *row["synonyms"])}
    importances = default_importances() | own
    return WorkspaceSettings(**known).model_dump() | {"importances": importances}


Facts: TypeAlias = list[FactRow]


def _compared(vector: bytes, settings: Row) -> Row:
    """The parameters of a comparison with a vector."""
    return {"vector": vectors.unpacked(vector), "model": settings["embedding_model"]}


class AsyncUserSearch:
    """A user's facts: all, the nearest to a text or vector, or those with some words."""

    def __init__(self, access: AsyncAccess, user_id: str) -> None:
        self._access = access
        self._user_id = user_id

    async def subject(self, call: str) -> str | None:
        """The id of the user's entity; None if there is no fact about the user."""
        rows = await self._access.read(call, "semantic/user", user_id=self._user_id)
        return str(rows[0]["id"]) if rows else None

    async def all(self, call: str, pattern: str | None, limit: int, as_of: When | None = None) -> Facts:
        """The active facts that hold now or held `as_of`, or all with a pattern in them that are not forgotten."""
        subject_id = await self.subject(call)
        if subject_id is None:
            return []
        if as_of is not None:
            return await self._then(call, subject_id, as_of, limit=limit)
        return await self._rows(call, "semantic/user_facts", subject_id, pattern=pattern, limit=limit)

    async def facts(self, call: str, asked: FactQuery, as_of: When | None = None) -> Facts:
        """What is nearest by meaning, or without a vector what shares words."""
        subject_id = await self.subject(call)
        if subject_id is None:
            return []
        settings = await self._settings(call)
        vector = await self._vector(asked, settings)
        found = words(asked.query or "")
        if as_of is not None:
            wanted = {"words": found} if vector is None else _compared(vector, settings)
            return await self._then(call, subject_id, as_of, limit=asked.top_k, **wanted)
        if vector is not None:
            return await self._by_meaning(call, subject_id, vector, settings, asked.top_k)
        params: dict[str, Any] = {"words": found, "limit": asked.top_k}
        return await self._rows(call, "semantic/user_facts_by_words", subject_id, **params) if found else []

    async def nearest(self, call: str, text: str) -> str | None:
        """The id of the user's own fact that means what `text` says: cosine at least user_supersede_cosine, or the same
        words. A shared one is superseded only by what is shared."""
        subject_id = await self.subject(call)
        settings = await self._settings(call)
        asked = FactQuery(query=text, top_k=1)
        vector = await self._vector(asked, settings)
        if subject_id is None:
            return None
        if vector is None:
            return await self._same(call, subject_id, text)
        found = await self._by_meaning(call, subject_id, vector, settings, 1, own=True)
        least = float(settings.get("user_supersede_cosine", WorkspaceSettings().user_supersede_cosine))
        return found[0].id if found and (found[0].score or 0) >= least else None

    async def _same(self, call: str, subject_id: str, text: str) -> str | None:
        """The fact with just the words of `text`."""
        wanted = words(text)
        file = "semantic/user_facts_by_words"
        for row in await self._rows(call, file, subject_id, own=True, words=wanted, limit=100):
            if words(row.fact) == wanted:
                return row.id
        return None

    async def _by_meaning(
        self, call: str, subject_id: str, vector: bytes, settings: Row, limit: int, *, own: bool = False
    ) -> Facts:
        params = _compared(vector, settings) | {"limit": limit}
        return await self._rows(call, "semantic/user_facts_by_meaning", subject_id, own=own, **params)

    async def _then(self, call: str, subject_id: str, as_of: When, **params: Any) -> Facts:
        """The facts that held and were known then: all, or those that a vector or words find."""
        given = {"vector": None, "model": None, "words": None} | params | both_times(as_of, self._access.now())
        return await self._rows(call, "semantic/user_facts_as_of", subject_id, **given)

    async def _rows(self, call: str, file: str, subject_id: str, *, own: bool = False, **params: Any) -> Facts:
        """The rows of a statement: the user's own, and without `own` the shared ones about the user too."""
        given = {"subject_id": subject_id, "owners": ["", self._user_id][own:], "now": self._access.now()}
        rows = await self._access.read(call, file, **given | params)
        return results(FactRow, rows)

    async def _settings(self, call: str) -> Row:
        (row,) = await self._access.read(call, "workspace/settings")
        return dict(row["settings"])

    async def _vector(self, asked: FactQuery, settings: Row) -> bytes | None:
        """The vector that is asked with; None where there is no model, or the workspace has no vector yet."""
        model = settings.get("embedding_model")
        embedder = vectors.usable_embedder(self._access.embedder)
        if model is None or (asked.embedding is None and embedder is None):
            return None
        if asked.embedding is not None:
            vectors.require_length(asked.embedding, settings.get("embedding_dimension"))
            return asked.embedding
        if embedder is None or asked.query is None:
            return None
        if model != embedder.name:
            raise EmbeddingModelMismatch(expected=model, given=embedder.name)
        work = vectors.or_none(embedder, embedder.embed, "facts are searched by their words")
        vector = await run_in_thread_async(work, asked.query)
        return packed(vector) if vector is not None else None


@typed_arguments
class AsyncUser:
    """The facts about one user, preferences included.

    The user is an entity of the type user, whose node_id is the user's id. Facts follow the policy `confidence`:
    they begin at 1.0 and gain 0.1 when they are said again. Facts and preferences that ingest extracts of the user's
    own turns follow it too; they begin with the confidence of their extraction. About one statement or turn of the
    user in twenty runs a decay: facts that were neither said again nor read for 7 days lose 5%, and are pruned below
    0.3 when older than 30 days. The numbers are settings.
    """

    def __init__(self, access: AsyncAccess, user_id: str) -> None:
        self._user_id = UserId(user_id=user_id).user_id
        self._access = access = access.as_user(self._user_id)
        self._remember = AsyncRemember(access)
        self._memories = AsyncMemories(access)
        self._status = AsyncStatusChanges(access)
        self._search = AsyncUserSearch(access, self._user_id)

    @property
    def user_id(self) -> str:
        """The user's id."""
        return self._user_id

    async def upsert_fact(
        self,
        fact: str,
        category: str | None = None,
        embedding: Vector | None = None,
        supersedes: str | None = None,
        id: str | None = None,
    ) -> Remembered:
        """Remembers a fact about the user, or confirms the one that means the same (cosine above 0.85).

        `supersedes` is the text of an old fact that no longer holds: the user's fact that is nearest to that text,
        with a cosine of at least 0.80, is superseded. Similar wording alone never retires anything. `id` makes a
        repetition harmless. About one call in twenty also runs `decay_old_facts`. Raises InvalidInput,
        EmbeddingModelMismatch.
        """
        asked = NewMemory(
            type="fact",
            content=fact,
            category=category,
            policy="confidence",
            embedding=unchecked(embedding),
            id=id or new_id(),
        )
        try:
            remembered = await self._upsert(asked, supersedes)
        except MemoryReplaced:  # by another call meanwhile: another fact is the nearest now
            remembered = await self._upsert(asked, supersedes)
        if decays_after(remembered.id):
            await self.decay_old_facts()
        return remembered

    async def _upsert(self, asked: NewMemory, supersedes: str | None) -> Remembered:
        old = await self._search.nearest("user.upsert_fact", supersedes) if supersedes is not None else None
        await self._access.authorize("user.upsert_fact")
        placed = {"subject_id": await self._ensured()} | ({"supersedes": [old]} if old else {})
        return await self._remember.write("user.upsert_fact", asked.model_copy(update=placed))

    async def search_facts(
        self,
        query: str | None = None,
        top_k: int = 5,
        *,
        embedding: Vector | None = None,
        touch: bool = True,
        as_of: When | None = None,
    ) -> Facts:
        """The user's facts nearest to a text or to its vector, the nearest first.

        By meaning where there is a vector, else by the words of `query`; those that hold now, or that held `as_of`.
        The facts found count as read, which keeps them from decaying; not with `touch=False`. Raises InvalidInput,
        EmbeddingModelMismatch.
        """
        asked = FactQuery(query=query, top_k=top_k, embedding=unchecked(embedding))
        return self._read(await self._search.facts("user.search_facts", asked, as_of), touch)

    async def build_context(
        self,
        query: str | None = None,
        top_k: int = 10,
        *,
        embedding: Vector | None = None,
        touch: bool = True,
        as_of: When | None = None,
    ) -> str:
        """The facts that `search_facts` finds as a block of text for a prompt; empty when there is none."""
        asked = FactQuery(query=query, top_k=top_k, embedding=unchecked(embedding))
        return block(self._read(await self._search.facts("user.build_context", asked, as_of), touch))

    def _read(self, found: Facts, touch: bool) -> Facts:
        """The facts; with `touch` they are counted as read a moment later."""
        if touch and self._access.access_counts is not None:
            self._access.access_counts.add(*self._access.reader, [one.id for one in found], self._access.now())
        return found

    async def facts(self, limit: int = limits.ROWS, *, as_of: When | None = None) -> Facts:
        """The facts about the user that hold now, or that held `as_of`, the newest first. Raises InvalidInput."""
        return await self._search.all("user.facts", None, RowLimit(limit=limit).limit, as_of)

    async def delete_fact(self, id: str) -> None:
        """Forgets one of the user's facts. Raises InvalidInput, and NotFound for what is no fact about this user."""
        asked = MemoryId(memory_id=id).memory_id
        subject_id = await self._search.subject("user.delete_fact")
        found = await self._memories.of_ids("user.delete_fact", [asked])
        if not found or found[0].subject_id != subject_id or found[0].type not in OF_USERS:
            raise NotFound(kind="fact", id=asked)
        await self._status.change("user.delete_fact", "semantic/forget", asked, restore=False)

    async def delete_matching_facts(self, pattern: str) -> int:
        """Forgets every fact of the user with this text in it, upper and lower case being one; how many.

        Also those that are superseded or expired. Raises InvalidInput.
        """
        asked = Pattern(pattern=pattern)
        call = "user.delete_matching_facts"
        found = await self._search.all(call, asked.pattern, limits.ALL)
        now = self._access.now()
        for start in range(0, len(found), limits.STATEMENTS):
            ids = [row.id for row in found[start : start + limits.STATEMENTS]]
            await self._access.call_rows(call, "semantic/forget", ids=ids, restore=False, now=now)
        return len(found)

    async def decay_old_facts(self) -> DecayReport:
        """Runs one step of the decay for this user's facts now, and prunes; the counts."""
        subject_id = await self._search.subject("user.decay_old_facts")
        if subject_id is None:
            return DecayReport(decayed=0, pruned=0)
        params = await self._decay_params(subject_id)
        decayed = pruned = 0
        remaining = 1
        while remaining:
            (row,) = await self._access.graph.write(pass_file(), workspace_id=self._access.workspace_id, **params)
            remaining, decayed, pruned = row["remaining"], decayed + row["decayed"], pruned + row["pruned"]
        return DecayReport(decayed=decayed, pruned=pruned)

    async def _decay_params(self, subject_id: str) -> dict[str, Any]:
        call = "user.decay_old_facts"
        (row,) = await self._access.read(call, "workspace/settings")
        settings = settings_of(row["settings"], await self._access.read(call, "semantic/predicates"))
        now = self._access.now()
        return {"settings": settings, "now": now, "subject_id": subject_id, "batch": limits.STATEMENTS, "run_id": None}

    async def _ensured(self) -> str:
        """The id of the user's entity, which is made when there is none."""
        return await user_entity(self._access, "user.upsert_fact", self._user_id)
