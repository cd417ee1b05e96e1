# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Memory of single users (003), over the same nodes as all other memories."""

from typing import Any, TypeAlias

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.semantic.semantic import Semantic
from oxgraph.client._sync.semantic.user_search import UserSearch
from oxgraph.client.facts import block, decays_after
from oxgraph.client.user_decay import pass_file, settings_of
from oxgraph.errors import NotFound
from oxgraph.ids import new_id
from oxgraph.types import DecayReport, FactRow, NewMemory, Remembered, limits
from oxgraph.types.semantic_fields import Vector
from oxgraph.types.semantic_inputs import FactQuery, MemoryId, Pattern, RowLimit, UserId

Facts: TypeAlias = list[FactRow]


class User:
    """What is known of one user.

    The user is an entity of the type user, whose node_id is the user's id. Facts follow the policy `confidence`:
    they begin at 1.0, gain 0.1 when they are said again, lose 5% a day once nothing has confirmed them for 7 days,
    and are pruned below 0.3 when older than 30 days; the numbers are settings.
    """

    def __init__(self, access: Access, user_id: str, semantic: Semantic) -> None:
        self._access = access
        self._user_id = UserId(user_id=user_id).user_id
        self._semantic = semantic
        self._search = UserSearch(access, self._user_id)

    @property
    def user_id(self) -> str:
        """The user's id."""
        return self._user_id

    def upsert_fact(
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
        given: dict[str, Any] = {"type": "fact", "content": fact, "category": category, "policy": "confidence"}
        given |= {"embedding": embedding, "id": id or new_id()}
        asked = NewMemory(**given)
        old = self._search.nearest("user.upsert_fact", supersedes) if supersedes is not None else None
        self._access.enter("user.upsert_fact")
        placed = {"subject_id": self._ensured()} | ({"supersedes": [old]} if old else {})
        remembered = self._semantic._remember("user.upsert_fact", asked.model_copy(update=placed))
        if decays_after(remembered.id):
            self.decay_old_facts()
        return remembered

    def search_facts(self, query: str | None = None, top_k: int = 5, *, embedding: Vector | None = None) -> Facts:
        """The user's facts nearest to a text or to its vector, the nearest first.

        By meaning where there is a vector, else by the words of `query`. Raises InvalidInput,
        EmbeddingModelMismatch.
        """
        given: dict[str, Any] = {"query": query, "top_k": top_k, "embedding": embedding}
        return self._search.facts("user.search_facts", FactQuery(**given))

    def build_context(self, query: str | None = None, top_k: int = 10, *, embedding: Vector | None = None) -> str:
        """The facts that `search_facts` finds as a block of text for a prompt; empty when there is none."""
        given: dict[str, Any] = {"query": query, "top_k": top_k, "embedding": embedding}
        return block(self._search.facts("user.build_context", FactQuery(**given)))

    def facts(self, limit: int = limits.ROWS) -> Facts:
        """All that is known of the user now, the newest first. Raises InvalidInput."""
        return self._search.all("user.facts", None, RowLimit(limit=limit).limit)

    def delete_fact(self, id: str) -> None:
        """Forgets one of the user's facts. Raises InvalidInput, and NotFound for what is no fact about this user."""
        asked = MemoryId(memory_id=id).memory_id
        subject_id = self._search.subject("user.delete_fact")
        found = self._semantic._memories("user.delete_fact", [asked])
        if not found or found[0].subject_id != subject_id or found[0].type != "fact":
            raise NotFound(kind="fact", id=asked)
        self._semantic._change("user.delete_fact", "semantic/forget", asked, restore=False)

    def delete_matching_facts(self, pattern: str) -> int:
        """Forgets every fact of the user with this text in it, upper and lower case being one; how many.

        Also those that are superseded or expired. Raises InvalidInput.
        """
        asked = Pattern(pattern=pattern)
        call = "user.delete_matching_facts"
        found = self._search.all(call, asked.pattern, limits.ALL)
        now = self._access.now()
        for start in range(0, len(found), limits.STATEMENTS):
            ids = [row.id for row in found[start : start + limits.STATEMENTS]]
            self._access.direct_rows(call, "semantic/forget", ids=ids, restore=False, now=now)
        return len(found)

    def decay_old_facts(self) -> DecayReport:
        """Applies the rules of fading to this user's facts now, once a day at most; what came of it."""
        subject_id = self._search.subject("user.decay_old_facts")
        if subject_id is None:
            return DecayReport(decayed=0, pruned=0)
        params = self._decay_params(subject_id)
        decayed = pruned = 0
        remaining = 1
        while remaining:
            (row,) = self._access.graph.write(pass_file(), workspace_id=self._access.workspace_id, **params)
            remaining, decayed, pruned = row["remaining"], decayed + row["decayed"], pruned + row["pruned"]
        return DecayReport(decayed=decayed, pruned=pruned)

    def _decay_params(self, subject_id: str) -> dict[str, Any]:
        call = "user.decay_old_facts"
        (row,) = self._access.read(call, "workspace/settings")
        settings = settings_of(row["settings"], self._access.read(call, "semantic/predicates"))
        now = self._access.now()
        return {"settings": settings, "now": now, "subject_id": subject_id, "batch": limits.STATEMENTS, "run_id": None}

    def _ensured(self) -> str:
        """The id of the user's entity, which is made when there is none."""
        found = self._search.subject("user.upsert_fact")
        if found is not None:
            return found
        (row,) = self._access.write(
            "user.upsert_fact", "semantic/ensure_user", user_id=self._user_id, now=self._access.now()
        )
        return str(row["id"])
