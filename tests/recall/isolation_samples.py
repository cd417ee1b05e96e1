"""Two small workspaces beside a crowd that says the same: what they know, what is asked, and what came back."""

import hashlib
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import oxgraph
from oxgraph.passes import run_pass
from tests.recall.crowd import unit

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
DIMENSION = 32
CACHED_VECTORS = 80
"""What the server of these tests holds at most, so that one small workspace is held and the other is not."""

PEOPLE = ["Ada Lovell", "Boris Kern", "Chloé Durand", "Dmitri Wolkow", "Emeka Obi"]
FACTS = [
    ("Ada Lovell", "works_at", "Halden Works", "Ada Lovell works at Halden Works as an engineer"),
    ("Ada Lovell", "lives_in", "Porto", "Ada Lovell lives in Porto near the river"),
    ("Boris Kern", "likes", "green tea", "Boris Kern likes green tea in the morning"),
    ("Boris Kern", "owns", "sailing boat", "Boris Kern owns a sailing boat called Petrel"),
    ("Chloé Durand", "speaks", "Portuguese", "Chloé Durand speaks Portuguese and French"),
    ("Chloé Durand", "works_at", "Halden Works", "Chloé Durand works at Halden Works as a lawyer"),
    ("Dmitri Wolkow", "visited", "Porto", "Dmitri Wolkow visited Porto in May"),
    ("Dmitri Wolkow", "knows", "Ada Lovell", "Dmitri Wolkow knows Ada Lovell from school"),
    ("Emeka Obi", "plays", "chess", "Emeka Obi plays chess on Sundays"),
    ("Emeka Obi", "uses", "a Petrel keyboard", "Emeka Obi uses a Petrel keyboard at work"),
]
CONTENTS = [content for *_, content in FACTS]
SAID = [f"I heard that {content}, is that right?" for content in CONTENTS]
COMPANIES = {"halden-works": "Halden Works", "petrel-boats": "Petrel Boats"}
DESCRIBED = {
    "halden-works": "Halden Works builds bridges and is only to be called after five",
    "petrel-boats": "Petrel Boats repairs sailing boats and prefers letters",
}
TOPIC = "hobby"

QUERIES = [
    "Who works at Halden Works?",
    "Where does Ada Lovell live?",
    "What happened in Porto in May 2026?",
    "Petrel",
    "green tea or chess",
    "What do we know?",
    "When is Halden Works to be called?",
]

LUCENE = [
    "* OR *:*",
    "*:*",
    "content:* OR workspace_term:*",
    "workspace_term:[* TO *]",
    "text:/.*/ speaker:/.*/",
    '+ - && || ! ( ) { } [ ] ^ " ~ * ? : \\ /',
    "Porto) OR (Petrel",
    'Porto" OR "Petrel',
    "Porto~2 Petrel^1000 AND NOT zzz",
    "_exists_:content",
    "\\u002a \\* OR 1=1",
]
CYPHER = ["'}) MATCH (n) RETURN n //", "$workspace_id", "`_mem` {workspace_id: 'x'} DETACH DELETE n", "\x00\x1f"]
LOOKALIKES = [
    "Аda Lоvell wоrks at Наlden",
    "Ａｄａ　Ｌｏｖｅｌｌ　Ｐｏｒｔｏ",
    "𝒫ℴ𝓇𝓉ℴ 𝐏𝐞𝐭𝐫𝐞𝐥",
    "Chloe\u0301 Durand",
    "P\u200bo\u200drto \u202eotroP",
    "ẞ İ ı ﬁ ǆ",
]


class WordVectors:
    """An embedder for which texts of the same words are near."""

    name = "words"
    dimension = DIMENSION

    def embed(self, text: str) -> list[float]:
        words = re.findall(r"\w+", text.lower()) or [""]
        return unit([sum(numbers) for numbers in zip(*map(self._word, words), strict=True)])

    def embed_many(self, texts: Sequence[str], progress: object = None) -> list[list[float]]:
        return [self.embed(text) for text in texts]

    def _word(self, word: str) -> list[float]:
        chance = random.Random(hashlib.sha256(word.encode()).digest())
        return [chance.gauss(0, 1) for _ in range(DIMENSION)]


@dataclass(frozen=True)
class Space:
    """A small workspace and the way it is answered."""

    memory: oxgraph.Memory
    path: str

    @property
    def workspace_id(self) -> str:
        """Its id."""
        return self.memory.workspace_id


def settle(client: oxgraph.Client, name: str, small_talk: int) -> oxgraph.Memory:
    """A workspace that knows the ten facts, has questions of them, and the messages behind them."""
    memory = client.create_workspace(name)
    memory.semantic.remember_many(
        [
            {
                "type": "fact",
                "content": content,
                "subject": subject,
                "predicate": predicate,
                "object": target,
                "topic_key": TOPIC if predicate in ("plays", "owns") else None,
                "valid_from": datetime(2026, 5, 1 + place, tzinfo=UTC),
            }
            for place, (subject, predicate, target, content) in enumerate(FACTS)
        ]
    )
    for node_id, company in COMPANIES.items():
        memory.semantic.entities.create(
            company,
            type="company",
            node_id=node_id,
            description=DESCRIBED[node_id],
            properties={"city": "Porto"},
            shown=["city"],
        )
    said = [{"text": text, "speaker": PEOPLE[0], "said_at": NOW - timedelta(days=20)} for text in SAID]
    memory.episodic.add_messages(said, conversation_id="the talk")
    talk = [{"text": f"Well, number {n}.", "said_at": NOW - timedelta(days=9)} for n in range(small_talk)]
    if talk:
        memory.episodic.add_messages(talk, conversation_id="small talk")
    run_pass(client.graph, memory.workspace_id, "upkeep", now=NOW, embedder=WordVectors())
    return memory


def texts(value: Any) -> Iterator[str]:
    """Every text anywhere in an answer."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for pair in value.items() for part in pair for text in texts(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in texts(part))


def shape(answer: oxgraph.Recall) -> list[tuple[str, float, float]]:
    """What must not change: who comes in which order, with which score."""
    return [(found.id, round(found.score, 9), round(found.relevance or 0, 9)) for found in answer.results]
