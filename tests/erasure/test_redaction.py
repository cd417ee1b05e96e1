"""Which nodes name a subject, and whether each is deleted, redacted or only reported."""

from typing import Any

import pytest

from oxgraph.client.redaction_plan import Names, plan_redaction

WORKSPACE = "8f14e45f-ceea-467f-a0e6-6f3d2d1d2a11"


def names(*given: str, shared: tuple[str, ...] = (), values: tuple[str, ...] = (), chosen: bool = False) -> Names:
    return Names.of(given, shared, values, chosen=chosen)


@pytest.mark.parametrize(
    "text",
    [
        "Zora Quill lives here.",
        "I met zora  quill.",
        "ZORA-QUILL's car",
        "(Zora\nQuill)",
        "mail_zora_quill_2",
        "Ｚｏｒａ Ｑｕｉｌｌ",
    ],
)
def test_a_name_is_found_whatever_its_case_and_punctuation(text: str) -> None:
    assert names("Zora Quill").stands_in(text)


@pytest.mark.parametrize("text", ["Zora Quillon", "Zora and Quill", "quill zora", "azora quill", ""])
def test_but_not_within_words_or_in_another_order(text: str) -> None:
    assert not names("Zora Quill").stands_in(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ask ZORA-quill's son.", "Ask [erased]'s son."),
        ("Zora Quill, zora quill", "[erased], [erased]"),
        ("Ｚｏｒａ Ｑｕｉｌｌ called", "[erased]"),
    ],
)
def test_the_text_without_it(text: str, left: str) -> None:
    found = names("Zora Quill")
    assert found.without(text) == left
    assert not found.stands_in(left)


@pytest.mark.parametrize("name", ["王小明", "𠮷𠀋"])
def test_scripts_without_blanks_have_no_word_boundaries(name: str) -> None:
    found = names(name)
    assert found.stands_in(f"昨天{name}来了")
    assert found.without(f"昨天{name}来了") == "昨天[erased]来了"


def test_which_names_are_not_sought() -> None:
    found = names("X", "42", "user", "Ada Low", "Ada", "...", shared=("Ada Low",))
    assert found.left_out == {
        "X": "it is too short to mean somebody",
        "42": "it is a number",
        "user": "it is a common word",
        "Ada Low": "another entity bears it too",
        "...": "it is too short to mean somebody",
    }
    assert found.sought == ["Ada"]
    assert names("X", "user", shared=("X",), chosen=True).sought == ["X", "user"], "the caller said so"


def test_a_common_word_is_sought_as_it_is_written() -> None:
    found = names("Will")
    assert found.keys == []
    assert found.stands_in("I met Will.")
    assert not found.stands_in("It will rain.")
    assert found.without("Will said it will rain.") == "[erased] said it will rain."
    assert names("Will Low").stands_in("will low"), "two words are no common word"


def test_a_value_is_a_whole_text() -> None:
    found = names("Ada", values=("customer-7",))
    assert found.stands_in("customer-7")
    assert not found.stands_in("customer-7 called")


def node(kind: str, ours: bool = True, **hits: Any) -> dict[str, Any]:
    found = [{"property": name, "value": value, "ours": ours} for name, value in hits.items()]
    return {"id": kind, "labels": ["_mem", kind, "fact"], "hits": found}


def test_what_becomes_of_each_kind() -> None:
    plan = plan_redaction(
        WORKSPACE,
        names("Ada"),
        [
            node("memory", content="Ada sings"),
            node("question", text="Does Ada sing?"),
            node("message", text="Ada sang", speaker="Ada"),
            node("session", intent="Help Ada"),
            node("transition", inputs="Ada"),
            node("episode", summary="Ada sang."),
            node("slot", value='"Ada"'),
        ],
    )
    assert (plan.memories, plan.nodes) == (["memory"], ["question", "slot"])
    assert {row["id"]: row["after"] for row in plan.rows} == {
        "message": {"text": "[erased]", "speaker": None, "metadata": None, "shown_ids": None},
        "episode": {"summary": "[erased] sang."},
        "session": {"intent": "Help [erased]"},
    }
    assert ("transition", "transition", "inputs") in plan.hits


def test_metadata_that_names_goes_alone() -> None:
    (row,) = plan_redaction(WORKSPACE, names("Ada"), [node("message", metadata='{"by": "Ada"}')]).rows
    assert row["after"] == {"metadata": None}


def test_a_memory_that_only_its_source_names_is_kept() -> None:
    plan = plan_redaction(WORKSPACE, names("Ada"), [node("memory", evidence=["mail from Ada", "crm"])])
    assert plan.memories == []
    assert plan.rows[0]["after"] == {"evidence": ["mail from [erased]", "crm"]}


def test_identifiers_stay_equal_where_they_were_equal() -> None:
    found = [
        node("action", session_id="ada-1", target_node_ids=["n-1", "ada-box", "x"]),
        node("session", session_id="ada-1"),
    ]
    plan = plan_redaction(WORKSPACE, names("Ada", values=("n-1",)), found)
    action, session = (row["after"] for row in plan.rows)
    assert action["session_id"] == session["session_id"] != "ada-1"
    assert action["session_id"].startswith("erased-")
    assert [one[:7] for one in action["target_node_ids"]] == ["erased-", "x"]


def test_what_is_not_ours_is_told_and_left() -> None:
    plan = plan_redaction(WORKSPACE, names("Ada"), [node("entity", ours=False, boss="Ada")])
    assert (plan.any, plan.foreign, plan.hits) == (False, ["entity"], [])


def test_a_text_names_it_by_the_rules_of_the_graph_and_no_others() -> None:
    found = names("Zora Quill", "Will", "राम", values=("customer-7",))
    for text in ("ask ZORA-quill!", "I met Will.", "customer-7", "राम गया"):
        assert found.names_it(text), text
    for text in ("Zora Quillon", "it will rain", "customer-7 called", "रामायण", "रामा"):
        assert not found.names_it(text), text


def test_what_is_not_searched_is_the_same_in_the_mirror() -> None:
    found = names("Ada")
    assert found.seeks_in("episode", "summary")
    assert found.seeks_in("metric", "name")
    assert not found.seeks_in("pattern", "name")
    assert not found.seeks_in("memory", "status")
