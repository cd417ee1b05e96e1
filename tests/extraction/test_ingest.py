"""Turns taken in: messages first, then memories, and the same again changes nothing."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from oxgraph.errors import InvalidInput
from oxgraph.types.ingest import NewMessage

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def said(*texts: str, role: str = "user", **fields: Any) -> list[dict[str, Any]]:
    return [
        {"text": text, "role": role, "said_at": AT + timedelta(minutes=5 * place), **fields}
        for place, text in enumerate(texts)
    ]


TALK = [
    *said("Hi, I'm Christina and I work at Siemens as a data engineer."),
    {"text": "Nice to meet you! Where do you live?", "role": "assistant", "said_at": AT + timedelta(minutes=6)},
    {"text": "I live in Berlin with my dog Max.", "said_at": AT + timedelta(minutes=7)},
    {"text": "ok thanks", "said_at": AT + timedelta(minutes=8)},
]


def rows(workspace: Any, ids: list[str]) -> dict[str, Any]:
    found = workspace._access.read("semantic.ingest", "conversation/messages", ids=ids)
    return {row["text"]: row for row in found}


def known(workspace: Any) -> list[Any]:
    """All memories, without what changes as time passes."""
    return [row.model_dump(exclude={"freshness"}) for row in workspace.semantic.list()]


def ids_of(graph: Any, workspace: Any) -> list[str]:
    result = graph.driver.execute_query(
        "MATCH (m:_mem:message {workspace_id: $w}) RETURN collect(m.id) AS ids", w=workspace.workspace_id
    )
    return list(result.records[0]["ids"])


def test_what_is_said_is_remembered(workspace: Any) -> None:
    report = workspace.semantic.ingest(TALK, conversation_id="c")
    assert [one.content for one in report.memories] == [
        "User's name is Christina.",
        "User works at Siemens.",
        "User works as a data engineer.",
        "User's dog is Max.",
        "User lives in Berlin.",
    ]
    assert {one.outcome for one in report.memories} == {"created"}
    (home,) = workspace.semantic.list(subject="conversation:c", predicate="lives_in")
    assert (home.status, home.confidence, home.valid_from) == ("active", 0.95, AT + timedelta(minutes=7))
    assert home.evidence == (report.memories[4].message_id,)


def test_what_is_over_ends(workspace: Any) -> None:
    """No second memory, and none that is recalled now."""
    talk = said("I work at Siemens as an engineer.", "I no longer work at Siemens.")
    report = workspace.semantic.ingest(talk, conversation_id="c")
    assert [one.outcome for one in report.memories] == ["created", "created", "merged"]
    (work,) = workspace.semantic.list(subject="conversation:c", predicate="works_at", as_of=(AT, None))
    assert work.valid_to is not None and "it holds until 2026-" in workspace.semantic.why(work.id).text
    found = workspace.recall("Where does the user work?", kinds="memory").results
    assert work.id not in [one.id for one in found]


@pytest.mark.parametrize(
    ("first", "then", "gone", "left"),
    [
        (
            "My sister is Karla, she is a painter.",
            "Sorry, I misspoke: my sister is Clara, not Karla.",
            "User's sister is Karla.",
            "User's sister is Clara.",
        ),
        (
            "I live in Bremen near the river.",
            "Forget that I live in Bremen, please.",
            "User lives in Bremen.",
            None,
        ),
        (
            "My birthday is on May 7, in spring.",
            "Actually, my birthday is on May 8, not May 7.",
            "User's birthday is May 7.",
            "User's birthday is May 8.",
        ),
        (
            "I have a dog called Bello and a cat named Mia.",
            "My dog Bello died yesterday, I am so sad.",
            "User's dog is Bello.",
            "User's cat is Mia.",
        ),
        (
            "My phone number is 0170 1234567 at home.",
            "My new phone number is 0171 7654321.",
            "User's phone number is 0170 1234567 at home.",
            "User's phone number is 0171 7654321.",
        ),
    ],
)
def test_what_is_taken_back_holds_no_longer(workspace: Any, first: str, then: str, gone: str, left: str | None) -> None:
    workspace.semantic.ingest(said(first), conversation_id="c")
    assert gone in [row.content for row in workspace.semantic.list()]
    workspace.semantic.ingest([{"text": then, "said_at": AT + timedelta(days=3)}], conversation_id="c")
    active = [row.content for row in workspace.semantic.list()]
    assert gone not in active
    assert left is None or left in active


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("I work at Acme in Oslo, not at Globex.", ["User works at Acme."]),
        ("Please forget that I live in Bremen.", []),
    ],
)
def test_what_was_never_stored_has_no_past_when_it_is_taken_back(workspace: Any, text: str, left: list[str]) -> None:
    report = workspace.semantic.ingest(said(text), conversation_id="c")
    assert [row.content for row in workspace.semantic.list(status="any")] == left
    assert "never_stored" in [one.reason for one in report.refused]


def test_a_user_is_found_by_the_name_that_the_user_gives(workspace: Any) -> None:
    mine = workspace.as_user("u-42")
    mine.semantic.ingest(said("Hi, I'm Ada Lovelace and I live in Oslo."), conversation_id="c")
    mine.semantic.remember(
        type="preference", content="Ada Lovelace likes tea.", subject="Ada Lovelace", predicate="likes", object="tea"
    )
    stated = {row.content for row in mine.semantic.list(subject="u-42")}
    assert stated >= {"User's name is Ada Lovelace.", "User lives in Oslo.", "Ada Lovelace likes tea."}


def test_a_relative_of_the_users_name_is_somebody_else(workspace: Any) -> None:
    """By the id of the user or by the name that the user gave."""
    mine = workspace.as_user("ben")
    mine.semantic.ingest(said("I live in Rome with two cats."), conversation_id="c")
    mine.semantic.ingest(said("Ben, my cousin, lives in Oslo."), conversation_id="c")
    homes = {row.content: row.subject_id for row in mine.semantic.list(predicate="lives_in")}
    assert set(homes) == {"User lives in Rome.", "Ben lives in Oslo."}
    assert len(set(homes.values())) == 2


def test_each_stage_counts(workspace: Any) -> None:
    report = workspace.semantic.ingest(TALK, conversation_id="c")
    before = report.stage("pre_filter")
    assert (before.taken, before.passed, dict(before.rejected)) == (4, 2, {"role": 1, "chit_chat": 1})
    assert (report.stage("extract").taken, report.stage("extract").passed) == (2, 2)
    assert [report.stage(name).passed for name in ("entities", "duplicates", "conflicts", "persist")] == [5, 5, 5, 5]


def test_the_message_says_how_far_it_is(workspace: Any, graph: Any) -> None:
    workspace.semantic.ingest([*TALK, *said("Do you like the weather in spring?")], conversation_id="c")
    found = rows(workspace, ids_of(graph, workspace))
    states = {
        text: (row["extraction"], row["extraction_stage"], row["extraction_reason"]) for text, row in found.items()
    }
    assert states["I live in Berlin with my dog Max."] == ("done", None, None)
    assert states["ok thanks"] == ("rejected", "pre_filter", "chit_chat")
    assert states["Nice to meet you! Where do you live?"] == ("rejected", "pre_filter", "role")
    assert states["Do you like the weather in spring?"] == ("rejected", "extract", "question")
    assert [row["position"] for row in sorted(found.values(), key=lambda row: row["position"])] == [0, 1, 2, 3, 4]


def test_the_same_transcript_again_changes_nothing(workspace: Any, graph: Any) -> None:
    workspace.semantic.ingest(TALK, conversation_id="c")
    before = known(workspace)
    again = workspace.semantic.ingest(TALK, conversation_id="c")
    assert (again.written, again.known, again.memories) == (0, 4, ())
    assert known(workspace) == before
    assert len(ids_of(graph, workspace)) == 4


def test_a_longer_transcript_adds_what_is_new(workspace: Any) -> None:
    workspace.semantic.ingest(TALK[:2], conversation_id="c")
    report = workspace.semantic.ingest(TALK, conversation_id="c")
    assert (report.written, report.known) == (2, 2)
    assert [one.content for one in report.memories] == ["User's dog is Max.", "User lives in Berlin."]


def test_messages_are_chained(workspace: Any, graph: Any) -> None:
    workspace.semantic.ingest(TALK[:2], conversation_id="c")
    workspace.semantic.ingest(TALK, conversation_id="c")
    found = graph.driver.execute_query(
        "MATCH p = (a:_mem:message {workspace_id: $w})-[:`_mem:next`*]->(b) WHERE NOT (b)-[:`_mem:next`]->() "
        "AND NOT ()-[:`_mem:next`]->(a) RETURN [n IN nodes(p) | n.position] AS places",
        w=workspace.workspace_id,
    )
    assert [record["places"] for record in found.records] == [[0, 1, 2, 3]]


def test_said_again_in_other_words_of_the_same_content_is_merged(workspace: Any) -> None:
    first, second = said("I live in Berlin now.", "As you know, I live in Berlin.")
    workspace.semantic.ingest([first], conversation_id="a", user_id="ada")
    report = workspace.semantic.ingest([second], conversation_id="b", user_id="ada")
    assert [one.outcome for one in report.memories] == ["merged"]
    (home,) = workspace.semantic.list(predicate="lives_in")
    assert (home.repetitions, len(home.evidence)) == (2, 2)


def test_a_move_supersedes_the_old_home(workspace: Any) -> None:
    old, new = said("I live in Berlin with two cats.", "I just moved to Munich yesterday.")
    new["said_at"] = AT + timedelta(days=30)
    report = workspace.semantic.ingest([old, new], conversation_id="c")
    assert report.stage("conflicts").note == {"superseded": 1}
    assert [row.content for row in workspace.semantic.list(predicate="lives_in")] == ["User lives in Munich."]


def test_two_speakers_speak_of_themselves(workspace: Any) -> None:
    talk = [
        {"text": "I work at Siemens in Berlin, you know.", "speaker": "Ana", "said_at": AT},
        {"text": "Nice, Ana! I live in Oslo with my sister.", "speaker": "Ben", "said_at": AT},
    ]
    report = workspace.semantic.ingest(talk, conversation_id="c")
    assert [(one.subject, one.content) for one in report.memories] == [
        ("Ana", "Ana works at Siemens."),
        ("Ben", "Ben lives in Oslo."),
    ]


def test_the_speaker_of_the_call(workspace: Any) -> None:
    report = workspace.semantic.ingest("I live in Berlin with two cats.", speaker="Ana")
    assert report.memories[0].subject == "Ana"


def test_recalled_text_is_not_taken_in_again(workspace: Any) -> None:
    workspace.semantic.ingest(said("I live in Berlin with two cats."), conversation_id="a")
    before = known(workspace)
    echo = "Here is what I know:\n- User lives in Berlin.\n"
    report = workspace.semantic.ingest(said(echo), conversation_id="b")
    block = "[Oxagen memory — 1 relevant pattern]\nPattern: a:b:None (confidence 0.90)\nRecommendation: I live in Rome."
    assert report.memories == ()
    blocked = workspace.semantic.ingest(said(block), conversation_id="d")
    assert dict(blocked.stage("pre_filter").rejected) == {"recalled": 1}
    assert known(workspace) == before


def test_a_memory_gains_nothing_from_its_echo_in_any_role(workspace: Any) -> None:
    workspace.semantic.ingest(said("I live in Berlin with two cats."), conversation_id="a")
    echo = said("User lives in Berlin.", "Remember: User lives in Berlin. User lives in Berlin!", role="assistant")
    workspace.semantic.ingest(echo, conversation_id="b", roles=("user", "assistant"))
    (home,) = workspace.semantic.list(predicate="lives_in")
    assert (home.repetitions, home.confidence) == (1, 0.95)


def test_where_memory_is_off_nothing_is_written(workspace: Any, graph: Any) -> None:
    workspace.disable()
    report = workspace.semantic.ingest(TALK, conversation_id="c")
    assert (report.reason, report.written) == ("memory_disabled", 0)
    assert ids_of(graph, workspace) == []


def test_a_pronoun_of_an_earlier_call(workspace: Any) -> None:
    workspace.semantic.ingest(said("My sister Anna came to visit me."), conversation_id="c")
    report = workspace.semantic.ingest(said("She works at Siemens as a nurse."), conversation_id="c")
    assert "Anna works at Siemens." in [one.content for one in report.memories]


def test_what_is_refused(workspace: Any) -> None:
    with pytest.raises(InvalidInput, match=r"messages\[1\].text"):
        workspace.semantic.ingest([NewMessage(text="fine"), {"text": ""}])
    with pytest.raises(InvalidInput, match="said_at"):
        workspace.semantic.ingest([{"text": "I live in Berlin.", "said_at": datetime(2099, 1, 1, tzinfo=UTC)}])
