# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Export and import of a workspace, and its digest."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any

from oxgraph import __version__
from oxgraph.client.archive_spool import ArchiveSpool, spool_folder, temporary_folder
from oxgraph.client.concurrency import Progress, no_progress, run_in_thread
from oxgraph.cypher import statement
from oxgraph.errors import ArchiveInvalid, ExportUnsettled, InputError, InvalidInput, ServerError
from oxgraph.file_formats.archives import (
    ArchiveReader,
    Manifest,
    content_digest,
    label,
    write_lines,
    write_manifest,
    writing,
)
from oxgraph.graph import Graph, Row
from oxgraph.ids import SYSTEM_WORKSPACE, origin
from oxgraph.types.archive import ExportReport, ImportReport, WorkspaceDigest

READ_ROWS = 1_000
"""Nodes of one page, with their relationships."""

SETTLED = 100
"""Changes of one page below which the rest is read while the workspace's writers wait."""

ROUNDS = 500
"""Maximum number of pages before the rest is read so, however fast others write."""

END_ROWS = 20_000
"""Changes that are read at most while the writers wait."""

ATTEMPTS = 6
STILL_SECONDS = 5
PAUSE_SECONDS = 1.0

REFUSED_ROWS = (
    "Neo.ClientError.Schema.",
    "Neo.ClientError.Statement.",
    "Neo.ClientError.Procedure.ProcedureCallFailed",
)
"""Codes of Neo4j for rows that it does not take, such as an id that stands twice."""

WRITE_NODES = 1_000
WRITE_RELATIONSHIPS = 5_000


def export_workspace(
    graph: Graph,
    workspace_id: str,
    name: str,
    *,
    out: Path,
    vectors: bool,
    now: datetime,
    progress: Progress,
) -> ExportReport:
    """Writes a workspace into an archive; see `AsyncClient.export_workspace`. Raises OSError where `out` cannot be
    written.
    """
    settings = (graph.read(statement("workspace/settings"), workspace_id=workspace_id))[0]["settings"]
    schema = max(row["version"] for row in graph.read(statement("system/applied_migrations")))
    with (
        spool_folder(out.absolute().parent, f".oxgraph-export-{out.name}-") as folder,
        ArchiveSpool(Path(folder) / "lines") as spool,
    ):
        with graph.exclusive(workspace_id, "passes"):
            position = _collect(graph, workspace_id, name, spool, progress)
        manifest = Manifest(
            workspace=name,
            origin=origin(workspace_id),
            product_version=__version__,
            schema=schema,
            exported_at=now.isoformat().replace("+00:00", "Z"),
            position=position,
            embedding_model=settings.get("embedding_model"),
            has_vectors=vectors,
            digest="",
        )
        run_in_thread(lambda found: _write(found, spool, manifest), out)
    return ExportReport(
        workspace=name,
        position=position,
        counts=manifest.counts,
        nodes=manifest.count("nodes"),
        relationships=manifest.count("relationships"),
        digests=manifest.digests,
        digest=manifest.digest,
        file=out,
        embedding_model=manifest.embedding_model,
        vectors=manifest.count("vectors") if vectors else 0,
        bytes=out.stat().st_size,
        exported_at=now,
    )


def _write(out: Path, spool: ArchiveSpool, manifest: Manifest) -> None:
    with writing(out) as archive:
        for file in sorted(spool.files):
            lines = spool.lines(file)
            if file.startswith("vectors/") and not manifest.has_vectors:
                lines = _without_vectors(lines)
            first = next(lines, None)
            if first is not None:
                manifest.files.append(write_lines(archive, file, chain([first], lines)))
        manifest.digest = content_digest({file.name: file.digest for file in manifest.files})
        write_manifest(archive, manifest)


def _without_vectors(lines: Iterator[str]) -> Iterator[str]:
    """What says that a node waits for a vector, in place of its own."""
    for line in lines:
        yield line[: line.index(',"properties":')] + ',"properties":{"unembedded":true}}'


def digest_workspace(graph: Graph, workspace_id: str, name: str, progress: Progress) -> WorkspaceDigest:
    """Reads a workspace as an export does; see `AsyncClient.digest_workspace`."""
    with (
        temporary_folder("oxgraph-digest-") as folder,
        ArchiveSpool(Path(folder) / "lines") as spool,
    ):
        position = _collect(graph, workspace_id, name, spool, progress)
        found = run_in_thread(lambda one: one.digests(), spool)
    named = {file: digest for file, digest in found.items() if not file.startswith("vectors/")}
    return WorkspaceDigest(
        workspace=name,
        position=position,
        counts={label(file): digest.lines for file, digest in named.items()},
        nodes=sum(digest.lines for file, digest in named.items() if file.startswith("nodes/")),
        relationships=sum(digest.lines for file, digest in named.items() if file.startswith("relationships/")),
        digests={label(file): digest.hex for file, digest in named.items()},
        digest=content_digest({file: digest.hex for file, digest in named.items()}),
    )


def _collect(graph: Graph, workspace_id: str, name: str, spool: ArchiveSpool, progress: Progress) -> int:
    """Fills the spool with the workspace as of one position of the change feed, which is returned.

    All nodes are read in the order of their ids, each with its relationships; then what changed meanwhile, again and
    again until little is left; that while the workspace's writers wait.
    """
    since = int((graph.read(statement("mirror/position")))[0]["position"])
    done = 0
    for rows in read_nodes(graph, workspace_id):
        run_in_thread(spool.add_behind, rows)
        done += len(rows)
        progress(done, 0)
    run_in_thread(lambda one: one.settle(), spool)
    since = catch_up(graph, workspace_id, since, spool)
    for attempt in range(ATTEMPTS):
        if attempt:
            time.sleep(PAUSE_SECONDS)
            since = catch_up(graph, workspace_id, since, spool)
        page = graph.write(statement("archive/end"), workspace_id=workspace_id, since=since, limit=END_ROWS)
        if page:
            since = _apply(page[0], spool)
            if page[0]["complete"]:
                run_in_thread(lambda one: one.end(), spool)
                return since
    raise ExportUnsettled(workspace=name, seconds=STILL_SECONDS)


def read_nodes(graph: Graph, workspace_id: str) -> Iterator[list[Row]]:
    """The nodes of a workspace with their relationships, in pages, in the order of their ids."""
    after = ""
    while rows := graph.read(statement("archive/nodes"), workspace_id=workspace_id, after=after, limit=READ_ROWS):
        yield rows
        after = rows[-1]["id"]


def catch_up(graph: Graph, workspace_id: str, since: int, spool: ArchiveSpool) -> int:
    """Reads what changed, page by page, until a page is small; the position reached."""
    for _ in range(ROUNDS):
        (page,) = graph.read(statement("archive/changes"), workspace_id=workspace_id, since=since, limit=READ_ROWS)
        since = _apply(page, spool)
        if page["complete"] and len(page["rows"]) < SETTLED:
            break
    return since


def _apply(page: Row, spool: ArchiveSpool) -> int:
    run_in_thread(spool.replace, page["rows"])
    return int(page["position"])


def named_in(file: Path) -> str:
    """The name of the workspace that an archive has. Raises ArchiveInvalid, ArchiveVersion."""
    with ArchiveReader(file) as archive:
        return archive.manifest.workspace


def import_workspace(graph: Graph, file: Path, name: str | None, now: datetime, progress: Progress) -> ImportReport:
    """Imports an archive; see `AsyncClient.import_workspace`."""
    with run_in_thread(ArchiveReader, file) as archive:
        run_in_thread(lambda found: found.verify(), archive)
        manifest = archive.manifest
        chosen = name or manifest.workspace
        given = {"name": chosen, "origin": manifest.origin, "digest": manifest.digest, "now": now}
        with graph.exclusive(SYSTEM_WORKSPACE, "workspaces"):
            (begun,) = graph.write(statement("archive/begin"), **given)
        work = _Import(graph, archive, given, begun["workspace_id"], begun["position"])
        if not begun["complete"]:
            work.finish(progress)
        return ImportReport(
            workspace=chosen,
            workspace_id=work.workspace_id,
            file=file,
            written=work.written,
            already_imported=begun["complete"],
            counts=manifest.counts,
            nodes=manifest.count("nodes"),
            relationships=manifest.count("relationships"),
            vectors=manifest.count("vectors") if manifest.has_vectors else 0,
            digests=manifest.digests,
            digest=manifest.digest,
        )


@dataclass
class _Import:
    """One import: how many rows stand in the graph, of this call (`written`) and of earlier ones (`position`)."""

    graph: Graph
    archive: ArchiveReader
    begin: dict[str, Any]
    workspace_id: str
    position: int
    written: int = 0

    def finish(self, progress: Progress) -> None:
        """Writes what is not written yet, compares what was written with the archive, and serves the workspace."""
        try:
            self._write_all(progress)
            self._compare()
            self.graph.write(statement("archive/complete"), workspace_id=self.workspace_id, now=self.begin["now"])
        except (ArchiveInvalid, InvalidInput):
            # Another call may have completed the same import meanwhile.
            (now,) = self.graph.write(statement("archive/begin"), **self.begin)
            if not now["complete"]:
                raise

    def _write_all(self, progress: Progress) -> None:
        start = 0
        total = self.archive.manifest.count("nodes") + self.archive.manifest.count("relationships")
        for kind, rows in self.archive.parts():
            batches = _ahead(rows, WRITE_RELATIONSHIPS if kind is None else WRITE_NODES)
            while batch := run_in_thread(lambda found: next(found, None), batches):
                left = batch[max(self.position - start, 0) :]
                if left:
                    self._write(kind, left)
                    self.written += len(left)
                    # The driver's result holds its parameters in a reference cycle, which Python frees late.
                    left.clear()
                start += len(batch)
                progress(start, total)

    def _write(self, kind: str | None, rows: list[dict[str, Any]]) -> None:
        """Writes rows behind the position; another call that imports the same may have written them."""
        given = {"workspace_id": self.workspace_id, "position": self.position, "kind": kind, "rows": rows}
        try:
            (found,) = self.graph.write(statement("archive/rows"), **given)
        except (InputError, OverflowError, ValueError, TypeError) as error:
            raise self.archive.invalid(" ".join(str(error).split())) from error
        except ServerError as error:
            if str(error.values.get("neo4j_code")).startswith(REFUSED_ROWS):
                raise self.archive.invalid(error.values.get("reason")) from error
            raise
        self.position = found["position"]

    def _compare(self) -> None:
        """Reads what was imported. Raises ArchiveInvalid where it is not what the archive has."""
        manifest = self.archive.manifest
        found = digest_workspace(self.graph, self.workspace_id, manifest.workspace, no_progress)
        if found.digest != manifest.digest:
            odd = [one for one, digest in manifest.digests.items() if found.digests.get(one) != digest]
            raise self.archive.invalid(f"what was imported differs from it in {', '.join(sorted(odd)) or 'its kinds'}")


def _ahead(rows: Iterator[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    """Rows in batches; while one is written the next is read on another thread."""
    with ThreadPoolExecutor(1, "oxgraph-import") as reading:
        batch = list(islice(rows, size))
        while batch:
            following = reading.submit(lambda: list(islice(rows, size)))
            yield batch
            batch = following.result()
