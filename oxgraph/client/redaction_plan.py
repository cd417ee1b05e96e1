"""The redaction plan of an erasure: which texts name the subject, and what happens to each node. Uses no graph."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from oxgraph import tables
from oxgraph.graph import Row
from oxgraph.ids import stable_id
from oxgraph.types.adoption import KEPT
from oxgraph.types.erasure import ERASED
from oxgraph.wording import UNSPACED

OURS = KEPT
"""Properties on an adopted node that are oxgraph's beside those that it lists."""


def _skipped() -> tuple[str, ...]:
    """Names of properties that an erasure leaves out: ids, hashes, and words of programs (`mark_done` names no Mark).

    A name stands for that property of every node, `kind.name` for that of one kind.
    """
    rows = tables.read("properties")
    everywhere = {row["property"] for row in rows if row["content"] in ("id", "word")}
    here = {f"{row['kind']}.{row['property']}" for row in rows if row["content"] in ("id here", "word here")}
    settings = {row["name"] for row in tables.read("settings") if "|" in row["type"]}
    return tuple(sorted({"id", "workspace_id"} | everywhere | here | settings))


SKIPPED = _skipped()

WORD_END = r"(?![^\W_])"
WORD_START = r"(?<![^\W_])"
BETWEEN = r"[\W_]+"
_UNSPACED = re.compile(f"[{UNSPACED}]")


def words_of(text: str) -> list[str]:
    """The words that a name is compared by, as oxgraph.name_key gives them."""
    plain = unicodedata.normalize("NFKC", text).lower()
    return "".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in plain).split()


def common_words() -> frozenset[str]:
    """Common words that do not name a person: function words, roles, months, words that are names too."""
    text = resources.files("oxgraph.client").joinpath("common_words.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


@dataclass
class Names:
    """The names that are sought, and how.

    `keys` stand in a text's key whatever its case and punctuation; `exact` are patterns of names that are common
    words, sought as they are written; `values` are whole texts, such as node ids. `left_out` says of the other names
    why they are not sought.
    """

    sought: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    exact: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    _patterns: list[re.Pattern[str]] = field(default_factory=list)
    _as_written: list[re.Pattern[str]] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        names: Iterable[str],
        shared: Iterable[str],
        values: Iterable[str],
        *,
        chosen: bool = False,
        stated: Iterable[str] = (),
    ) -> "Names":
        """Sorts names out. `shared` are borne by others too; `chosen` were named by the caller and all count.

        `stated` are names that only a user's own statements give: a first name among them may mean anybody in
        another's text.
        """
        found, common, others = cls(values=list(dict.fromkeys(values))), common_words(), set(shared)
        own = dict.fromkeys(name for name in names if name.strip())
        for name in own | dict.fromkeys(name for name in stated if name.strip()):
            only_stated = name not in own
            if only_stated and found.stands_in(name):
                continue
            words = words_of(name)
            reason = "" if chosen and words else _reason(name, words, name in others, common)
            if not reason and only_stated and len(words) == 1:
                reason = "only the user states it, and others may bear it"
            if reason:
                found.left_out[name] = reason
            elif not chosen and len(words) == 1 and words[0] in common:
                found._exactly(name)
            else:
                found._anyhow(name, words)
        return found

    def _anyhow(self, name: str, words: list[str]) -> None:
        self.sought.append(name)
        loose = any(_UNSPACED.search(word) for word in words)
        key = " ".join(words)
        self.keys.append(key if loose else f" {key} ")
        pattern = BETWEEN.join(re.escape(word) for word in words)
        pattern = pattern if loose else f"{WORD_START}{pattern}{WORD_END}"
        self._patterns.append(re.compile(pattern, re.IGNORECASE))

    def _exactly(self, name: str) -> None:
        self.sought.append(name)
        quoted = name.strip().replace("\\E", "")
        self.exact.append(rf"(?s).*(?<![\p{{L}}\p{{N}}])\Q{quoted}\E(?![\p{{L}}\p{{N}}]).*")
        self._as_written.append(re.compile(f"{WORD_START}{re.escape(quoted)}{WORD_END}"))
        self._patterns.append(self._as_written[-1])

    def seeks_in(self, kind: str, property: str) -> bool:
        """Whether a property of nodes of a kind is searched."""
        return property not in SKIPPED and f"{kind}.{property}" not in SKIPPED

    def names_it(self, text: str) -> bool:
        """Whether a text names the subject, by the rules of the statement erasure/find and by nothing else."""
        return self._has(text, self._as_written)

    def without(self, text: str) -> str:
        """The text with each name as [erased]; nothing but that where a name stands in it in a form of its own."""
        found = text
        for pattern in self._patterns:
            found = pattern.sub(ERASED, found)
        return found if found != text else ERASED

    def stands_in(self, text: str) -> bool:
        """Whether the text is one of the values or names the subject."""
        return self._has(text, self._patterns)

    def _has(self, text: str, patterns: list[re.Pattern[str]]) -> bool:
        key = f" {' '.join(words_of(text))} "
        return (
            text in self.values
            or any(one in key for one in self.keys)
            or any(pattern.search(text) for pattern in patterns)
        )


def _reason(name: str, words: list[str], shared: bool, common: frozenset[str]) -> str:
    """Why a name is not sought in texts; empty when it is."""
    if shared:
        return "another entity bears it too"
    key = "".join(words)
    if len(key) < 2:
        return "it is too short to mean somebody"
    if key.isdecimal():
        return "it is a number"
    if len(words) == 1 and words[0] in common and name.strip() == words[0]:
        return "it is a common word"
    return ""


STATEMENT = ("content", "topic_key", "keywords", "category", "predicate")
"""A memory that names the subject in one of these is about it, and goes; in another it is only reworded."""

DELETED = ("question", "predicate", "slot")
FIXED = ("transition", "tombstone", "workspace")
"""Kinds that cannot be changed. Their hits are listed in the receipt."""

IDENTIFIERS = frozenset(
    ["session_id", "agent_id", "conversation_id", "node_id", "connection", "released_from", "target_node_ids"]
)
"""Ids of other systems: the same becomes the same other one everywhere, so that what belongs together still does."""

KINDS = ("memory", "message", "alias", "entity", *DELETED, *FIXED)


@dataclass
class RedactionPlan:
    """The changes to a batch of nodes, and every hit as (id, kind, property)."""

    memories: list[str] = field(default_factory=list)
    nodes: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    hits: list[tuple[str, str, str]] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    @property
    def any(self) -> bool:
        """Whether there are changes."""
        return bool(self.memories or self.nodes or self.rows)


def plan_redaction(workspace_id: str, names: Names, found: list[Row]) -> RedactionPlan:
    """Decides for each node (id, labels, hits) whether it is deleted, redacted or only reported."""
    plan = RedactionPlan()
    for node in found:
        hits = {hit["property"]: hit["value"] for hit in node["hits"] if hit["ours"]}
        if len(hits) < len(node["hits"]):
            plan.foreign.append(node["id"])
        if hits:
            _decide(workspace_id, names, node, hits, plan)
    return plan


def _decide(workspace_id: str, names: Names, node: Row, hits: dict[str, Any], plan: RedactionPlan) -> None:
    kind = kind_of(node["labels"])
    plan.hits += [(node["id"], kind, name) for name in hits]
    if kind in FIXED:
        return
    if kind == "memory" and any(name in STATEMENT for name in hits):
        plan.memories.append(node["id"])
    elif kind in DELETED:
        plan.nodes.append(node["id"])
    else:
        after = {name: _other(workspace_id, names, name, value) for name, value in hits.items()}
        if kind == "message":
            after |= _of_message(hits)
        plan.rows.append({"id": node["id"], "before": hits, "after": after})


def _of_message(hits: dict[str, Any]) -> dict[str, Any]:
    """What else changes in a message: one that names the subject loses its text, with what memory showed before it, and
    its metadata in any case.
    """
    after: dict[str, Any] = {} if "metadata" not in hits else {"metadata": None}
    if "text" in hits or "speaker" in hits:
        after |= {"text": ERASED, "metadata": None, "shown_ids": None}
    return after | ({"speaker": None} if "speaker" in hits else {})


def kind_of(labels: list[str]) -> str:
    """The kind of a node by its labels."""
    return next((kind for kind in KINDS if kind in labels), next((one for one in labels if one != "_mem"), "_mem"))


def _other(workspace_id: str, names: Names, name: str, value: Any) -> Any:
    """What a property has instead of its value: other ids, or texts without the names."""

    def other(text: str) -> str:
        return _identifier(workspace_id, text) if name in IDENTIFIERS else names.without(text)

    if not isinstance(value, list):
        return other(value)
    kept = [one for one in value if name != "target_node_ids" or one not in names.values]
    found = [other(one) if names.stands_in(one) else one for one in kept]
    return found if found != value else []


def _identifier(workspace_id: str, value: str) -> str:
    return f"erased-{stable_id(workspace_id, 'erased', [value])}"
