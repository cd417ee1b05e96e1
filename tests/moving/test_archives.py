"""Damaged and hostile archives: one typed error each, and nothing that looks whole."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oxgraph import Client, errors
from oxgraph.file_formats.archives import LineDigest, content_digest
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from tests.moving.conftest import Exported

pytestmark = pytest.mark.deep

Change = Callable[[dict[str, bytes], dict[str, Any]], None]


def changed(source: Path, target: Path, change: Change, *, relist: bool = True) -> Path:
    """A copy of an archive with other contents; with `relist` its manifest fits them."""
    with zipfile.ZipFile(source) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    change(files, manifest)
    if relist:
        manifest["files"] = []
        for name, text in sorted(files.items()):
            digest = LineDigest()
            for line in text.splitlines():
                digest.add(line)
            manifest["files"].append({"name": name, "lines": digest.lines, "bytes": digest.bytes, "digest": digest.hex})
        manifest["digest"] = content_digest({file["name"]: file["digest"] for file in manifest["files"]})
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
        made.writestr("manifest.json", json.dumps(manifest))
    return target


def append(name: str, row: object) -> Change:
    def change(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
        files[name] = files.get(name, b"") + (row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n"

    return change


def bomb(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
    """A line that is small in the archive and large in memory; made only for its test."""
    append("nodes/memory.jsonl", b'"' + b"a" * 300_000_000 + b'"')(files, manifest)


def memory_row(**properties: object) -> dict[str, Any]:
    return {"id": new_id(), "properties": properties}


def gone_or_marked(client: Client, name: str) -> None:
    with pytest.raises((errors.WorkspaceNotFound, errors.WorkspaceImporting)):
        client.workspace(name)


def test_a_file_that_is_no_archive(client: Client, exported: Exported, name: str, tmp_path: Path) -> None:
    whole = exported.file.read_bytes()
    for damaged in (b"", b"\x00" * 1_000, whole[: len(whole) // 2], whole[:-30], b"{}"):
        file = tmp_path / "damaged.zip"
        file.write_bytes(damaged)
        with pytest.raises(errors.ArchiveInvalid):
            client.import_workspace(file, name)
    with pytest.raises(errors.ArchiveInvalid):
        client.import_workspace(tmp_path / "none.zip", name)
    with pytest.raises(errors.ArchiveInvalid):
        client.import_workspace(tmp_path, name)
    with pytest.raises(errors.WorkspaceNotFound):
        client.workspace(name)


def test_a_flipped_byte_is_found_before_anything_is_written(
    client: Client, exported: Exported, name: str, tmp_path: Path
) -> None:
    whole = bytearray(exported.file.read_bytes())
    file = tmp_path / "flipped.zip"
    for place in range(100, len(whole) - 100, len(whole) // 12):
        flipped = bytearray(whole)
        flipped[place] ^= 0x10
        file.write_bytes(flipped)
        with pytest.raises((errors.ArchiveInvalid, errors.ArchiveVersion)):
            client.import_workspace(file, name)
    with pytest.raises(errors.WorkspaceNotFound):
        client.workspace(name)


def without_workspace(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
    del files["nodes/workspace.jsonl"]


REFUSED_AT_ONCE: dict[str, tuple[Change, bool]] = {
    "path traversal": (append("../../evil.jsonl", {}), True),
    "absolute path": (append("/etc/evil", {}), True),
    "a kind that no archive holds": (append("nodes/token.jsonl", memory_row(token_hash="x")), True),
    "an unknown kind": (append("nodes/spaceship.jsonl", memory_row()), True),
    "a file that is not listed": (append("nodes/memory.jsonl", memory_row()), False),
    "no workspace": (without_workspace, True),
    "two workspaces": (append("nodes/workspace.jsonl", memory_row()), True),
    "another product": (lambda files, manifest: manifest.update(product="other"), True),
    "a key too much": (lambda files, manifest: manifest.update(surprise=1), True),
    "a bomb": (bomb, True),
}


@pytest.mark.parametrize("case", REFUSED_AT_ONCE)
def test_what_is_refused_before_anything_is_written(
    client: Client, exported: Exported, name: str, tmp_path: Path, case: str
) -> None:
    change, relist = REFUSED_AT_ONCE[case]
    file = changed(exported.file, tmp_path / "hostile.zip", change, relist=relist)
    with pytest.raises(errors.ArchiveInvalid):
        client.import_workspace(file, name)
    with pytest.raises(errors.WorkspaceNotFound):
        client.workspace(name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hostile.zip"]


def test_a_later_format_is_refused(client: Client, exported: Exported, name: str, tmp_path: Path) -> None:
    file = changed(exported.file, tmp_path / "later.zip", lambda files, manifest: manifest.update(format=2))
    with pytest.raises(errors.ArchiveVersion, match="format 2"):
        client.import_workspace(file, name)


def twice(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
    first, _, rest = files["nodes/memory.jsonl"].partition(b"\n")
    files["nodes/memory.jsonl"] = first + b"\n" + first + b"\n" + rest


REFUSED: dict[str, Change] = {
    "a node that stands twice": twice,
    "no JSON": append("nodes/memory.jsonl", b"{"),
    "not a number of JSON": append("nodes/evaluation.jsonl", b'{"id": "a", "properties": {"x": NaN}}'),
    "too large a number": append("nodes/lock_.jsonl".replace("lock_", "evaluation"), memory_row(x=2**70)),
    "another workspace": append("nodes/memory.jsonl", memory_row(workspace_id="other")),
    "a node that is not complete": append(
        "nodes/memory.jsonl", memory_row(content="x", created_at="2026-01-01T00:00:00Z")
    ),
    "a token as an entity": append(
        "nodes/entity.jsonl",
        memory_row(token_hash="f" * 64, name="x", node_id="x", created_at="2026-01-01T00:00:00Z")
        | {"labels": ["token"]},
    ),
    "a label too much": append("nodes/session.jsonl", memory_row() | {"labels": ["action"]}),
    "a relationship without an end": append(
        "relationships/next.jsonl", {"type": "_mem:next", "from": new_id(), "to": new_id()}
    ),
    "an unknown type of relationships": append(
        "relationships/next.jsonl", {"type": "_mem:owns", "from": new_id(), "to": new_id()}
    ),
    "an unknown type of values": append("nodes/evaluation.jsonl", memory_row(x={"$code": "1"})),
    "a mark of the server's": lambda files, manifest: files.update(
        {
            "nodes/workspace.jsonl": files["nodes/workspace.jsonl"].replace(
                b'"properties":{', b'"properties":{"importing":"x",'
            )
        }
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_leaves_nothing_that_looks_whole(
    client: Client, exported: Exported, name: str, tmp_path: Path, case: str
) -> None:
    file = changed(exported.file, tmp_path / "hostile.zip", REFUSED[case])
    with pytest.raises(errors.ArchiveInvalid):
        client.import_workspace(file, name)
    gone_or_marked(client, name)
    client.delete_workspace(name, hard=True)
    assert all(token.name != "x" for token in client.tokens.list())


@pytest.mark.parametrize(
    "text",
    [
        "SET w.importing = null, w.deleted_at = null",
        "REMOVE w.deleted_at",
        "SET w.import_position = 1000000",
        "SET w.archive_digest = w.importing",
    ],
)
def test_the_mark_of_an_import_cannot_be_taken_off_by_hand(
    client: Client, database: Graph, exported: Exported, name: str, text: str
) -> None:
    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        client.import_workspace(exported.file, name, progress=stop)
    with pytest.raises(Exception, match="is being imported"):
        database.driver.execute_query(
            f"MATCH (w:_mem:workspace {{name: $name}}) {text}", name=name, database_=database.database
        )
    client.delete_workspace(name, hard=True)
