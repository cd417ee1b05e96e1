# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Finds a user's facts."""

from typing import Any, TypeAlias

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client.facts import words
from oxgraph.client.offload import run
from oxgraph.errors import EmbeddingModelMismatch
from oxgraph.graph import Row
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import FactRow
from oxgraph.types.semantic_fields import packed
from oxgraph.types.semantic_inputs import FactQuery

Facts: TypeAlias = list[FactRow]
ALT = "embedding_alt"


class UserSearch:
    """A user's facts: all, the nearest to a text or vector, or those with some words."""

    def __init__(self, access: Access, user_id: str) -> None:
        self._access = access
        self._user_id = user_id

    def subject(self, call: str) -> str | None:
        """The id of the user's entity; None when nothing is known of the user."""
        rows = self._access.read(call, "semantic/user", user_id=self._user_id)
        return str(rows[0]["id"]) if rows else None

    def all(self, call: str, pattern: str | None, limit: int) -> Facts:
        """The active facts, or all with a pattern in them that are not forgotten."""
        subject_id = self.subject(call)
        if subject_id is None:
            return []
        return self._rows(call, "semantic/user_facts", subject_id, pattern=pattern, limit=limit)

    def facts(self, call: str, asked: FactQuery) -> Facts:
        """What is nearest by meaning, or without a vector what shares words."""
        subject_id = self.subject(call)
        if subject_id is None:
            return []
        settings = self._settings(call)
        vector = self._vector(asked, settings)
        if vector is not None:
            return self._by_meaning(call, subject_id, vector, settings, asked.top_k)
        found = words(asked.query or "")
        params: dict[str, Any] = {"words": found, "limit": asked.top_k}
        return self._rows(call, "semantic/user_facts_by_words", subject_id, **params) if found else []

    def nearest(self, call: str, text: str) -> str | None:
        """The id of the fact that means what `text` says: cosine at least user_supersede_cosine, or the same words."""
        subject_id = self.subject(call)
        settings = self._settings(call)
        asked = FactQuery(query=text, top_k=1)
        vector = self._vector(asked, settings)
        if subject_id is None:
            return None
        if vector is None:
            return self._same(call, subject_id, text)
        found = self._by_meaning(call, subject_id, vector, settings, 1)
        least = float(settings.get("user_supersede_cosine", WorkspaceSettings().user_supersede_cosine))
        return found[0].id if found and (found[0].score or 0) >= least else None

    def _same(self, call: str, subject_id: str, text: str) -> str | None:
        """The fact with just the words of `text`."""
        wanted = words(text)
        for row in self._rows(call, "semantic/user_facts_by_words", subject_id, words=wanted, limit=100):
            if words(row.fact) == wanted:
                return row.id
        return None

    def _by_meaning(self, call: str, subject_id: str, vector: bytes, settings: Row, limit: int) -> Facts:
        alt = settings.get("embedding_slot") == ALT
        file = "semantic/user_facts_by_meaning_alt" if alt else "semantic/user_facts_by_meaning"
        return self._rows(call, file, subject_id, vector=vectors.unpacked(vector), limit=limit)

    def _rows(self, call: str, file: str, subject_id: str, **params: Any) -> Facts:
        rows = self._access.read(call, file, subject_id=subject_id, **params)
        return [FactRow(**row) for row in rows]

    def _settings(self, call: str) -> Row:
        (row,) = self._access.read(call, "workspace/settings")
        return dict(row["settings"])

    def _vector(self, asked: FactQuery, settings: Row) -> bytes | None:
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
        return packed(run(embedder.embed, asked.query))
