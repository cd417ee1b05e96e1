"""A language model that answers with what a large model once wrote about LoCoMo's turns, over HTTP on loopback.

It reads the JSON of the extraction prompt, and states of each turn the sentences of `*.observations.jsonl` that rest on
it. It knows no other turns. Nothing of the data is in the project: the files are read when it starts.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from oxgraph.evaluation import Turn
from oxgraph.extraction.parsing import parse
from oxgraph.extraction.text import normalise
from oxgraph.predicates import defaults
from tests.fixtures.chat_server import ChatServer

KNOWN = frozenset(row["name"] for row in defaults())
FEELING = {"like", "love", "prefer", "enjoy", "dislike", "hate", "favor", "favour"}
STATES = {"be", "have", "feel", "find", "believe", "think", "know", "own", "live", "work", "want", "value", "see"}


class RecordedModel(ChatServer):
    """The server. `turns` are those of the conversations, `observations` the files with the sentences."""

    def __init__(self, turns: Iterable[Turn], observations: Iterable[Path]) -> None:
        super().__init__()
        said = {turn.id: turn for turn in turns}
        self.statements: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for path in observations:
            for line in path.read_text(encoding="utf-8").splitlines():
                self._record(json.loads(line), said)

    def _record(self, row: dict[str, Any], said: dict[str, Turn]) -> None:
        """A sentence belongs to the last turn of its evidence, which completes it."""
        found = [said[id_] for id_ in (f"{row['conversation']}/{dia}" for dia in row["evidence"]) if id_ in said]
        if found:
            key = (found[-1].speaker or "", normalise(found[-1].text))
            self.statements.setdefault(key, []).append(proposed(row["text"], found[-1]))

    def reply(self, request: dict[str, Any]) -> str:
        """Answers a request by the name of the schema that it asks for."""
        name = request.get("response_format", {}).get("json_schema", {}).get("name", "")
        text = request["messages"][1]["content"]
        answers = {"ExtractedMemories": self._extracted, "Questions": _questions, "SameAnswer": _same}
        return json.dumps(answers[name](text) if name in answers else {"number": 0})

    def _extracted(self, text: str) -> dict[str, Any]:
        turns = [turn for turn in json.loads(text)["turns"] if "id" in turn]
        return {
            "memories": [
                statement | {"turn": turn["id"]}
                for turn in turns
                for statement in self.statements.get((turn["speaker"], normalise(turn["text"])), ())
            ]
        }


def proposed(sentence: str, turn: Turn) -> dict[str, Any]:
    """A sentence as a model would state it: its type and predicate follow from its verb."""
    (doc,) = parse([sentence])
    root = next((token for token in doc if token.dep_ == "ROOT"), doc[0])
    preposition = next((child.lower_ for child in root.children if child.dep_ == "prep"), "")
    names = [
        re.sub(r"\W+", "_", name).strip("_") for name in (f"{root.lower_}_{preposition}", root.lower_, root.lemma_)
    ]
    predicate = next((name for name in names if name in KNOWN), names[1]) or "states"
    kind = "preference" if root.lemma_ in FEELING else "fact"
    if root.lemma_ == "plan":
        kind = "task"
    elif root.tag_ == "VBD" and root.lemma_ not in STATES | FEELING:
        kind = "event"
    first = doc[0].text
    return {
        "type": kind,
        "content": sentence,
        "subject": first if first.istitle() and first.isalpha() and doc[0].pos_ == "PROPN" else turn.speaker or "user",
        "predicate": predicate,
        "quote": turn.text[:2_000],
        "source": 0.9,
        "grounding": 0.9,
    }


def _questions(sentence: str) -> dict[str, Any]:
    """Questions in words of the sentence, as a small model would ask them."""
    (doc,) = parse([sentence])
    subject = next((token.text for token in doc if token.dep_ in ("nsubj", "nsubjpass")), doc[0].text)
    nouns = list(dict.fromkeys(chunk.text for chunk in doc.noun_chunks if chunk.root.text != subject))[:2]
    root = next((token.lemma_ for token in doc if token.dep_ == "ROOT"), "do")
    asked = [f"What does {subject} {root}?", *(f"What about {subject} and {noun}?" for noun in nouns)]
    return {"questions": [question[:300] for question in asked]}


def _same(text: str) -> dict[str, Any]:
    """Two sentences say the same if their words are the same."""
    first, second = (frozenset(re.findall(r"\w{3,}", line.lower())) for line in text.splitlines()[:2])
    return {"same": first == second}
