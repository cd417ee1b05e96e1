"""Archives of cognee's exchange format: a manifest, and JSON lines for each kind of record."""

import json
from pathlib import Path
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.imports.memories import import_memories

ADA, ACME, CHUNK = (f"{number}0000000-0000-4000-8000-000000000000" for number in (1, 2, 3))


def record(kind: str, id: str, user_id: str | None = None, system: str = "cognee", **more: Any) -> dict[str, Any]:
    scope = {"user_id": user_id} if user_id else {}
    return {"external_system": system, "external_id": id, "scope": scope, "metadata": {}, "kind": kind, **more}


def fact(subject: str, predicate: str, object: str, **more: Any) -> dict[str, Any]:
    ends = {"subject_ref": subject, "predicate": predicate, "object_ref": object}
    return record("fact", f"{subject}:{predicate}:{object}", **ends, **more)


def written(folder: Path, **files: list[dict[str, Any]]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps({"cogx_version": "0.1", "source_system": "cognee"}), "utf-8")
    for name, rows in files.items():
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return folder


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    turns = [{"role": "user", "content": "I moved to Acme."}, {"role": "tool", "content": "{}"}]
    return written(
        tmp_path / "export",
        entities=[
            record("entity", ADA, name="Ada", entity_type="Person", description="Ada builds cars."),
            record("entity", ACME, name="Acme"),
        ],
        facts=[
            fact(
                ADA, "works_at", ACME, fact_text="Ada works at Acme", valid_at="2020-01-01T00:00:00Z", provenance=["e1"]
            ),
            fact(ADA, "lives_in", "Ulm", created_at="2024-03-01T10:00:00Z"),
            fact(CHUNK, "contains", ADA, fact_text="contains"),
            fact(ADA, "is_a", "40000000-0000-4000-8000-000000000000"),
        ],
        episodes=[record("episode", "e1", "ana", turns=turns)],
        memories=[
            record("memory", "m1", "ana", "mem0", content="Is allergic to nuts", categories=["health"]),
            record("memory", "m2", "bo", "mem0", content="Drives a van", categories=[]),
        ],
        memory_blocks=[record("memory_block", "b1", label="rules", value="- Answer briefly.\n- Be kind.")],
        documents=[record("document", CHUNK, content="Chapter one."), record("document", "d2", content="Chapter two.")],
        nodes=[{"id": "n1", "type": "TextSummary", "text": "A summary."}],
    )


def test_each_kind_of_record(workspace: Memory, archive: Path) -> None:
    made = import_memories(workspace, [str(archive)])
    assert (made.sources, made.unreadable, made.messages_written) == ({"cogx": 1}, 0, 1)
    assert made.left_out == {
        "message of a system or tool, or empty": 1,
        "edge of a document or another node": 2,
        "document": 2,
        "node that is no entity": 1,
    }
    rows = {row.content: row for row in workspace.semantic.list(limit=100) if row.user_id is None}
    assert set(rows) == {"Ada works at Acme", "Ada lives in Ulm", "Ada builds cars.", "Answer briefly.", "Be kind."}
    works = rows["Ada works at Acme"]
    assert (works.type, works.subject, works.predicate, works.object) == ("relation", "Ada", "works_at", "Acme")
    assert str(works.valid_from)[:10] == "2020-01-01"
    again = import_memories(workspace, [str(archive)])
    assert (again.created, again.messages_written, again.unchanged) == (0, 0, made.memories)


def test_memories_belong_to_the_users_of_their_scope(workspace: Memory, archive: Path) -> None:
    import_memories(workspace, [str(archive / "memories.jsonl")])
    assert workspace.as_user("carl").semantic.list() == []
    for user, text in (("ana", "Is allergic to nuts"), ("bo", "Drives a van")):
        (row,) = workspace.as_user(user).semantic.list()
        assert (row.content, row.user_id) == (text, user)


def test_another_text_in_the_source_supersedes(workspace: Memory, archive: Path) -> None:
    import_memories(workspace, [str(archive)])
    later = {"content": "Drives a bus", "categories": [], "updated_at": "2030-01-01T00:00:00Z"}
    written(archive, memories=[record("memory", "m2", "bo", "mem0", **later)])
    assert import_memories(workspace, [str(archive)]).created == 1
    bo = workspace.as_user("bo")
    assert [row.content for row in bo.semantic.list() if row.user_id] == ["Drives a bus"]


def test_a_line_that_is_no_record_is_counted(workspace: Memory, archive: Path) -> None:
    with (archive / "facts.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"kind": "fact"}\n{"kind"')
    made = import_memories(workspace, [str(archive)])
    assert (made.created, made.unreadable) == (7, 2)
    assert "facts.jsonl, line 6" in made.refusals[0]
