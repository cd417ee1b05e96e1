"""Erasure of a subject, or of a conversation, from everything that was derived from it."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.concurrency import Progress, no_progress, run_in_thread_async
from oxgraph.client.redaction_plan import OURS, SKIPPED, Names, RedactionPlan, plan_redaction
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.graph import Row
from oxgraph.predicates import default_importances
from oxgraph.settings import WorkspaceSettings
from oxgraph.surrogates import is_unicode
from oxgraph.types import limits
from oxgraph.types.episodic import ConversationDeletion, ConversationId, MessageId
from oxgraph.types.erasure import Finding, MirrorScanner, Receipt
from oxgraph.wording import count

CALL = "semantic.erase_subject"
ERASED = "erased"
"""The rule of an erasure in transitions and tombstones."""

BATCH = 500
SCANNED = 2_000
"""Nodes that are gone through in one transaction."""

ROUNDS = 5
"""Maximum number of scans of the workspace, as others may write what is being erased."""

FOREIGN = 1_000

NO_AUDIT: Row = {"inputs": "{}", "audited_at": None, "by": None, "by_id": None}


class AsyncErasure:
    """Erases subjects."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def erase_subject(
        self,
        subject: str,
        *,
        names: Iterable[str] | None = None,
        progress: Callable[[dict[str, int]], None] = lambda removed: None,
        mirror: MirrorScanner | None = None,
    ) -> Receipt:
        """See `AsyncSemantic.erase_subject`."""
        if not subject.strip() or len(subject) > limits.ID:
            raise InvalidInput(field="subject", reason="must be an id or a name")
        chosen = _texts(names)
        await self._access.authorize(CALL)
        if mirror is not None:
            await run_in_thread_async(lambda found: found.ready(), mirror)
        work = _Erasure(self._access, subject, progress)
        async with self._access.graph.exclusive(self._access.workspace_id, "passes"):
            receipt = await work.run(chosen)
        if mirror is None:
            return receipt
        scan = await run_in_thread_async(lambda found: found.scan(self._access.workspace_id, work.names), mirror)
        return receipt.model_copy(update={"mirror": scan})


async def held_about(access: AsyncAccess, person: str) -> dict[str, Any]:
    """What an erasure of the person would remove: nodes by kind, and the texts of others that name the person."""
    work = _Erasure(access, person, lambda removed: None)
    return await work.personal_data()


def _texts(names: Iterable[object] | None) -> list[str] | None:
    """The names that a caller gives. Raises InvalidInput."""
    if names is None:
        return None
    given = [] if isinstance(names, str) else list(names)
    found = [one for one in given if isinstance(one, str) and len(one) <= limits.ID and is_unicode(one)]
    if isinstance(names, str) or len(found) < len(given):
        raise InvalidInput(field="names", reason=f"must be a list of texts of at most {limits.ID:,} characters")
    return found


def _told_apart(row: Row) -> str:
    """An entity's id, and what tells it from others of its name."""
    known, id = row["known"], row["root"]
    parts = [
        known["type"],
        f"node_id {known['node_id']}" if known["node_id"] not in (None, id) else None,
        f"of the user {known['user_id']}" if known["user_id"] else None,
        f"since {known['since']}" if known["since"] else None,
        count(known["memories"], "memory"),
    ]
    return f"{id} ({', '.join(part for part in parts if part)})"


@dataclass
class _Erasure:
    """One erasure: its subject, and the counts so far."""

    access: AsyncAccess
    subject: str
    progress: Callable[[dict[str, int]], None]
    entities: list[Row] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    removed: Counter[str] = field(default_factory=Counter)
    scanned: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    foreign: dict[str, None] = field(default_factory=dict)

    @property
    def ids(self) -> list[str]:
        return [one["id"] for one in self.entities]

    @property
    def node_ids(self) -> list[str]:
        """The ids that callers' systems have for the subject."""
        return [one["node_id"] for one in self.entities if one["node_id"] and one["node_id"] not in self.ids]

    @property
    def users(self) -> list[str]:
        """The ids of the users that the subject may be: its memory goes with it."""
        return self.node_ids or [self.subject]

    async def run(self, names: list[str] | None) -> Receipt:
        """Erases in batches, the subject's entity before the last scan, so that an interrupted erasure can go on."""
        await self._find_subject()
        self.names = await self._names(names)
        await self._settings()
        await self._owned()
        await self._memories()
        await self._relationships()
        await self._until_nothing_is_found(self.ids)
        await self._entities()
        await self._until_nothing_is_found([])
        self.findings += [Finding(**row) for row in await self._read("remains", ids=self.ids)]
        self.findings += [Finding(**row) for row in await self._read("owned_remains", users=self.users)]
        return self._receipt(self.access.now())

    async def personal_data(self) -> dict[str, Any]:
        """Reads what it would remove, and removes nothing."""
        await self._find_subject()
        self.names = await self._names(None)
        rows = await self._read("personal_data", users=self.users, ids=self.ids, now=self.access.now())
        known = {row["data"]["id"] for row in rows}
        mentions, after = [], ""
        while after is not None:
            (row,) = await self._read("find", after=after, batch=SCANNED, **self._sought(self.ids))
            after = row["last"]
            mentions += [one for one in row["found"] if one["id"] not in known]
        return {"names": self.names.sought, "users": self.users, "rows": rows, "mentions": mentions}

    async def _find_subject(self) -> None:
        """The entities that it means. The id of a user comes before the name of somebody else, as any id does."""
        rows = await self._read("subject", subject=self.subject)
        self.entities = [one for row in rows for one in row["entities"]]
        named = all(self.subject not in (one["id"], one["node_id"]) for one in self.entities)
        if named and (len(rows) > 1 or self.node_ids) and await self._is_user():
            self.entities = []
        elif len(rows) > 1:
            found = ", ".join(_told_apart(row) for row in rows[:10])
            raise InvalidInput(field="subject", reason=f"{len(rows)} entities bear it; give the id of one: {found}")

    async def _is_user(self) -> bool:
        """Whether anything belongs to a user of this id."""
        (found,) = await self._read("owned", users=[self.subject], batch=1)
        return any(found.values())

    async def _names(self, chosen: list[str] | None) -> Names:
        node_ids = [one["node_id"] for one in self.entities if one["node_id"]]
        if chosen is not None:
            return Names.of(chosen, [], node_ids, chosen=True)
        own = [one["name"] for one in self.entities if one["name"]]
        # A node_id that is only a number or an id of ours is sought as a whole; another may stand in a text.
        own += self.node_ids
        stated = [name for one in self.entities if one["private"] for name in one["names"] if name not in own]
        own += [name for one in self.entities if not one["private"] for name in one["names"]]
        if not self.entities:
            if (await self._read("erased_before", subject=self.subject))[0]["at"]:
                return Names()
            own = [self.subject]
        stated += (await self._read("stated_names", ids=self.ids))[0]["names"]
        (row,) = await self._read("shared", names=own + stated, ids=self.ids, users=self.users)
        return Names.of(own, row["names"], node_ids, stated=stated)

    async def _settings(self) -> None:
        row = await self.access.graph.single(statement("passes/workspace"), workspace=self.access.workspace_id)
        predicates = row["predicates"] if row else []
        self.importances = default_importances() | {one["name"]: one["importance"] for one in predicates}
        stored = row["settings"] if row else {}
        self.review_importance = stored.get("review_importance", WorkspaceSettings().review_importance)

    async def _owned(self) -> None:
        """Removes what belongs to the user that the subject is, and what no other has named."""
        while await self._owned_batch():
            pass
        await self._write("tokens", users=self.users, now=self.access.now())

    async def _owned_batch(self) -> bool:
        """Removes some of it; whether there was any."""
        (found,) = await self._read("owned", users=self.users, batch=BATCH)
        own = [id for id in found["entities"] if id not in self.ids]
        if not (found["memories"] or found["conversations"] or found["slots"] or own):
            return False
        await self._delete_memories(found["memories"])
        for one in found["conversations"]:
            deletion = AsyncMessageDeletion(self.access.as_user(one["user_id"]))
            gone = await deletion.delete_conversation(one["conversation_id"], rule=ERASED)
            self.removed.update(conversations=1, messages=gone.messages, episodes=gone.episodes, slots=gone.slots)
        await self._write("delete_nodes", ids=found["slots"])
        await self._write("relationships", ids=own, batch=BATCH * 10)
        await self._delete_entities(own)
        return True

    async def _memories(self) -> None:
        while rows := await self._read("memories", ids=self.ids, batch=BATCH):
            await self._delete_memories([row["id"] for row in rows])

    async def _delete_memories(self, ids: list[str]) -> None:
        await self._write(
            "delete_memories",
            ids=ids,
            importances=self.importances,
            review_importance=self.review_importance,
            now=self.access.now(),
        )

    async def _relationships(self) -> None:
        deleted = 1
        while deleted:
            deleted = (await self._write("relationships", ids=self.ids, batch=BATCH * 10))["deleted"]

    async def _entities(self) -> None:
        if self.entities:
            inputs = json.dumps(dict(sorted(self.removed.items())))
            audit = {"inputs": inputs, "audited_at": self.access.now(), **await self.access.author()}
            await self._delete_entities(self.ids, audit)

    async def _delete_entities(self, ids: list[str], audit: Row = NO_AUDIT) -> None:
        """Deletes entities; `audit` is the row of the audit log about it."""
        await self._write("entities", ids=ids, ours=list(OURS), **audit, now=self.access.now())

    async def _until_nothing_is_found(self, family: list[str]) -> None:
        for _ in range(ROUNDS):
            if not await self._walk(family):
                return

    async def _walk(self, family: list[str]) -> bool:
        """Goes through the whole workspace once; whether something had to be done."""
        self.findings, self.scanned = [], Counter(nodes=0, texts=0)
        after: str | None = ""
        acted = False
        while after is not None:
            (row,) = await self._read("find", after=after, batch=SCANNED, **self._sought(family))
            after = row["last"]
            self.scanned["nodes"] += row["nodes"]
            self.scanned["texts"] += row["texts"] or 0
            plan = plan_redaction(self.access.workspace_id, self.names, row["found"])
            acted |= plan.any
            await self._do(plan)
        return acted

    def _sought(self, family: list[str]) -> dict[str, list[str]]:
        given = {"keys": self.names.keys, "exact": self.names.exact, "values": self.names.values}
        return {**given, "skipped": list(SKIPPED), "family": family, "ours": list(OURS)}

    async def _do(self, plan: RedactionPlan) -> None:
        # Of the last round they are what is left: all of it that could be changed has been, in the rounds before.
        self.findings += [Finding(id=node, kind=kind, property=name) for node, kind, name in plan.hits]
        self.foreign.update(dict.fromkeys(plan.foreign))
        for start in range(0, len(plan.memories), BATCH):
            await self._delete_memories(plan.memories[start : start + BATCH])
        if plan.nodes:
            await self._write("delete_nodes", ids=plan.nodes)
        for start in range(0, len(plan.rows), BATCH):
            await self._write("redact", rows=plan.rows[start : start + BATCH])

    async def _read(self, name: str, **params: object) -> list[Row]:
        file = statement(f"erasure/{name}")
        return await self.access.graph.read(file, workspace_id=self.access.workspace_id, **params)

    async def _write(self, name: str, **params: object) -> Row:
        file = statement(f"erasure/{name}")
        rows = await self.access.graph.write(file, workspace_id=self.access.workspace_id, **params)
        kind = {"relationships": "relationships", "delete_nodes": "definitions and questions", "redact": "redacted"}
        for key, number in rows[0].items():
            self.removed[kind.get(name, key)] += number
        self.progress(dict(self.removed))
        return rows[0]

    def _receipt(self, at: datetime) -> Receipt:
        return Receipt(
            workspace_id=self.access.workspace_id,
            subject=self.subject,
            entity_ids=tuple(self.ids),
            released=tuple(one["node_id"] or one["id"] for one in self.entities if one["domain_node"]),
            names=tuple(self.names.sought),
            names_not_sought=self.names.left_out,
            removed={kind: count for kind, count in sorted(self.removed.items()) if count},
            scanned=self.scanned,
            findings=tuple(self.findings),
            domain_nodes=tuple(self.foreign)[:FOREIGN],
            at=at,
        )


NODES_AT_ONCE = 200
"""Messages and episodes in one transaction."""

SLOTS = 1_000


class AsyncMessageDeletion:
    """Deletes messages and conversations, with the memories that have no other evidence."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def delete_message(self, id: str) -> bool:
        """See `AsyncEpisodic.delete_message`."""
        asked = MessageId(id=id).id
        row = await self._access.call("episodic.delete_message", "conversation/message_owner", message_id=asked)
        if row["id"] is None:
            return False
        work = _Deletion(self._access, row["id"], "", row)
        await work.sources("message_deleted", asked)
        return work.messages > 0

    async def delete_conversation(
        self, conversation_id: str, *, rule: str = "conversation_deleted", progress: Progress = no_progress
    ) -> ConversationDeletion:
        """See `AsyncEpisodic.delete_conversation`. Messages that go by the rule ERASED are not written anew."""
        asked = ConversationId(conversation_id=conversation_id).conversation_id
        id_ = self._access.owned_id("conversation", asked)
        row = await self._access.call(
            "episodic.delete_conversation", "conversation/begin_deletion", id=id_, now=self._access.now()
        )
        if not row["found"]:
            raise NotFound(kind="conversation", id=asked)
        return await _Deletion(self._access, id_, asked, row).run(rule, progress)


async def withdraw(access: AsyncAccess, call: str, gone: list[str], memory_ids: list[str]) -> None:
    """Takes messages that are gone from the evidence of memories that were just made of them."""
    row = await access.call(call, "conversation/message_owner", message_id=None)
    await _Deletion(access, "", "", row).sources("message_deleted", gone=gone, strays=memory_ids)


@dataclass
class _Deletion:
    """One deletion and its counts; `space` holds the importances of the workspace's predicates."""

    access: AsyncAccess
    id: str
    conversation_id: str
    space: Row
    messages: int = 0
    episodes: int = 0
    slots: int = 0
    deleted: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)

    async def run(self, rule: str, progress: Progress) -> ConversationDeletion:
        """Deletes in batches, the conversation last, so that an interrupted deletion can go on from it."""
        while (row := await self.sources(rule))["messages"] + row["episodes"]:
            done = self.messages + self.episodes
            progress(done, max(self.space["nodes"], done))
        while gone := (await self._write("delete_slots", conversation_id=self.conversation_id, batch=SLOTS))[0][
            "slots"
        ]:
            self.slots += gone
        await self._write("end_deletion", id=self.id, now=self.access.now())
        return ConversationDeletion(
            conversation_id=self.conversation_id,
            messages=self.messages,
            episodes=self.episodes,
            memories=len(self.deleted),
            kept=len(self.kept - self.deleted),
            slots=self.slots,
        )

    async def sources(self, rule: str, message_id: str | None = None, **strays: list[str]) -> Row:
        """Deletes a message, or the next batch of the conversation's messages and episodes."""
        (row,) = await self._write(
            "delete_sources",
            id=self.id,
            message_id=message_id,
            **{"gone": [], "strays": []} | strays,
            batch=NODES_AT_ONCE,
            rule=rule,
            importances=default_importances() | {one["name"]: one["importance"] for one in self.space["predicates"]},
            review_importance=self.space["review_importance"],
            now=self.access.now(),
        )
        self.messages, self.episodes = self.messages + row["messages"], self.episodes + row["episodes"]
        self.deleted.update(row["deleted"])
        self.kept.update(row["kept"])
        return row

    async def _write(self, name: str, **params: Any) -> list[Row]:
        file = statement(f"conversation/{name}")
        scope = {"workspace_id": self.access.workspace_id, "user_id": self.access.user_id}
        return await self.access.graph.write(file, **scope | params)
