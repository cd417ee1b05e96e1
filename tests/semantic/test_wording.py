"""One wording of predicates and topic keys, and the domain of a choice: the same in Python and in the plugin."""

import pytest

from oxgraph import choices, tables, wording
from oxgraph.cypher import CypherFile
from oxgraph.graph import Graph
from oxgraph.predicates import defaults
from tests.semantic.support import query

TOPICS = [
    ("Favorite  Colours", "favourite colour"),
    ("favourite-colour", "favourite colour"),
    ("FAVOURITE_COLOR", "favourite colour"),
    ("the favourite colour", "favourite colour"),
    ("place of the old sneakers", "place of old sneaker"),
    ("my score in a game", "score in game"),
    ("the a", "the a"),
    ("a", "a"),
    ("Editor_Preferences", "editor preference"),
    ("editorPreference", "editor preference"),
    ("LinkedIn profile", "linkedin profile"),
    ("Organizing habits", "organising habit"),
    ("resized photos", "resized photo"),
    ("The user’s movies", "user movie"),
    ("C++ / C# style!", "c++ c# style"),
    ("classes, boxes; cities", "class box city"),
    ("news series", "news series"),
    ("physics", "physics"),
    ("Résumé-Format", "résumé format"),
    ("早餐 偏好", "早餐 偏好"),
    ("नमस्ते काम", "नमस्ते काम"),
]
PREDICATES = [
    ("worksAt", "works_at"),
    ("Works  At", "works_at"),
    ("works-at", "works_at"),
    ("WORKS_AT", "works_at"),
    ("isCEOOf", "is_ceo_of"),
    ("favoriteColor", "favourite_colour"),
    ("doesn't like", "doesn_t_like"),
    ("e-mail", "e_mail"),
]
DOMAINS = [
    ("dark mode", "mode brightness"),
    ("a Light Mode", "mode brightness"),
    ("light mode over dark mode", "mode brightness"),
    ("dark mode for coding", "mode brightness for coding"),
    ("concise explanations over detailed ones", "explanation length"),
    ("early meetings", "meeting time of day"),
    ("short team meetings", "team meeting length"),
    ("tabs", "indentation"),
    ("TypeScript for new projects", "choice for new project"),
    ("window seats on long flights", "seat position on long flight"),
    ("green tea", "tea colour"),
    ("tea", None),
    ("milk for coffee", None),
    ("spicy food", None),
    ("dark chocolate and tea", None),
    ("working at night", None),
    ("dark short films", None),
    ("", None),
]


def of_plugin(graph: Graph, texts: list[str]) -> list[dict[str, str | None]]:
    file: CypherFile = query("wordings")
    return graph.read(file, texts=texts)


@pytest.mark.parametrize(("text", "expected"), TOPICS)
def test_topic_keys(text: str, expected: str) -> None:
    assert wording.topic_key(text) == expected
    assert wording.topic_key(expected) == expected


@pytest.mark.parametrize(("text", "expected"), PREDICATES)
def test_names_of_predicates(text: str, expected: str) -> None:
    assert wording.predicate(text) == expected
    assert wording.predicate(expected) == expected


@pytest.mark.parametrize(("text", "expected"), DOMAINS)
def test_domains_of_choices(text: str, expected: str | None) -> None:
    assert choices.domain(text) == expected


def test_the_plugin_has_the_same_rules(graph: Graph) -> None:
    texts = [text for text, _ in TOPICS + PREDICATES + DOMAINS if text]
    texts += [row[column] for row in tables.read("spellings") for column in ("british", "american")]
    texts += [row[column] + "s" for row in tables.read("spellings") for column in ("british", "american")]
    texts += [row["plural"] for row in tables.read("plurals")]
    texts += [f"{value} things" for row in tables.read("choices") for value in row["values"].split("|")]
    for row in of_plugin(graph, texts):
        text = str(row["text"])
        found = (row["topic"], row["predicate"], row["domain"])
        assert found == (wording.topic_key(text), wording.predicate(text), choices.domain(text))


def test_the_tables_do_not_contradict_each_other() -> None:
    names = [row["name"] for row in defaults()]
    synonyms = [name for row in defaults() for name in row["synonyms"]]
    assert len(set(names + synonyms)) == len(names + synonyms)
    assert [wording.predicate(name) for name in names + synonyms] == names + synonyms
    values = [value for row in tables.read("choices") for value in row["values"].split("|")]
    assert len(set(values)) == len(values)
