"""What a query says is found without a model: names, times, predicates, types, what to keep out, how specific it is."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oxgraph.predicates import defaults
from oxgraph.recall import GENERAL, parse, plans
from oxgraph.recall.mentions import mentions
from oxgraph.recall.negations import negations
from oxgraph.recall.specificity import ENOUGH
from oxgraph.types import limits

NOW = datetime(2026, 5, 13, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Did Caroline's friend Mel visit New York City?", ("Caroline", "Mel", "New York City")),
        ("Tell me about 'Charlotte’s Web' and \"the hobbit\"", ("Charlotte’s Web", "the hobbit")),
        ("What is Bank of America's policy?", ("Bank of America",)),
        ("When did Jon and Gina meet in May?", ("Jon", "Gina")),
        ("May I ask on Monday?", ()),
        ("Kennt Jürgen Müller die Bank? Анна Каренина", ("Kennt Jürgen Müller", "Bank", "Анна Каренина")),
        ("", ()),
    ],
)
def test_names_are_quoted_or_capitalised(text: str, names: tuple[str, ...]) -> None:
    assert mentions(text) == names


@pytest.mark.parametrize(
    ("text", "kept_out"),
    [
        ("What does the team do, not Sarah?", ("Sarah",)),
        ("Who except Bob and Alice came?", ("Bob", "Alice")),
        ("hobbies other than the tax return, in May", ("tax return",)),
        ("What do Mel and her kids do besides pottery?", ("pottery",)),
        ('Books, but not "The Hobbit" in Spanish', ("The Hobbit",)),
        ("Who came without Sarah?", ("Sarah",)),
        ("What didn't Sarah like?", ()),
        ("What did Sarah not Google?", ()),
        ("Why is she not Paris-based?", ()),
        ("How does she live without her family?", ()),
        ("Which rule is never broken?", ()),
        ("Isn't it Sarah?", ()),
    ],
)
def test_what_is_kept_out_and_what_is_only_denied(text: str, kept_out: tuple[str, ...]) -> None:
    assert negations(text) == kept_out
    assert not set(parse(text, NOW).entities) & set(kept_out)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Where does Sarah work?", "works_at"),
        ("where did ada live in 2020", "lives_in"),
        ("When is Tom's birthday?", "birthday"),
        ("what is he allergic to", "allergic_to"),
        ("How old is Tim?", "age"),
        ("What is my favorite colour?", "favourite"),
        ("Who is Ada married to?", "married_to"),
        ("Which languages do they speak?", "speaks"),
    ],
)
def test_predicates_are_hinted_at_by_their_questions(text: str, predicate: str) -> None:
    assert predicate in parse(text, NOW).predicates


def test_no_predicate_without_a_hint() -> None:
    for text in ("Tell me about Sarah", "What would it be?", "Does she have it?", "the weather", ""):
        assert parse(text, NOW).predicates == ()
    known = {row["name"] for row in defaults()}
    assert set(parse("Where does she work and live, and what is her email?", NOW).predicates) <= known


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Which events has Jon participated in?", ("event",)),
        ("What LGBTQ+ events has Caroline been to?", ("event",)),
        ("what preferences do I have", ("preference",)),
        ("list all tasks", ("task",)),
        ("What entities are there, and any facts?", ("entity", "fact")),
        ("What do I still have to do?", ("task",)),
        ("What do we need to do tomorrow?", ("task",)),
        ("what's left to do?", ("task",)),
        ("What is on my to-do list?", ("task",)),
        ("What do I have to do with Sarah?", ()),
        ("in the event of fire", ()),
        ("As a matter of fact she left", ()),
        ("any event that matters", ()),
        ("Where does Sarah work?", ()),
    ],
)
def test_types_are_taken_only_when_named(text: str, types: tuple[str, ...]) -> None:
    assert parse(text, NOW).types == types


def test_specificity_tells_a_question_from_a_topic() -> None:
    assert parse("Where does Sarah work?", NOW).specificity >= ENOUGH
    assert parse("Where did Ada work between 2020 and 2022?", NOW).specificity == 1
    for text in ("Tell me about Sarah", "hobbies", "what happened?", "?"):
        assert parse(text, NOW).specificity < ENOUGH


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("When did Ada leave?", "temporal"),
        ("What happened last month?", "listing"),
        ("What did she paint last month?", "temporal"),
        ("Tell me about Sarah", "entity"),
        ("Who is Tom?", "entity"),
        ("What does Ada prefer?", GENERAL),
        ("How many pets does Ada have?", "list"),
        ("Why was the order late?", GENERAL),
    ],
)
def test_the_kind_chooses_the_plan(text: str, kind: str) -> None:
    assert parse(text, NOW).kind == kind
    assert kind in plans()


@pytest.mark.parametrize(
    "text",
    [
        "What did I say this morning?",
        "What have I done this year?",
        "What did we chat about over the past few weeks?",
        "What happened a few days ago?",
        "what did I do over the weekend",
        "What happened last month?",
        "what did we talk about in May 2023",
        "list all tasks",
        "What do I still have to do?",
    ],
)
def test_what_is_asked_by_its_time_or_type_alone_is_a_listing(text: str) -> None:
    assert parse(text, NOW).listing


@pytest.mark.parametrize(
    "text",
    ["What happened?", "Which events did Jon attend?", "What did she paint last month?", "all tasks but not Ada"],
)
def test_what_is_about_something_is_no_listing(text: str) -> None:
    assert not parse(text, NOW).listing


def test_every_plan_weighs_every_retriever() -> None:
    names = set(plans()[GENERAL])
    memories, messages = (
        {"meaning", "questions", "words", "entity", "time", "topic"},
        {"message_meaning", "message_words"},
    )
    assert {*memories, *messages, "entity_name", "entity_meaning", "entity_words"} == names
    assert all(set(weights) == names and min(weights.values()) >= 0 for weights in plans().values())


@given(st.text(st.characters(), max_size=300), st.integers(-14, 14))
def test_no_text_breaks_it(text: str, hours: int) -> None:
    now = NOW.astimezone(timezone(timedelta(hours=hours)))
    found = parse(text, now)
    assert found == parse(text, now)
    assert 0 <= found.specificity <= 1
    assert found.window is None or found.window.start < found.window.end


def test_long_texts_are_cut_and_read_quickly() -> None:
    for text in ("x" * 1_000_000, 'A"' * 500_000, "not Sarah " * 100_000, "(" * 1_000_000, "in May 2023 " * 80_000):
        found = parse(text, NOW)
        assert found.cut
        assert len(found.text) == limits.RECALL_QUERY
        assert len(found.entities) <= 20
        assert len(found.negated) <= 20
