# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What a turn shows, read by one statement: latest messages and episodes, instructions, experience, recall, slots."""

import json
from collections.abc import Iterable
from typing import Any, get_args

from oxgraph.client._sync.access import Access
from oxgraph.client.readable import each
from oxgraph.client.similar_runs import ALIKE, SHARES_WORDS, by_words
from oxgraph.clock import since_epoch
from oxgraph.graph import Row
from oxgraph.ids import stable_id
from oxgraph.settings import WorkspaceSettings
from oxgraph.summaries import render_block
from oxgraph.types import Injection, Way, limits
from oxgraph.types.episodic import Episode, Episodes, Message
from oxgraph.types.inputs import CostliestRequest, InjectRequest
from oxgraph.types.turn import INSTRUCTIONS, ReadPart

Asked = dict[str, Any]
"""What a part takes of the statement turn/parts: a map, by the part's name."""


def conversation_ids(access: Access, conversation_id: str) -> dict[str, str]:
    """The ids of the user's own conversation, and of the shared one, which is read where there is no own."""
    shared = stable_id(access.workspace_id, "conversation", [conversation_id])
    return {"id": access.owned_id("conversation", conversation_id), "shared_id": shared}


def read_parts(access: Access, call: str, conversation_id: str, asked: dict[ReadPart, Asked]) -> Row:
    """The row of turn/parts, with the parts that are asked for; the others are None."""
    given = dict.fromkeys(get_args(ReadPart)) | asked | conversation_ids(access, conversation_id)
    now = since_epoch(access.now())
    given |= {"conversation_id": conversation_id, "most_excluded": limits.TARGETS, "now": now}
    return access.call(call, "turn/parts", **given)


def history(most: int | None) -> Asked:
    """The latest messages; None is the workspace's number."""
    return {"most": most}


def prompt_history(most: int | None, tokens: int | None) -> Asked:
    """The latest messages as a prompt takes them, with so many tokens together; None is the workspace's number."""
    return {"most": most, "prompt": True, "tokens": tokens}


def messages_of(row: Row) -> tuple[Message, ...]:
    """The messages that were asked for."""
    return tuple(each(message_of, json.loads(row["messages"])))


def message_of(row: Row) -> Message:
    """A message from a row of the graph, whose metadata is JSON text."""
    metadata = row.get("metadata")
    own = {"metadata": json.loads(metadata) if metadata else {}, "shown_ids": row.get("shown_ids") or ()}
    return Message(**row | own)


def recent_episodes(most: int | None = None) -> Asked:
    """The latest episodes; None is the workspace's number."""
    return {"most": most}


def _episode(row: Row) -> Episode:
    return Episode(**row | {"user_id": row.get("user_id") or None})


def episodes_of(row: Row) -> Episodes:
    """The episodes that were asked for, with their text."""
    found = tuple(each(_episode, json.loads(row["episodes"])))
    return Episodes(episodes=found, block=render_block((one.turn_count, one.summary) for one in found))


def instructions(access: Access) -> Asked:
    """What the user, or all who share the workspace, asked the assistant to do from now on."""
    confidence = WorkspaceSettings().recall_confidence
    return {"owners": access.visible or [""], "most": INSTRUCTIONS, "confidence": confidence}


def instructions_of(row: Row) -> list[Row]:
    """The instructions that were asked for, each with its id and content."""
    return list(json.loads(row["instructions"] or "[]"))


def experience(workspace_id: str, asked: InjectRequest, text: str) -> Asked:
    """Past experience, and what worked in runs whose intent shares words with `text`."""
    alike = by_words(text, workspace_id, ALIKE) or {"query": None}
    return alike | {"request": asked.row(), "least": SHARES_WORDS}


def costliest(asked: CostliestRequest) -> Asked:
    """The failures that cost the workspace most, where nothing is said of an action."""
    return {"costliest": asked.row()}


def experience_of(row: Row) -> Injection:
    """The past experience that was asked for; its block ends with what worked."""
    given = dict(row["patterns"])
    way = given.pop("way")
    found = Injection(**given)
    if way is None:
        return found
    return found.model_copy(update={"block": "\n".join(filter(None, (found.block, Way(**way).text)))})


def slots(names: Iterable[str]) -> Asked:
    """The slots of these names."""
    return {"names": list(names)}


def slots_of(row: Row) -> dict[str, Any]:
    """The values of the slots that were asked for, by name."""
    return {slot["name"]: json.loads(slot["value"]) for slot in row["slots"]}
