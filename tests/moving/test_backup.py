"""Backup of workspaces with their tokens, and what is restored from it."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

import oxgraph
from oxgraph import Client, errors, local
from oxgraph.client._sync.backup import _is_of_pass_run
from oxgraph.file_formats.backup_places import place_of
from oxgraph.file_formats.backups import read_backup, write_backup
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.fixtures.cli import Cli
from tests.moving.conftest import Exported
from tests.moving.filled import Clock

pytestmark = pytest.mark.deep


@pytest.fixture
def names(client: Client, exported: Exported) -> Iterator[tuple[str, str]]:
    one, other = f"kept {new_id()}", f"kept {new_id()}"
    client.import_workspace(exported.file, one)
    client.create_workspace(other).semantic.remember(type="fact", subject="Bo", content="Bo likes chess")
    yield one, other


def test_what_was_backed_up_comes_back(server: Server, client: Client, names: tuple[str, str], tmp_path: Path) -> None:
    other = names[1]
    token = client.workspace(other).tokens.create("agent", "helper")
    made = client.backup(tmp_path, workspaces=names)
    assert (made.workspaces, made.written, made.tokens) == (2, 2, 1)
    (tokens,) = (tmp_path / "backups").glob("*.tokens.jsonl")
    assert token.secret not in tokens.read_text(encoding="utf-8")
    for name in names:
        client.delete_workspace(name, hard=True)
    steps: list[str] = []
    back = client.restore(tmp_path, step=steps.append)
    assert (back.written, back.tokens, steps) == (2, 1, [*names])
    assert {name: client.digest_workspace(name).digest for name in names} == made.digests
    with oxgraph.connect(server.uri, server.auth, token=token.secret) as memory:
        assert [row.content for row in memory.semantic.list()] == ["Bo likes chess"]
    again = client.restore(tmp_path)
    assert (again.written, again.tokens) == (0, 0)


def test_what_has_changed_since_stays_and_the_rest_comes_back(
    client: Client, names: tuple[str, str], tmp_path: Path
) -> None:
    client.backup(tmp_path, workspaces=names)
    client.workspace(names[1]).semantic.remember(type="fact", subject="Bo", content="Bo plays go")
    client.delete_workspace(names[0], hard=True)
    back = client.restore(tmp_path)
    assert (back.written, back.kept) == (1, (names[1],))
    assert contents(client, names[1]) == {"Bo likes chess", "Bo plays go"}
    assert client.digest_workspace(names[0]).digest == back.digests[names[0]]


def test_a_workspace_without_memory_stays_too(cli: Cli, client: Client, tmp_path: Path) -> None:
    """Its settings were those of the backup again, and it counted as restored at each call."""
    empty = client.create_workspace(f"empty {new_id()}")
    client.backup(tmp_path, workspaces=[empty.name])
    assert "0 of 1 workspace " in (told := cli("restore", str(tmp_path)).out) and "\n1 workspace unchanged" in told
    empty.update_settings(promote_confidence=0.3)
    back = client.restore(tmp_path)
    assert (back.written, back.kept, empty.settings().promote_confidence) == (0, (empty.name,), 0.3)


def test_what_was_restored_and_has_changed_since_is_named(
    client: Client, names: tuple[str, str], tmp_path: Path
) -> None:
    client.backup(tmp_path, workspaces=names[1:])
    client.delete_workspace(names[1], hard=True)
    client.create_workspace(names[1])
    assert client.restore(tmp_path).written == 1, "what is there has no memory, and the backup has"
    assert (again := client.restore(tmp_path)).written == 0 == len(again.kept)
    client.workspace(names[1]).semantic.remember(type="fact", subject="Bo", content="Bo plays go")
    assert client.restore(tmp_path).kept == (names[1],)


def test_only_what_changed_is_written(client: Client, names: tuple[str, str], tmp_path: Path) -> None:
    first = client.backup(tmp_path, workspaces=names)
    assert client.backup(tmp_path, workspaces=names).written == 0
    client.workspace(names[1]).semantic.remember(type="fact", subject="Bo", content="Bo plays go")
    steps: list[str] = []
    second = client.backup(tmp_path, workspaces=names, step=steps.append)
    assert (second.written, steps) == (1, [names[1]])
    assert second.digests[names[0]] == first.digests[names[0]]
    assert second.digests[names[1]] != first.digests[names[1]]
    last = client.backup(tmp_path, workspaces=names[:1], keep=1)
    assert (last.removed, last.carried) == (0, (names[1],))  # it was made at the very same time
    assert len(list((tmp_path / "workspaces").iterdir())) == 2


def test_a_backup_of_one_workspace_keeps_the_others(
    client: Client, clock: Clock, names: tuple[str, str], tmp_path: Path
) -> None:
    """It is the newest, and `keep` removes what it does not name: so it names what the one before did."""
    one, other = names
    began = clock.now
    token = client.workspace(other).tokens.create("agent", "helper")
    try:
        whole = client.backup(tmp_path, workspaces=names)
        clock.now += timedelta(hours=1)
        made = client.backup(tmp_path, workspaces=[one, one], keep=1)
        assert (made.workspaces, made.written, made.tokens, made.removed) == (2, 0, 1, 1)
        assert (made.carried, made.digests) == ((other,), whole.digests)
        for name in names:
            client.delete_workspace(name, hard=True)
        back = client.restore(tmp_path)
        assert (back.written, back.tokens, back.digests) == (2, 1, whole.digests)
        assert [row.id for row in client.workspace(other).tokens.list()] == [token.id]
    finally:
        clock.now = began


def test_what_a_former_partial_backup_left_out_is_kept(
    client: Client, clock: Clock, names: tuple[str, str], tmp_path: Path
) -> None:
    """Earlier versions named only the chosen workspaces; a workspace that was deleted for good stays away."""
    one, other = names
    began = clock.now
    gone = client.create_workspace(f"gone {new_id()}").name
    try:
        client.backup(tmp_path, workspaces=[*names, gone])
        client.delete_workspace(gone, hard=True)
        clock.now += timedelta(hours=1)
        client.backup(tmp_path, workspaces=[one])
        newest = read_backup(place_of(tmp_path))
        assert newest is not None
        newest.workspaces = newest.workspaces[:1]
        write_backup(place_of(tmp_path), newest, [])
        clock.now += timedelta(hours=1)
        assert client.backup(tmp_path, workspaces=[one], keep=1).carried == (other,)
        client.delete_workspace(other, hard=True)
        assert client.restore(tmp_path).written == 1
        assert contents(client, other) == {"Bo likes chess"}
    finally:
        clock.now = began


def test_runs_of_passes_are_no_change(client: Client, database: Graph, clock: Clock, tmp_path: Path) -> None:
    """A worker writes them into idle workspaces too."""
    memory = client.create_workspace(f"idle {new_id()}")
    memory.semantic.remember(type="fact", subject="Bo", content="Bo likes chess")
    evaluate(database, memory.workspace_id, now=clock.now)
    assert client.backup(tmp_path, workspaces=[memory.name]).written == 1
    evaluate(database, memory.workspace_id, now=clock.now)
    assert client.backup(tmp_path, workspaces=[memory.name]).written == 0
    back = client.restore(tmp_path)
    assert (back.written, back.kept) == (0, ())
    memory.semantic.remember(type="fact", subject="Bo", content="Bo plays go")
    assert client.restore(tmp_path).kept == (memory.name,)
    assert client.backup(tmp_path, workspaces=[memory.name]).written == 1


@pytest.mark.parametrize(("kind", "expected"), [("pass_run", True), ("memory", False)])
def test_nor_is_the_deletion_of_old_ones(kind: str, expected: bool) -> None:
    line = json.dumps({"id": new_id(), "properties": {"kind": kind, "node_id": new_id()}})
    assert _is_of_pass_run({"kind": "tombstone", "line": line}) is expected
    assert _is_of_pass_run({"kind": kind, "line": line}) is expected


def test_a_soft_deleted_workspace_is_deleted_again(client: Client, names: tuple[str, str], tmp_path: Path) -> None:
    client.delete_workspace(names[1])
    client.backup(tmp_path, workspaces=names[1:])
    client.delete_workspace(names[1], hard=True)
    assert client.restore(tmp_path).deleted == (names[1],)
    with pytest.raises(errors.WorkspaceDeleted):
        client.workspace(names[1])
    assert len(client.restore_workspace(names[1]).semantic.list()) == 1


def test_a_damaged_backup(client: Client, names: tuple[str, str], tmp_path: Path) -> None:
    client.backup(tmp_path, workspaces=names)
    index = tmp_path / "backup.json"
    whole = index.read_text(encoding="utf-8")
    index.write_text(whole.replace('"workspace_id": "', '"workspace_id": "../'), encoding="utf-8")
    with pytest.raises(errors.ArchiveInvalid):
        client.restore(tmp_path)
    index.write_text(whole.replace('"format": 1', '"format": 9'), encoding="utf-8")
    with pytest.raises(errors.ArchiveVersion):
        client.restore(tmp_path)
    index.write_text(whole[:50], encoding="utf-8")
    with pytest.raises(errors.ArchiveInvalid):
        client.restore(tmp_path)


def test_the_commands(cli: Cli, client: Client, names: tuple[str, str], tmp_path: Path) -> None:
    chosen = [word for name in names for word in ("--workspace", name)]
    made = cli("backup", str(tmp_path / "folder"), *chosen, "--json").json
    assert made["written"] == 2
    told = cli("backup", str(tmp_path / "folder"), "--workspace", names[0]).out
    assert "2 workspaces (0 written now) and 0 tokens, 1 workspace as in the backup before, are at" in told
    client.delete_workspace(names[0], hard=True)
    assert cli("restore", str(tmp_path / "folder"), "--json").json["written"] == 1


def contents(client: Client, name: str) -> set[str]:
    return {row.content for row in client.workspace(name).semantic.list()}


def test_the_state_at_a_time_is_the_newest_backup_before_it(
    client: Client, clock: Clock, names: tuple[str, str], tmp_path: Path
) -> None:
    """And what did not change in between stands there once."""
    name, began = names[1], clock.now
    try:
        made = [client.backup(tmp_path, workspaces=names)]
        for content in ("Bo plays go", "Bo plays bridge"):
            clock.now += timedelta(hours=1)
            client.workspace(name).semantic.remember(type="fact", subject="Bo", content=content)
            made.append(client.backup(tmp_path, workspaces=names))
        assert [one.written for one in made] == [2, 1, 1]
        assert len(list((tmp_path / "workspaces").iterdir())) == 4
        for hours, content in ((2.5, "Bo plays bridge"), (1.5, "Bo plays go"), (0, "Bo likes chess")):
            client.delete_workspace(name, hard=True)
            back = client.restore(tmp_path, at=began + timedelta(hours=hours))
            assert back.made_at == began + timedelta(hours=int(hours))
            assert content in contents(client, name)
            assert client.digest_workspace(name).digest == back.digests[name] == made[int(hours)].digests[name]
        with pytest.raises(errors.BackupMissing, match=f"the oldest is of {began:%Y-%m-%dT%H:%M:%SZ}"):
            client.restore(tmp_path, at=began - timedelta(seconds=1))
        clock.now += timedelta(hours=1)
        kept = client.backup(tmp_path, workspaces=names, keep=2)
        assert kept.removed == 2
        assert len(list((tmp_path / "backups").glob("*.json"))) == 2
        client.delete_workspace(name, hard=True)
        assert client.restore(tmp_path).digests == kept.digests
    finally:
        clock.now = began


def test_a_clock_that_was_set_back_loses_no_backup(
    client: Client, clock: Clock, names: tuple[str, str], tmp_path: Path
) -> None:
    """The backup that was made last is kept, though its time is before that of the former ones."""
    name, began = names[1], clock.now
    try:
        client.backup(tmp_path, workspaces=[name])
        clock.now -= timedelta(hours=1)
        client.workspace(name).semantic.remember(type="fact", subject="Bo", content="Bo plays go")
        assert client.backup(tmp_path, workspaces=[name], keep=1).removed == 1
        client.delete_workspace(name, hard=True)
        assert client.restore(tmp_path).written == 1
        clock.now = began
        assert contents(client, name) == {"Bo likes chess", "Bo plays go"}
    finally:
        clock.now = began


def test_a_place_that_fsspec_reaches(client: Client, names: tuple[str, str]) -> None:
    address = f"memory://{new_id()}/of/oxgraph"
    made = client.backup(address, workspaces=names)
    assert client.backup(address, workspaces=names).written == 0
    client.delete_workspace(names[0], hard=True)
    back = client.restore(address)
    assert (back.written, back.digests) == (1, made.digests)
    assert client.digest_workspace(names[0]).digest == made.digests[names[0]]


def test_what_is_missing_is_said(client: Client, tmp_path: Path) -> None:
    file, dump = tmp_path / "file", tmp_path / "native" / "20260101T000000.000000Z.dump"
    file.touch()
    for address, reason in (
        (tmp_path, "it has no backup.json"),
        (tmp_path / "nowhere", "nothing is there"),
        (file, "it is a file"),
        (f"memory://{new_id()}", "nothing is there"),
    ):
        with pytest.raises(errors.BackupMissing, match=f"can be restored from {address}: {reason}"):
            client.restore(address)
    with pytest.raises(errors.BackupMissing, match=r"No native dump .* it has no native/\*\.dump"):
        local.load(tmp_path)
    dump.parent.mkdir()
    dump.touch()
    with pytest.raises(errors.BackupMissing, match="add --native"):
        client.restore(tmp_path)


@contextmanager
def small_files() -> Iterator[None]:
    """No file of this process grows beyond 16 KiB, as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_full_disk(client: Client, names: tuple[str, str], tmp_path: Path) -> None:
    client.backup(tmp_path / "there", workspaces=names[1:])
    for address in (tmp_path / "there", "memory://full"):
        with small_files(), pytest.raises(errors.BackupPlaceFailed):
            client.backup(address, workspaces=names[:1])
    with small_files(), pytest.raises(errors.InvalidInput, match=r"out: .*one.zip cannot be written: "):
        client.export_workspace(names[0], tmp_path / "one.zip")
    with small_files(), pytest.raises(errors.InvalidInput, match=r"TMPDIR: .* cannot be written: "):
        client.digest_workspace(names[0])
    assert [one.name for one in tmp_path.iterdir()] == ["there"]
    assert client.restore(tmp_path / "there").workspaces == 1, "the backup before is whole"


def test_a_place_that_cannot_be_used(client: Client, names: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for address in (str(file), "unknown://there"):
        with pytest.raises(errors.BackupPlaceFailed):
            client.backup(address, workspaces=names[1:])
