# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Deletion of messages and conversations, for good."""

from dataclasses import dataclass, field
from typing import Any

from oxgraph.client._sync.access import Access
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.cypher import statement
from oxgraph.errors import NotFound
from oxgraph.graph import Row
from oxgraph.ids import stable_id
from oxgraph.predicates import default_importances
from oxgraph.types.episodic import ConversationDeletion, ConversationId, MessageId

BATCH = 200
"""Messages and episodes in one transaction."""

SLOTS = 1_000


class MessageDeletion:
    """Deletes messages and conversations, with the memories that have no other evidence."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def delete_message(self, id: str) -> bool:
        """See `AsyncEpisodic.delete_message`."""
        asked = MessageId(id=id).id
        row = self._access.call("episodic.delete_message", "conversation/message_owner", message_id=asked)
        if row["id"] is None:
            return False
        work = _Deletion(self._access, row["id"], "", row)
        work.sources("message_deleted", asked)
        return work.messages > 0

    def delete_conversation(self, conversation_id: str, *, progress: Progress = no_progress) -> ConversationDeletion:
        """See `AsyncEpisodic.delete_conversation`."""
        asked = ConversationId(conversation_id=conversation_id).conversation_id
        id_ = stable_id(self._access.workspace_id, "conversation", [asked])
        row = self._access.call(
            "episodic.delete_conversation", "conversation/begin_deletion", id=id_, now=self._access.now()
        )
        if not row["found"]:
            raise NotFound(kind="conversation", id=asked)
        return _Deletion(self._access, id_, asked, row).run(progress)


def withdraw(access: Access, call: str, gone: list[str], memory_ids: list[str]) -> None:
    """Takes messages that are gone from the evidence of memories that were just made of them."""
    row = access.call(call, "conversation/message_owner", message_id=None)
    _Deletion(access, "", "", row).sources("message_deleted", gone=gone, strays=memory_ids)


@dataclass
class _Deletion:
    """One deletion and its counts; `space` holds the importances of the workspace's predicates."""

    access: Access
    id: str
    conversation_id: str
    space: Row
    messages: int = 0
    episodes: int = 0
    slots: int = 0
    deleted: set[str] = field(default_factory=set)
    kept: set[str] = field(default_factory=set)

    def run(self, progress: Progress) -> ConversationDeletion:
        """Deletes in batches, the conversation last, so that an interrupted deletion can go on from it."""
        while (row := self.sources("conversation_deleted"))["messages"] + row["episodes"]:
            done = self.messages + self.episodes
            progress(done, max(self.space["nodes"], done))
        while gone := (self._write("delete_slots", conversation_id=self.conversation_id, batch=SLOTS))[0]["slots"]:
            self.slots += gone
        self._write("end_deletion", id=self.id, now=self.access.now())
        return ConversationDeletion(
            conversation_id=self.conversation_id,
            messages=self.messages,
            episodes=self.episodes,
            memories=len(self.deleted),
            kept=len(self.kept - self.deleted),
            slots=self.slots,
        )

    def sources(self, rule: str, message_id: str | None = None, **strays: list[str]) -> Row:
        """Deletes a message, or the next batch of the conversation's messages and episodes."""
        (row,) = self._write(
            "delete_sources",
            id=self.id,
            message_id=message_id,
            **{"gone": [], "strays": []} | strays,
            batch=BATCH,
            rule=rule,
            importances=default_importances() | {one["name"]: one["importance"] for one in self.space["predicates"]},
            review_importance=self.space["review_importance"],
            now=self.access.now(),
        )
        self.messages, self.episodes = self.messages + row["messages"], self.episodes + row["episodes"]
        self.deleted.update(row["deleted"])
        self.kept.update(row["kept"])
        return row

    def _write(self, name: str, **params: Any) -> list[Row]:
        file = statement(f"conversation/{name}")
        return self.access.graph.write(file, workspace_id=self.access.workspace_id, **params)
