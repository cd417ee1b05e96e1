"""Moves of workspaces between servers: copied while agents work, fenced for a moment, switched, compared, deleted.

The directory decides: a step is taken by changing the entry of the workspace from the state in which this process left
it, so of two processes that move the same workspace one succeeds. The source refuses writes by a mark in its own graph
before its last changes are read, and only then the directory can switch; so no two servers take writes at any time.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from oxgraph.client._async.archive import catch_up, read_nodes
from oxgraph.client._async.directory import COPYING, ENDED, FENCED, NO_STEP, SWITCHED
from oxgraph.client._async.servers import AsyncServers
from oxgraph.client._async.workspaces import find_served, purge
from oxgraph.client.archive_spool import ArchiveSpool, temporary_folder
from oxgraph.client.concurrency import run_in_thread_async
from oxgraph.cypher import statement
from oxgraph.errors import ExportUnsettled, MoveLost, MoveUnlike, OxgraphError, WorkspaceImporting, WorkspaceNotFound
from oxgraph.file_formats.archives import content_digest, label
from oxgraph.graph import AsyncGraph, Row
from oxgraph.ids import new_id, origin
from oxgraph.types.servers import MoveReport, Placement

Step = Callable[[str, int], None]
"""Called with what is being done and a count."""

WRITE_NODES = 1_000
WRITE_OWNERS = 1_000
PENDING = 200
"""Nodes that may still differ when the copy begins to follow the changes one by one, without comparing all of it."""

LAST = 10
"""Changes at which the copy is near enough to fence the workspace."""

END_ROWS = 5_000
ROUNDS = 50
ATTEMPTS = 6
PAUSE_SECONDS = 0.5
STILL_SECONDS = 5
GRACE_SECONDS = 5.0
"""How long after the switch the source is kept, for calls that had begun to read there."""


@dataclass
class _Fenced:
    """What was done while the calls of the workspace waited."""

    began: float = field(default_factory=time.monotonic)
    changes: int = 0
    tokens: int = 0
    slots: int = 0
    ms: float = 0.0
    closed_ms: float = 0.0


class AsyncMove:
    """The move of one workspace, by one process. Call `run`; it continues or undoes what an earlier one has begun."""

    def __init__(
        self,
        servers: AsyncServers,
        target: str,
        *,
        now: Callable[[], datetime],
        step: Step,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        self._servers = servers
        self._directory = servers.directory
        self._target = target
        self._now = now
        self._step = step
        self._grace = grace_seconds

    async def run(self, workspace_id: str) -> MoveReport:
        """Moves it. Raises MoveLost, MoveUnlike, ServerUnreachable, ExportUnsettled and others."""
        self._servers.server(self._target)  # Raises for one that is not known.
        async with self._directory.moving(workspace_id):
            entry = await self._entry(workspace_id)
            if entry.step == SWITCHED:
                await self.finish(entry)
                entry = await self._entry(workspace_id)
            if entry.server == self._target:
                if entry.step:
                    await self.undo(entry)
                return self._report(entry, entry.server, moved=False)
            if entry.step and entry.target != self._target:
                await self.undo(entry)
                entry = await self._entry(workspace_id)
            return await self._move(entry)

    async def _entry(self, workspace_id: str) -> Placement:
        found = await self._directory.entry(workspace_id)
        if found is None:
            raise WorkspaceNotFound(workspace=workspace_id)
        return found

    async def undo(self, entry: Placement) -> None:
        """Ends a move that has not switched: the workspace stays where it is, and its copy goes."""
        if entry.step == FENCED:
            entry = await self._servers.unfence(entry) or entry
        ended = await self._directory.change(entry, (COPYING,), ENDED)
        if ended is None:
            raise MoveLost(workspace=entry.workspace)
        with suppress(OxgraphError):  # What is left there is not served, and the next move there takes it over.
            await purge(self._servers.server(str(entry.target)), entry.workspace_id, self._now(), lambda removed: None)

    async def finish(self, entry: Placement) -> None:
        """Ends a move that has switched: serves the workspace at its new place, and deletes it at the old one."""
        await self._servers.serve(entry)
        source = self._servers.server(str(entry.target))
        await asyncio.sleep(self._grace)
        self._step("deleting", 0)
        given = {"workspace_id": entry.workspace_id, "fence": entry.fence, "now": self._now()}
        (found,) = await source.write(statement("move/discard"), **given)
        if found["count"]:
            await purge(source, entry.workspace_id, self._now(), lambda removed: self._step("deleting", removed))
        await self._directory.change(entry, (SWITCHED,), ENDED)

    async def _move(self, entry: Placement) -> MoveReport:
        if entry.step == FENCED:
            entry = await self._servers.unfence(entry) or entry
        await find_served(self._servers.server(entry.server), entry.workspace)
        begun = {"step": COPYING, "target": self._target, "attempt": new_id(), "fence": None, "step_at": self._now()}
        entry = self._own(entry, await self._directory.change(entry, (NO_STEP, COPYING), begun))
        with (
            temporary_folder("oxgraph-move-") as folder,
            ArchiveSpool(Path(folder) / "source") as original,
            ArchiveSpool(Path(folder) / "target") as copy,
        ):
            copying = _Copying(self._servers, entry, original, copy, self._now, self._step)
            switched, fenced = await copying.run()
            report = await self._compared(switched, copying, fenced)
        await self.finish(switched)
        return report

    def _own(self, entry: Placement, changed: Placement | None) -> Placement:
        if changed is None:
            raise MoveLost(workspace=entry.workspace)
        return changed

    async def _compared(self, entry: Placement, copying: "_Copying", fenced: _Fenced) -> MoveReport:
        """The digests of both sides at the moment of the switch. Raises MoveUnlike; then the source stays."""
        here, there = [
            {file: digest for file, digest in found.items() if not file.startswith("vectors/")}
            for found in (
                await run_in_thread_async(lambda spool: spool.digests(), copying.original),
                await run_in_thread_async(lambda spool: spool.digests(), copying.copy),
            )
        ]
        odd = [label(file) for file in sorted({*here, *there}) if here.get(file) != there.get(file)]
        if odd:
            raise MoveUnlike(workspace=entry.workspace, server=entry.server, kinds=", ".join(odd))
        return self._report(
            entry,
            str(entry.target),
            moved=True,
            nodes=sum(one.lines for file, one in here.items() if file.startswith("nodes/")),
            relationships=sum(one.lines for file, one in here.items() if file.startswith("relationships/")),
            tokens=fenced.tokens,
            slots=fenced.slots,
            changes=fenced.changes,
            fence_ms=round(fenced.ms, 1),
            closed_ms=round(fenced.closed_ms, 1),
            digest=content_digest({file: digest.hex for file, digest in here.items()}),
        )

    def _report(self, entry: Placement, source: str, *, moved: bool, **more: Any) -> MoveReport:
        return MoveReport(
            workspace=entry.workspace,
            workspace_id=entry.workspace_id,
            source=source,
            target=self._target,
            epoch=entry.epoch,
            moved=moved,
            **more,
        )


@dataclass
class _Copying:
    """One attempt to copy: `original` has the lines that were read of the source, `copy` those of the target."""

    servers: AsyncServers
    entry: Placement
    original: ArchiveSpool
    copy: ArchiveSpool
    now: Callable[[], datetime]
    step: Step
    beside: dict[str, list[Row]] = field(default_factory=dict)
    """The tokens and the slots that this attempt has written last."""

    @property
    def source(self) -> AsyncGraph:
        return self.servers.server(self.entry.server)

    @property
    def target(self) -> AsyncGraph:
        return self.servers.server(str(self.entry.target))

    @property
    def workspace_id(self) -> str:
        return self.entry.workspace_id

    async def run(self) -> tuple[Placement, _Fenced]:
        """Copies, and switches; the entry afterwards."""
        await self._begin()
        async with self.source.exclusive(self.workspace_id, "passes"):
            since = int((await self.source.read(statement("mirror/position")))[0]["position"])
            await self._read(self.source, self.original, "reading")
            await self._read(self.target, self.copy, "reading the copy")
            pending: set[str] = set()
            for _ in range(ROUNDS):
                since = await catch_up(self.source, self.workspace_id, since, self.original)
                pending = await self._reconcile()
                if len(pending) <= PENDING:
                    break
            since, pending = await self._follow(since, pending)
            return await self._switch(since, pending)

    async def _follow(self, since: int, pending: set[str]) -> tuple[int, set[str]]:
        """Copies what changed, in rounds that become shorter, until one finds little or no less than the one before.

        Returns the position and what still differs. What they do at first, plans of statements too, is done then.
        """
        before = END_ROWS
        for _ in range(ROUNDS):
            given = {"workspace_id": self.workspace_id, "since": since, "limit": END_ROWS}
            (page,) = await self.source.read(statement("archive/changes"), **given)
            since = int(page["position"])
            await run_in_thread_async(self.original.replace, page["rows"])
            pending = await self._bring(pending | _ids(page["rows"]))
            await self._copy_beside()
            found = len(page["rows"])
            if page["complete"] and (found <= LAST or found >= before):
                break
            before = found
        return since, pending

    async def _begin(self) -> None:
        given = {"name": self.entry.workspace, "origin": origin(self.workspace_id), "attempt": self.entry.attempt}
        try:
            (begun,) = await self.target.write(statement("move/begin"), now=self.now(), **given)
        except WorkspaceImporting:
            # What an undone move, or one away from there, has left half deleted goes first.
            if not await self._is_being_deleted():
                raise
            await purge(self.target, self.workspace_id, self.now(), lambda removed: None)
            (begun,) = await self.target.write(statement("move/begin"), now=self.now(), **given)
        if begun["workspace_id"] != self.workspace_id:
            raise MoveUnlike(workspace=self.entry.workspace, server=self.entry.target, kinds="id")

    async def _is_being_deleted(self) -> bool:
        rows = await self.target.read(statement("workspace/list"))
        return any(row["workspace_id"] == self.workspace_id and row["purging"] for row in rows)

    async def _read(self, graph: AsyncGraph, spool: ArchiveSpool, what: str) -> None:
        done = 0
        async for rows in read_nodes(graph, self.workspace_id):
            await run_in_thread_async(spool.add_behind, rows)
            done += len(rows)
            self.step(what, done)
        await run_in_thread_async(lambda one: one.settle(), spool)

    async def _reconcile(self) -> set[str]:
        """Writes what differs into the target and reads it back; the ids of what still differs."""
        await run_in_thread_async(lambda spool: spool.end(), self.original)
        if not await run_in_thread_async(self.original.compare, self.copy):
            return set()
        done = 0
        gone = self.original.odd_gone()
        changed: list[str] = []
        nodes = self.original.odd_nodes()
        while found := await run_in_thread_async(_taken, (nodes, WRITE_NODES)):
            await self._write("nodes", [_node(*one) for one in found])
            changed += [one[1] for one in found]
            done += len(found)
            self.step("writing", done)
        owners = self.original.odd_owners()
        while owned := await run_in_thread_async(_taken, (owners, WRITE_OWNERS)):
            await self._write("relationships", [self._joined(owner) for owner in owned])
            changed += owned
            self.step("writing", done)
        if gone:
            await self._write("gone", [{"id": id_} for id_ in gone])
        await self._read_back([*changed, *gone])
        await run_in_thread_async(self.original.compare, self.copy)
        return set(self.original.odd())

    async def _write(self, part: str, rows: list[dict[str, Any]]) -> None:
        given = {"workspace_id": self.workspace_id, "attempt": self.entry.attempt, "part": part, "rows": rows}
        await self.target.write(statement("move/rows"), **given)

    def _joined(self, owner: str) -> dict[str, Any]:
        """The relationships of a node, as they are compared and as they are made."""
        found = [(file, line) for file, line in self.original.lines_of(owner) if file.startswith("relationships/")]
        return {
            "id": owner,
            "lines": [f"{file[len('relationships/') : -len('.jsonl')]}\t{line}" for file, line in found],
            "relationships": [json.loads(line) for _, line in found],
        }

    async def _read_back(self, ids: Iterable[str]) -> None:
        left = iter(dict.fromkeys(ids))
        while chunk := list(islice(left, WRITE_NODES)):
            rows = await self.target.read(statement("move/lines"), workspace_id=self.workspace_id, ids=chunk)
            there = {row["id"] for row in rows}
            absent = [{"id": id_, "kind": None} for id_ in chunk if id_ not in there]
            await run_in_thread_async(self.copy.replace, [*rows, *absent])

    # The switch

    async def _switch(self, since: int, pending: set[str]) -> tuple[Placement, _Fenced]:
        """Fences, copies the rest, switches. A fence that others took off, since it took too long, is tried again."""
        await self._rehearse()
        for attempt in range(ATTEMPTS):
            if attempt:
                await asyncio.sleep(PAUSE_SECONDS)
                since, pending = await self._follow(since, pending)
            self.step("fencing", attempt + 1)
            fenced = _Fenced()
            mark = {"step": FENCED, "fence": new_id(), "step_at": self.now()}
            entry = await self.servers.directory.change(self.entry, (COPYING,), mark)
            if entry is None:
                raise MoveLost(workspace=self.entry.workspace)
            try:
                rows, since, complete = await self._last(entry, since)
                self.step("fenced", len(rows))
                fenced.changes = len(rows)
                pending = await self._bring(pending | _ids(rows))
                if complete and not pending:
                    switched = await self._decide(entry, fenced)
                    if switched is not None:
                        return switched, fenced
            except OxgraphError:
                with suppress(OxgraphError):
                    await self.servers.unfence(entry)
                raise
            await self.servers.unfence(entry)
        raise ExportUnsettled(workspace=self.entry.workspace, seconds=STILL_SECONDS)

    async def _rehearse(self) -> None:
        """Lets both servers plan what calls would wait for: the same statements, refused since nobody has this id."""
        nobody = new_id()
        for graph, name, given in (
            (self.source, "move/fence", {"fence": nobody, "since": 0, "limit": 1}),
            (self.source, "move/close", {"fence": nobody}),
            (self.target, "move/end", {"attempt": nobody, "now": self.now()}),
        ):
            with suppress(OxgraphError):
                await graph.write(statement(name), workspace_id=nobody, **given)

    async def _last(self, entry: Placement, since: int) -> tuple[list[Row], int, bool]:
        """The last changes; from then on the source takes no calls of the workspace, if they are complete."""
        given = {"workspace_id": self.workspace_id, "fence": entry.fence, "since": since, "limit": END_ROWS}
        page = await self.source.write(statement("move/fence"), **given)
        if not page:
            return [], since, False
        rows = page[0]["rows"]
        await run_in_thread_async(self.original.replace, rows)
        return rows, int(page[0]["position"]), bool(page[0]["complete"])

    async def _bring(self, ids: set[str]) -> set[str]:
        """Brings these nodes of the copy to the state of the original, and reads them back; those that still differ."""
        if any(file == "relationships/other.jsonl" for file in self.original.files):
            await run_in_thread_async(lambda spool: spool.end(), self.original)
        wanted = {id_: self.original.lines_of(id_) for id_ in sorted(ids)}
        there = {id_: self.copy.lines_of(id_) for id_ in wanted}
        odd = {id_: lines for id_, lines in wanted.items() if there[id_] != lines}
        parts = {
            "nodes": [_node_of(id_, lines) for id_, lines in odd.items() if _own(lines) != _own(there[id_])],
            "relationships": [
                self._joined(id_) for id_, lines in odd.items() if lines and _joins(lines) != _joins(there[id_])
            ],
            "gone": [{"id": id_} for id_, lines in odd.items() if not lines],
        }
        for part, rows in parts.items():
            if rows:
                await self._write(part, rows)
        if odd:
            await self._read_back(odd)
        return {id_ for id_, lines in odd.items() if self.copy.lines_of(id_) != lines}

    async def _copy_beside(self) -> dict[str, list[Row]]:
        """Copies tokens and slots, where they are not what was copied last; all of them."""
        beside: dict[str, list[Row]] = {"token": [], "slot": []}
        for row in await self.source.read(statement("move/beside"), workspace_id=self.workspace_id):
            beside[row["kind"]].append(row["properties"])
        for part, rows in beside.items():
            rows.sort(key=lambda row: str(row["id"]))
            if rows != self.beside.get(part):
                await self._write(part, rows)
                self.beside[part] = rows
        return beside

    async def _decide(self, entry: Placement, fenced: _Fenced) -> Placement | None:
        """Copies tokens and slots, and switches; None where the fence was taken off meanwhile.

        Until here the source answers reads.
        """
        beside = await self._copy_beside()
        fenced.tokens, fenced.slots = len(beside["token"]), len(beside["slot"])
        self.step("closing", 0)
        closing = time.monotonic()
        (closed,) = await self.source.write(
            statement("move/close"), workspace_id=self.workspace_id, fence=str(entry.fence)
        )
        if not closed["count"]:
            return None
        changes = {
            "step": SWITCHED,
            "server": entry.target,
            "target": entry.server,
            "epoch": entry.epoch + 1,
            "step_at": self.now(),
            "moved_at": self.now(),
        }
        switched = await self.servers.directory.change(entry, (FENCED,), changes, fence=entry.fence)
        if switched is not None:
            with suppress(OxgraphError):  # The first call there does the same; it has been decided.
                await self.servers.serve(switched)
            fenced.ms, fenced.closed_ms = [(time.monotonic() - since) * 1_000 for since in (fenced.began, closing)]
            self.step("switched", 0)
        return switched


def _node(kind: str, id_: str, line: str, vectors: str | None) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(line)
    return row | {"kind": kind, "vectors": json.loads(vectors)["properties"] if vectors else {}}


def _node_of(id_: str, lines: list[tuple[str, str]]) -> dict[str, Any]:
    file, line = next(one for one in lines if one[0].startswith("nodes/"))
    vectors = next((text for name, text in lines if name.startswith("vectors/")), None)
    return _node(file[len("nodes/") : -len(".jsonl")], id_, line, vectors)


def _own(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The lines of a node itself."""
    return [one for one in lines if not one[0].startswith("relationships/")]


def _joins(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The lines of its relationships."""
    return [one for one in lines if one[0].startswith("relationships/")]


def _ids(rows: list[Row]) -> set[str]:
    """The nodes that changed, and those that are gone."""
    return {id_ for row in rows for id_ in (row["id"], row.get("gone")) if id_}


def _taken(given: tuple[Iterator[Any], int]) -> list[Any]:
    rows, size = given
    return list(islice(rows, size))
