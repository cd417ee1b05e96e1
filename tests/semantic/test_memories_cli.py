"""The commands of semantic memory do what the methods of their names do, for people and programs."""

import uuid

import pytest

from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A fresh workspace, named in the environment; no vectors."""
    found = f"memories-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    monkeypatch.setenv("OXGRAPH_EMBEDDER", "none")
    return found


def works_at(cli: Cli, employer: str, since: str, *more: str) -> str:
    said = (f"Ada works at {employer}", "--subject", "Ada", "--predicate", "works_at", "--object", employer)
    return str(cli("remember", *said, "--valid-from", f"{since}T00:00:00Z", *more, "--json").json["memory_id"])


def test_a_fact_is_remembered_replaced_and_explained(cli: Cli, name: str) -> None:
    old = works_at(cli, "Acme", "2020-05-01", "--confidence", "0.8", "--evidence", "m1", "--keyword", "job")
    said = cli("remember", "Ada works at Acme", "--subject", "Ada", "--predicate", "works_at", "--object", "Acme").out
    assert said == f"Known already: {old}, now confirmed once more.\n"
    new = cli("memories", "supersede", old, "Ada works at Rivian", "--object", "Rivian").out
    assert f"Superseded {old}." in new
    assert "Ada works at Rivian" in cli("memories", "list", "--subject", "ada").out
    assert "Acme" not in cli("memories", "list", "--subject", "ada").out
    listed = cli("memories", "list", "--status", "superseded", "--json").json
    assert [(row["id"], row["keywords"]) for row in listed] == [(old, ["job"])]
    then = cli("memories", "list", "--subject", "Ada", "--valid", "2021-01-01T00:00:00Z", "--json").json
    assert [row["object"] for row in then] == ["Acme"]
    shown = cli("memories", "get", old, "--json").json
    assert (shown["status"], shown["subject"], shown["valid_from"]) == ("superseded", "Ada", "2020-05-01T00:00:00Z")
    assert cli("memories", "history", old).out.index("Acme") < cli("memories", "history", old).out.index("Rivian")
    assert "Rivian" in cli("memories", "history", "--subject", "Ada", "--predicate", "works_at").out
    why = cli("why", old).out
    assert "by “Ada works at Rivian” because the caller said so" in why
    assert "m1" in why
    assert [row["rule"] for row in cli("why", old, "--json").json["transitions"]] == [
        "remembered",
        "merged",
        "superseded",
    ]


def test_forgetting_and_reviving(cli: Cli, name: str) -> None:
    id = works_at(cli, "Acme", "2020-05-01")
    assert cli("memories", "forget", id).out == f"{id} is forgotten.\n"
    assert cli("memories", "list").out == "No memory is found.\n"
    assert cli("memories", "revive", id, "--json").json["to_status"] == "active"
    assert "only an expired or forgotten one can be revived" in cli("memories", "revive", id).out
    for words in (("get",), ("forget",), ("revive",), ("history",), ("supersede",)):
        more = ("x",) if words == ("supersede",) else ()
        assert cli("memories", *words, str(uuid.uuid4()), *more, ok=False).status == 3
    assert cli("why", str(uuid.uuid4()), ok=False).status == 3
    assert cli("why", "nonsense", ok=False).status == 3
    assert cli("memories", "history", ok=False).status == 2
    assert cli("remember", "x", "--type", "unheard_of", ok=False).status == 2
    assert cli("remember", "x", "--confidence", "2", ok=False).status == 2


def test_what_was_not_stored_is_said_in_words(cli: Cli, name: str) -> None:
    cli("workspace", "disable", name)
    said = cli("remember", "Ada likes tea").out
    assert said == "Nothing was stored: memory is switched off in this workspace.\n"


def test_a_contradiction_is_reviewed(cli: Cli, name: str) -> None:
    assert "Nothing waits" in cli("review", "list").err
    sure = works_at(cli, "Acme", "2020-05-01", "--confidence", "0.8")
    doubt = works_at(cli, "Rivian", "2024-01-01", "--confidence", "0.4")
    assert {row["memory"]["id"] for row in cli("review", "list", "--json").json} == {sure, doubt}
    assert cli("review", "list").out.count("Ada works at Rivian") == 1
    assert cli("review", "resolve", sure, "--keep", doubt).out == f"{doubt} is kept; found wrong: 1.\n"
    assert cli("review", "list", "--json").json == []
    third = works_at(cli, "Initech", "2024-01-01", "--confidence", "0.3")
    said = cli("review", "resolve", third, "--content", "Ada works at Tesla", "--object", "Tesla").out
    assert f"Superseded {third}." in said
    assert cli("review", "resolve", third, ok=False).status == 2


def test_predicates_and_types(cli: Cli, name: str) -> None:
    assert "works_at" in cli("predicates", "list").out
    made = cli("predicates", "define", "Drives a", "--stateful", "--importance", "0.9", "--json").json
    assert (made["name"], made["stateful"], made["importance"]) == ("drives_a", True, 0.9)
    more = cli("predicates", "define", "drives_a", "--synonym", "has car", "--synonym", "drives", "--json").json
    assert (more["stateful"], more["importance"], more["synonyms"]) == (True, 0.9, ["has_car", "drives"])
    assert cli("predicates", "define", "!", ok=False).status == 2
    assert cli("types", "define", "procedure", "365", "--json").json["half_life_days"] == 365
    assert "procedure" in cli("types", "list").out
    assert cli("types", "define", "Memory", "5", ok=False).status == 2


def test_users(cli: Cli, name: str) -> None:
    none = "No facts about u1. `oxgraph memories list --user-id u1` lists all that they see.\n"
    assert cli("user", "facts", "u1").out == none
    id = cli("user", "remember", "u1", "Likes green tea", "--category", "taste", "--json").json["memory_id"]
    cli("user", "remember", "u1", "Owns a boat")
    assert "Likes green tea" in cli("user", "facts", "u1").out
    assert [row["fact"] for row in cli("user", "facts", "u1", "--query", "tea", "--json").json] == ["Likes green tea"]
    block = "[User memory — 1 fact]\n- Likes green tea (taste, confidence 1.00)\n"
    assert cli("user", "context", "u1", "Which tea?").out == block
    assert "Nothing relevant" in cli("user", "context", "u1", "zebra").err
    assert cli("user", "decay", "u1").out == "0 facts lost confidence, 0 were pruned.\n"
    assert cli("user", "remember", "u1", "Owns a car", "--supersedes", "owns a boat").out.count("Superseded") == 1
    assert cli("user", "forget", "u1", id).out == "1 fact is forgotten.\n"
    assert cli("user", "forget", "u1", "--matching", "BOAT", "--json").json["forgotten"] == 1
    assert cli("user", "forget", "u1", ok=False).status == 2
    assert cli("user", "forget", "u2", id, ok=False).status == 3
