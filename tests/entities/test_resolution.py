"""Entities through the client and the commands, on a real graph."""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from oxgraph.errors import InvalidInput, NotFound, PermissionDenied
from oxgraph.types import NamedEntity


def test_names_lead_to_entities(workspace: Any) -> None:
    entities = workspace.semantic.entities
    first, again, similar = entities.resolve(
        ["Ada Lovelace", "ADA LOVELACE", {"name": "Lovelace, Ada", "type": "Person"}]
    )
    assert [first.stage, again.stage, similar.stage] == ["new", "exact", "trigram"]
    assert first.entity_id == again.entity_id == similar.entity_id
    assert [first.created, again.created] == [True, False]
    assert entities.resolve([{"name": "x", "id": first.entity_id}])[0].node_id == first.node_id


def test_asking_alone_keeps_nothing(workspace: Any) -> None:
    entities = workspace.semantic.entities
    rows = entities.resolve(["Ada", "ada"], create=False)
    assert [(row.stage, row.created) for row in rows] == [("new", False), ("exact", False)]
    assert entities.list() == []
    assert entities.resolve([]) == []


def test_one_name_alone_is_one_entity(workspace: Any) -> None:
    entities = workspace.semantic.entities
    for alone in ("Ada", {"name": "Ada"}, NamedEntity(name="Ada")):
        assert [row.name for row in entities.resolve(alone)] == ["Ada"]
    assert [row.name for row in entities.list()] == ["Ada"]


def test_an_entitys_life(workspace: Any) -> None:
    entities = workspace.semantic.entities
    kept, absorbed = (row.entity_id for row in entities.resolve(["Volkswagen", {"name": "VW", "attributes": {"a": 1}}]))
    assert [row.name for row in entities.list()] == ["Volkswagen", "VW"]
    assert [row.name for row in entities.list(name="volks")] == ["Volkswagen"]
    assert entities.alias(kept, "Volkswagen AG").created
    workspace.semantic.remember(type="fact", subject="VW", predicate="builds", object="cars", content="VW builds cars")
    report = entities.merge(kept, absorbed)
    assert (report.outcome, report.aliases, report.memories) == ("merged", 1, 1)
    found = entities.get(kept)
    assert (found.aliases, found.absorbed, found.memories) == (("VW", "Volkswagen AG"), (absorbed,), 1)
    assert entities.get(absorbed).merged_into == kept
    assert entities.resolve(["vw"])[0].entity_id == kept
    assert [row.name for row in entities.list(hidden=True)] == ["VW"]
    assert entities.split(absorbed).memories == 1
    assert entities.resolve(["vw"])[0].entity_id == absorbed
    assert entities.get(absorbed).properties["a"] == 1
    assert entities.hide(kept).changed
    assert not entities.hide(kept).changed
    assert entities.resolve(["Volkswagen"], create=False)[0].entity_id != kept
    assert entities.show(kept).changed
    assert entities.resolve(["Volkswagen"])[0].entity_id == kept
    rules = {row.rule for row in workspace.semantic.why(kept).transitions}
    assert rules >= {"merged_entity", "split_entity", "aliased", "hidden", "shown"}


def test_what_is_not_there_is_said(workspace: Any) -> None:
    entities = workspace.semantic.entities
    for call in (entities.get, entities.hide, entities.show, entities.split):
        with pytest.raises(NotFound):
            call("nobody")
    with pytest.raises(NotFound):
        entities.merge("nobody", "nothing")
    with pytest.raises(NotFound):
        entities.alias("nobody", "x")
    for name in ("", "?!", "x" * 10_000, "a\ud800", {"nam": "x"}, {}, 5):
        with pytest.raises(InvalidInput):
            entities.resolve([name])


def test_agents_resolve_and_operators_change(workspace: Any, server: Any) -> None:
    import oxgraph

    secret = workspace.tokens.create("agent", "bot").secret
    with oxgraph.connect(server.uri, server.auth, token=secret) as agent:
        entity = agent.semantic.entities.resolve(["Ada"])[0].entity_id
        for change in (agent.semantic.entities.hide, agent.semantic.entities.split):
            with pytest.raises(PermissionDenied):
                change(entity)


def test_no_workspace_sees_anothers_names(workspace: Any, memory: Any) -> None:
    other = memory.create_workspace(f"other-{uuid.uuid4()}")
    entity = workspace.semantic.entities.resolve(["Ada Lovelace"])[0].entity_id
    assert other.semantic.entities.resolve(["Lovelace Ada"])[0].stage == "new"
    with pytest.raises(NotFound):
        other.semantic.entities.get(entity)


def test_a_file_and_its_dry_run_say_the_same(workspace: Any, memory: Any, tmp_path: Path) -> None:
    from oxgraph.client.entity_names import resolve_file

    file = tmp_path / "names.jsonl"
    names = [f"Customer Relations Office {i % 7} of Region {i % 3}" + " Ltd" * (i % 2) for i in range(60)]
    file.write_text("".join(json.dumps({"id": i, "name": name}) + "\n" for i, name in enumerate(names)))
    dry = resolve_file(workspace.semantic.entities.resolve, str(file), dry_run=True)
    assert workspace.semantic.entities.list() == []
    made = resolve_file(workspace.semantic.entities.resolve, str(file))
    assert [(r["entity"], r["stage"], r["score"]) for r in made.rows] == [
        (r["entity"], r["stage"], r["score"]) for r in dry.rows
    ]
    assert len(workspace.semantic.entities.list()) == 21
