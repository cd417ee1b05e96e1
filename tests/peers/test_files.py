"""Stores as files: what may never run, what is read without a server, and an import that is cut off."""

import gzip
import json
import os
import pickle
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from oxgraph import Memory, errors
from oxgraph.cli import imports as cli_imports
from oxgraph.file_formats.memories import FoundMemory, Source, sources_of
from oxgraph.file_formats.memories.found import said_by
from oxgraph.imports.memories import MemoryImport, import_memories
from oxgraph.local import Server
from tests.fixtures.cli import Cli

ROOT = Path(__file__).parents[2]


def kinds(source: type[Source] = Source) -> set[str]:
    """What the classes of sources call the memories that they read."""
    return {source.kind} - {""} | {kind for inner in source.__subclasses__() for kind in kinds(inner)}


def test_every_memory_that_is_read_is_named_in_the_help_and_the_guide() -> None:
    help, guide = cli_imports.memories.help or "", (ROOT / "docs" / "moving.md").read_text(encoding="utf-8")
    assert len(kinds()) > 7
    assert [kind for kind in kinds() if kind not in help.lower() or kind not in guide.lower()] == []


class Point:
    """Pickled as Qdrant pickles a point: a class, and its state."""

    def __init__(self, id: str, payload: dict[str, str]) -> None:
        self.id, self.payload = id, payload


class Attack:
    """Runs a command where a pickle is loaded as usual."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch {self.file}",)


def qdrant(folder: Path, points: list[object]) -> Path:
    inside = folder / "collection" / "mem0"
    inside.mkdir(parents=True)
    (folder / "meta.json").write_text("{}", "utf-8")
    with closing(sqlite3.connect(inside / "storage.sqlite")) as db:
        db.execute("CREATE TABLE points (id TEXT PRIMARY KEY, point BLOB)")
        rows = [(str(number), pickle.dumps(point, 4)) for number, point in enumerate(points)]
        db.executemany("INSERT INTO points VALUES (?, ?)", rows)
        db.commit()
    return folder


def test_no_code_of_a_point_runs(tmp_path: Path) -> None:
    file = tmp_path / "ran"
    told = {"data": "Likes tea", "user_id": "ada", "created_at": "2025-01-02T03:04:05+00:00"}
    store = qdrant(tmp_path / "store", [Attack(file), Point("p1", told), Point("p2", {"data": str(Attack)})])
    (source,) = sources_of([str(store)])
    found = [one for one in source if isinstance(one, FoundMemory)]
    assert (found[0].content, found[0].user_id, found[0].type) == ("Likes tea", "ada", "preference")
    assert source.unreadable == 1
    assert "a point" in source.refusals[0]
    assert not file.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.db", b"SQLite format 3\x00" + b"\xff" * 200),
        ("b.json", b'[{"id": "1"'),
        ("c.json", b"[" * 100_000),
        ("d.zip", b"PK\x03\x04nonsense"),
        ("e.json", b"[1, 2, 3]"),
        ("f.json", b'{"agents": [], "blocks": {}}'),
        ("g.txt", b""),
    ],
)
def test_what_is_broken_is_an_error_or_counted(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    try:
        for source in sources_of([str(tmp_path / name)]):
            assert not [one for one in source if isinstance(one, FoundMemory)]
    except errors.InvalidInput as error:
        assert name in str(error)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(errors.InvalidInput, match="no file and no folder"):
        sources_of([str(tmp_path / "none")])


def test_what_cannot_be_read_is_counted_and_the_rest_comes_in(workspace: Memory, tmp_path: Path) -> None:
    files = {
        "a.json": '{"results": [',
        "b.db": "SQLite format 3\x00" + "x" * 5_000,
        "c.zip": "PK\x03\x04nonsense",
        "d.txt": "[2026-01-02] Erik paints boats.\n[2026-01-03] Erik lives in Oslo.\n",
        "e.json": json.dumps(
            {
                "results": [
                    {"id": "m1", "memory": "Likes tea"},
                    7,
                    {"id": "m2", "memory": "Has a cat"},
                    {"id": "m5", "memory": "Cut \ud83d"},
                ]
            }
        ),
        "f.jsonl": '{"memory": "Sings", "id": "m3"}\n{"memory"\n{"memory": "Sails", "id": "m4"}\n',
        "g.json": '{"memories": ["Reads books", "Runs every day", 7]}',
        "h.json": json.dumps([{"namespace": ["memories", "ada"], "key": "k", "value": {"text": "Skis"}}]),
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content, "utf-8")
    made = import_memories(workspace, [str(tmp_path)])
    contents = {row.content for row in workspace.semantic.list(limit=50)}
    assert {"Erik paints boats.", "Erik lives in Oslo.", "Likes tea", "Has a cat", "Sings", "Sails"} <= contents
    assert "Runs every day" in contents
    assert made.memories == 9
    assert made.unreadable == 7, made.refusals


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.json", b'{"results": [', "is not JSON"),
        ("b.db", b"SQLite format 3\x00" + b"x" * 5_000, "cannot be read"),
        ("c.zip", b"PK\x03\x04nonsense", ""),
        ("d.json", b'{"some": "document"}', "no store or export"),
        ("e.txt", "Likes tea".encode("utf-16"), "save it as UTF-8"),
        ("f.json.gz", gzip.compress(b'{"results": []}', mtime=0), "gzipped"),
        ("g.json", b" ", "is empty"),
        ("h.json", b"[]", "is empty"),
        ("i.csv", b"id,name\n1,Ada", r"ends in \.txt"),
        ("j.html", b"<html>\n<body>Likes tea</body>", "no store or export"),
        ("k.jsonl", b'{"role": "user", "content": "Hi"}\n{"role": "assistant", "content": "Hello"}', "chat import"),
        ("l.json", b'[{"uuid": "c1", "name": "Tea", "chat_messages": []}]', "chat import"),
    ],
)
def test_a_single_file_that_cannot_be_read_is_an_error(
    workspace: Memory, tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(errors.InvalidInput, match=f"{name}.*{reason}"):
        import_memories(workspace, [str(tmp_path / name)])
    assert import_memories(workspace, [str(tmp_path)]).unreadable == 1


def test_of_a_folder_of_chatgpt_only_its_memories_come_in(workspace: Memory, tmp_path: Path) -> None:
    told = {"content_type": "model_editable_context", "model_set_context": "1. [2024-05-01]. User works at Acme."}
    node: dict[str, object] = {"id": "m", "parent": None, "children": [], "message": {"id": "m", "content": told}}
    chats = json.dumps([{"id": "c", "mapping": {"m": node}, "current_node": "m"}])
    (tmp_path / "conversations.json").write_text(chats, "utf-8")
    (tmp_path / "chat.html").write_text(f"<html>\n<script>\nvar jsonData = {chats};\n</script></html>", "utf-8")
    (tmp_path / "file-1-table.csv").write_text("name,place\nErik,Oslo\n", "utf-8")
    made = import_memories(workspace, [str(tmp_path)])
    assert (made.memories, made.unreadable) == (1, 2)
    assert [row.content for row in workspace.semantic.list(limit=5)] == ["User works at Acme."]


def test_what_names_no_user_belongs_to_the_user_of_the_token(workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memories.txt"
    file.write_text("Likes rain", "utf-8")
    ada = workspace.as_user("ada")
    assert import_memories(ada, [str(file)]).users == 1
    (rain,) = workspace.semantic.list(limit=5)
    assert (rain.user_id, rain.subject) == ("ada", "ada")
    assert import_memories(ada, [str(file)]).unchanged == 1
    with pytest.raises(errors.PermissionDenied):
        import_memories(ada, [str(file)], shared=True)


def test_a_wrong_login_of_a_source_is_said(cli: Cli, workspace: Memory, server: Server) -> None:
    wrong = ("--source-password", "wrong", "--workspace", workspace.name)
    said = cli("import", "memories", server.uri, *wrong, ok=False).err
    assert "check its user and password" in said


def test_an_export_without_memories_is_no_error(workspace: Memory, tmp_path: Path) -> None:
    (tmp_path / "ada.json").write_text('{"results": []}', "utf-8")
    made = import_memories(workspace, [str(tmp_path / "ada.json")])
    assert (made.sources, made.memories, made.unreadable) == ({"mem0": 1}, 0, 0)


def test_what_has_ended_in_the_source_since_it_was_imported_ends_here(workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memories.json"

    def imported(**later: str) -> MemoryImport:
        pool = {"id": "m1", "memory": "Has a season ticket", "user_id": "ada", "created_at": "2026-01-01T00:00:00Z"}
        tea = {"id": "m2", "memory": "Likes tea", "user_id": "ada", "created_at": "2026-01-01T00:00:00Z"}
        file.write_text(json.dumps([pool | later, tea]), "utf-8")
        return import_memories(workspace, [str(file)])

    assert imported().created == 2
    ended = imported(expiration_date="2026-03-01")
    assert (ended.created, ended.merged, ended.unchanged, ended.ended) == (0, 1, 1, 1)
    assert [one.content for one in workspace.semantic.list(user_id="ada")] == ["Likes tea"]
    before = workspace.semantic.list(user_id="ada", as_of=(datetime(2026, 2, 1, tzinfo=UTC), None))
    (ticket,) = [one for one in before if one.content == "Has a season ticket"]
    assert ticket.valid_to == datetime(2026, 3, 1, tzinfo=UTC)
    again = imported(expiration_date="2026-03-01")
    assert (again.created, again.merged, again.unchanged) == (0, 0, 2)
    workspace.semantic.forget(ticket.id)
    assert imported(expiration_date="2026-04-01").unchanged == 2


def test_an_item_that_was_overwritten_in_langgraph_supersedes_what_it_said(workspace: Memory, tmp_path: Path) -> None:
    """Also where it says again what it had said before; an older export comes too late to change anything."""
    file = tmp_path / "items.json"

    def imported(city: str, month: int) -> tuple[MemoryImport, set[str]]:
        at = f"2026-{month:02d}-01T00:00:00+00:00"
        items = [
            {"namespace": ["memories", "ada"], "key": "home", "value": {"text": f"Lives in {city}"}, "updated_at": at},
            {"namespace": ["ada", "profile"], "key": "p", "value": {"name": "Ada", "city": city}, "updated_at": at},
            {"namespace": ["memories", "bob"], "key": "home", "value": {"text": "Lives in Oslo"}, "updated_at": at},
        ]
        file.write_text(json.dumps(items), "utf-8")
        made = import_memories(workspace, [str(file)])
        return made, {row.content for row in workspace.semantic.list(user_id="ada") if row.user_id == "ada"}

    assert imported("Oslo", 1)[0].created == 4
    for city, month in (("Bergen", 2), ("Oslo", 3), ("Bergen", 4)):
        made, held = imported(city, month)
        assert (made.created, made.unchanged) == (2, 2)
        assert held == {f"Lives in {city}", f"city: {city}", "name: Ada"}
        assert imported(city, month)[0].unchanged == 4
    assert imported("Oslo", 1)[1] == held
    before = workspace.semantic.list(user_id="ada", as_of=(datetime(2026, 2, 15, tzinfo=UTC), None))
    assert "Lives in Bergen" in {row.content for row in before}
    assert "Lives in Oslo" not in {row.content for row in before if row.user_id == "ada"}
    assert "Lives in Oslo" in {row.content for row in workspace.semantic.list(user_id="bob")}


def test_an_item_finds_what_it_said_by_its_name(
    workspace: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by comparing each item with each memory, which is slow among many."""
    compared: list[str] = []

    def noted(item: str, content: str) -> str:
        compared.append(item)
        return said_by(item, content)

    monkeypatch.setattr("oxgraph.imports.memories.said_by", noted)
    file = tmp_path / "items.json"

    def imported(names: list[str], text: str, month: int) -> MemoryImport:
        at = f"2026-{month:02d}-01T00:00:00Z"
        of_all = [("memories", "ada"), ("x" * 500, "ada")]
        items = [
            {"namespace": namespace, "key": key, "value": {"text": f"{key} {text}"}, "updated_at": at}
            for key in names
            for namespace in of_all
        ]
        file.write_text(json.dumps(items), "utf-8")
        return import_memories(workspace, [str(file)])

    imported(["alpha", "beta"], "is round", 1)
    assert imported(["gamma", "delta"], "is round", 2).created == 4
    assert "memories/ada/alpha" not in compared
    assert imported(["alpha", "gamma"], "is square", 3).created == 4
    assert {
        row.status for row in workspace.semantic.list(user_id="ada", status="any") if "alpha is round" in row.content
    } == {"superseded"}
    evidence = {source for row in workspace.semantic.list(user_id="ada") for source in row.evidence}
    assert "langgraph:memories/ada/alpha@2026-03-01T00:00:00.000000Z" in evidence


def test_what_was_replaced_here_meanwhile_stays_so(workspace: Memory, tmp_path: Path) -> None:
    """Then the rules decide about what its item says later, and the others of the import are written."""
    file = tmp_path / "memories.json"

    def imported(text: str, month: int) -> MemoryImport:
        row = {"id": "m1", "memory": text, "user_id": "ada", "created_at": f"2026-{month:02d}-01T00:00:00Z"}
        file.write_text(json.dumps([row, row | {"id": "m2", "memory": f"Likes tea {month}"}]), "utf-8")
        return import_memories(workspace, [str(file)])

    imported("Lives in Oslo", 1)
    (oslo,) = (row for row in workspace.semantic.list(user_id="ada") if "Oslo" in row.content)
    with closing(sqlite3.connect(tmp_path / "history.db")) as db:
        db.execute("CREATE TABLE messages (id, session_scope, role, content, name, created_at)")
        db.execute(
            "CREATE TABLE history (memory_id, old_memory, new_memory, event, created_at, updated_at, is_deleted)"
        )
        at = "2026-02-01T00:00:00Z"
        db.execute("INSERT INTO history VALUES ('m1', 'Lives in Oslo', 'Lives in Bergen', 'UPDATE', ?, ?, 0)", (at, at))
        db.commit()
    row = {"id": "m1", "memory": "Lives in Bergen", "user_id": "ada", "created_at": "2026-01-01T00:00:00Z"}
    file.write_text(json.dumps([row | {"updated_at": at}, row | {"id": "m3", "memory": "Likes milk"}]), "utf-8")
    workspace.semantic.supersede(oslo.id, content="Lived nowhere", correction=True)
    made = import_memories(workspace, [str(tmp_path)])
    assert (made.created, made.unreadable) == (2, 0)
    assert {"Lived nowhere", "Lives in Bergen", "Likes milk"} <= {
        row.content for row in workspace.semantic.list(user_id="ada")
    }


def test_a_memory_that_mem0_has_changed_supersedes_what_it_said(workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memories.json"

    def imported(text: str, **times: str) -> MemoryImport:
        row = {"id": "m1", "memory": text, "user_id": "ada", "created_at": "2026-01-01T00:00:00Z", **times}
        file.write_text(json.dumps([row, row | {"id": "m2", "memory": "Likes tea"}]), "utf-8")
        return import_memories(workspace, [str(file)])

    assert imported("Lives in Oslo").created == 2
    assert imported("Lives in Bergen", updated_at="2026-02-01T00:00:00Z").created == 1
    assert {row.content for row in workspace.semantic.list(user_id="ada")} == {"Lives in Bergen", "Likes tea"}
    assert imported("Lives in Bergen", updated_at="2026-02-01T00:00:00Z").unchanged == 2


def test_a_memory_of_mem0_that_changes_twice_with_its_history(workspace: Memory, tmp_path: Path) -> None:
    """What was imported as present and is former now ends, also where it had superseded another then."""
    places = ("Hamburg", "Berlin", "Munich", "Oslo")
    with closing(sqlite3.connect(tmp_path / "history.db")) as db:
        db.execute("CREATE TABLE messages (id, session_scope, role, content, name, created_at)")
        db.execute(
            "CREATE TABLE history (memory_id, old_memory, new_memory, event, created_at, updated_at, is_deleted)"
        )
        for number in (1, 2, 3):
            former, now = (f"Lives in {place}" for place in places[number - 1 : number + 1])
            at = f"2026-0{number + 1}-01T00:00:00Z"
            db.execute("INSERT INTO history VALUES ('m1', ?, ?, 'UPDATE', ?, ?, 0)", (former, now, at, at))
            db.commit()
            row = {"id": "m1", "memory": now, "user_id": "ada", "created_at": "2026-01-01T00:00:00Z", "updated_at": at}
            (tmp_path / "memories.json").write_text(json.dumps([row]), "utf-8")
            import_memories(workspace, [str(tmp_path)])
            assert [one.content for one in workspace.semantic.list(user_id="ada")] == [now]
    again = import_memories(workspace, [str(tmp_path)])
    assert (again.created, again.merged, again.unchanged) == (0, 0, 4)
    for number, place in enumerate(places, 1):
        held = workspace.semantic.list(user_id="ada", as_of=(datetime(2026, number, 15, tzinfo=UTC), None))
        assert [one.content for one in held] == [f"Lives in {place}"]


def test_what_was_forgotten_here_stays_away_though_its_item_changes(workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "items.json"

    def imported(text: str, month: int) -> MemoryImport:
        item = {"namespace": ["memories", "ada"], "key": "home", "value": {"text": text}}
        file.write_text(json.dumps([item | {"updated_at": f"2026-{month:02d}-01T00:00:00Z"}]), "utf-8")
        return import_memories(workspace, [str(file)])

    imported("Lives in Oslo", 1)
    workspace.semantic.forget(workspace.semantic.list(user_id="ada")[0].id)
    assert imported("Lives in Oslo", 1).unchanged == 1
    assert imported("Lives in Bergen", 2).created == 1
    assert imported("Lives in Oslo", 3).created == 0
    assert "Lives in Oslo" not in {row.content for row in workspace.semantic.list(user_id="ada")}


@pytest.mark.parametrize(
    "time", [1_767_225_600, 1_767_225_600.0, 1_767_225_600_000, "1767225600000", 1_767_225_600_000_000, "2026-01-01"]
)
def test_times_in_any_unit_are_read(tmp_path: Path, time: float | str) -> None:
    file = tmp_path / "memories.json"
    file.write_text(json.dumps([{"memory": "Likes tea", "created_at": time}]), "utf-8")
    (source,) = sources_of([str(file)])
    (found,) = [one for one in source if isinstance(one, FoundMemory)]
    assert found.stated_at == datetime(2026, 1, 1, tzinfo=UTC)
    assert not source.left_out


@pytest.mark.parametrize("time", ["yesterday", -1, True, 1e400, [1]])
def test_a_time_that_cannot_be_read_is_counted(tmp_path: Path, time: object) -> None:
    file = tmp_path / "memories.json"
    file.write_text(json.dumps([{"memory": "Likes tea", "created_at": time}]), "utf-8")
    (source,) = sources_of([str(file)])
    (found,) = [one for one in source if isinstance(one, FoundMemory)]
    assert found.stated_at is None
    assert source.left_out == {"time that cannot be read": 1}


def test_what_is_said_again_much_later_is_another_message(workspace: Memory, tmp_path: Path) -> None:
    said = [
        {"role": "user", "content": "yes" if place % 300 == 10 else f"message {place}"}
        | {"created_at": f"2026-03-01T{place // 60:02d}:{place % 60:02d}:00Z"}
        for place in range(320)
    ]
    file = tmp_path / "agent.af"
    file.write_text(
        json.dumps({"agents": [{"name": "Clippy", "block_ids": [], "messages": said}], "blocks": []}), "utf-8"
    )
    assert import_memories(workspace, [str(file)], user_id="ada").messages_written == 320
    assert import_memories(workspace, [str(file)], user_id="ada").messages_written == 0


def test_an_import_that_was_cut_off_goes_on(workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memories.txt"
    file.write_text("\n".join(f"Knows the answer to question {number}" for number in range(500)), "utf-8")

    def cut(done: int, total: int) -> None:
        if done >= 400:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_memories(workspace, [str(file)], user_id="ada", progress=cut)
    made = import_memories(workspace, [str(file)], user_id="ada")
    assert made.memories == 500
    assert made.created + made.merged == 100
    assert made.unchanged == 400


def test_what_was_deleted_here_stays_away_and_is_counted(workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memories.txt"
    file.write_text("Likes green tea\nLives in Leeds", "utf-8")
    assert import_memories(workspace, [str(file)], user_id="ada").created == 2
    workspace.user("ada").delete_matching_facts("green tea")
    assert import_memories(workspace, [str(file)], user_id="ada").deleted == 0  # forgotten, and still there
    assert workspace.semantic.erase_subject("ada").clean
    again = import_memories(workspace, [str(file)], user_id="ada")
    assert (again.memories, again.created, again.unchanged, again.deleted) == (2, 0, 2, 2)
