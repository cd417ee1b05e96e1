"""mirror …: rows of the graph in Postgres."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import click

from oxgraph.cli.connection import operator
from oxgraph.cli.mirrored import all_servers, mirror_of, mirror_with, mirrors
from oxgraph.cli.options import connecting, json_option, list_options
from oxgraph.cli.output import done, log_to_stderr, print_fields, print_json, print_table, say, show
from oxgraph.cli.progress import Bar, stopped_by_signals
from oxgraph.cli.sections import Group
from oxgraph.client.server_logins import MAIN
from oxgraph.errors import (
    AuthenticationFailed,
    ConnectionFailed,
    MirrorOfAnotherGraph,
    NotFound,
    OxgraphError,
    PluginMissing,
)
from oxgraph.wording import count

if TYPE_CHECKING:
    from pydantic import BaseModel

    from oxgraph.client._sync.servers import Servers
    from oxgraph.graph import Graph
    from oxgraph.mirror import Mirror

Found = TypeVar("Found", bound="BaseModel")
DRIFT = 1
AWAY = 5
OF_ONE_GRAPH = (MirrorOfAnotherGraph, PluginMissing, AuthenticationFailed, ConnectionFailed)
"""Errors of one server's graph, beside which the others can be copied."""
RETRY_SECONDS = 60.0

log = logging.getLogger(__name__)
dsn_option = click.option(
    "--dsn",
    envvar="OXGRAPH_MIRROR_DSN",
    show_envvar=True,
    metavar="DSN",
    help="Postgres, such as postgresql://USER@HOST/NAME. Other users can see command lines: keep a password "
    "in the variable, in PGPASSWORD or in ~/.pgpass. Default: the one that `oxgraph up --mirror` started.",
)


@click.group(cls=Group)
def mirror() -> None:
    """Copy the graph to rows in Postgres, for SQL; row-level security separates the workspaces."""


on_option = click.option("--on", metavar="SERVER", help="Of several servers, only this one. Default: all of them.")


@mirror.command("init")
@click.option(
    "--partitions",
    type=click.IntRange(1, 1_024),
    help="Spread each table over so many partitions by the workspace; its rows are moved once, readers wait meanwhile.",
)
@dsn_option
@json_option
@connecting
def mirror_init(partitions: int | None, dsn: str | None, as_json: bool) -> None:
    """Create or upgrade the mirror's roles, schemas and tables; a second run changes nothing.

    Where some were dropped by hand, all are made anew; the copier fills them, and readers keep their logins.
    The login must be able to create roles and schemas. Nothing else in the database is changed; where it holds only
    the mirror, the right of all logins to make temporary tables and large objects is taken away.
    """
    with mirrors(dsn, MAIN) as (found,):
        applied = found.init(partitions)
        server = found.server
    text = f"Applied {', '.join(applied)}." if applied else "The tables are up to date already."
    if applied and applied[0].startswith("0001_"):
        text += " The tables are empty; `oxgraph mirror run` or a worker fills them."
    if partitions is not None:
        text += f" Each has {count(partitions, 'partition')} now."
    done({"server": server, "applied": applied}, text, as_json)


@mirror.command("run")
@click.option("--once", is_flag=True, help="Copy all changes, then end.")
@click.option(
    "--every", type=click.FloatRange(0.1, 86_400), default=5, show_default=True, help="Seconds between two copies."
)
@on_option
@dsn_option
@json_option
@connecting
def mirror_run(once: bool, every: float, on: str | None, dsn: str | None, as_json: bool) -> int:
    """Copy changes of all servers until Ctrl-C; waits for a server that cannot be reached.

    A server that is added is copied within half a minute, and one that is removed no more. The error of one, such as
    of a graph that was restored, is logged, and the others are copied. `oxgraph worker` does all this too. Of several
    copiers, one at a time copies. After one is stopped or killed, the next one continues at its position.
    """
    stop = threading.Event()
    if not once:
        with all_servers() as servers, stopped_by_signals(stop):
            log_to_stderr()
            say("The mirror is being kept; Ctrl-C ends it after the page at hand.")
            keep(servers, dsn, stop, every, on)
            return 0
    with mirrors(dsn, on) as found, stopped_by_signals(stop), Bar("Copying") as bar:
        copied = _Each.of(found, lambda one: one.run_once(stop, bar))
    rows, deleted = sum(one.rows for one in copied.results), sum(one.deleted for one in copied.results)
    done(copied.as_dict(), f"{count(rows, 'row')} written, {deleted:,} taken out.", as_json)
    return copied.status


@dataclass
class _Copying:
    """The copier of one server. An error that waiting does not mend ends those of all; one of this graph alone does
    not, where there are others: it is logged, and the copier tries again every minute, as an operator may mend it."""

    mirror: "Mirror"
    every: float
    all: threading.Event
    failed: list[OxgraphError]
    is_alone: bool
    stopping: threading.Event = field(default_factory=threading.Event)

    def serve(self) -> None:
        while not self.stopping.is_set():
            try:
                self.mirror.run(self.stopping, self.every)
            except OxgraphError as error:
                if self.is_alone or not isinstance(error, OF_ONE_GRAPH):
                    self.failed.append(error)
                    self.all.set()
                    return
                log.error("%s: %s; the others are copied, and it is tried again in a minute", self.mirror.source, error)
                self.stopping.wait(RETRY_SECONDS)

    def stop(self) -> None:
        self.stopping.set()


def keep(servers: "Servers", dsn: str | None, stop: threading.Event, every: float, on: str | None = None) -> None:
    """Copies each server of the directory, or the one named `on`, in a thread of its own until `stop` is set."""
    from oxgraph.passes import Workers

    failed: list[OxgraphError] = []

    def copying(name: str, _: "Graph") -> _Copying:
        is_alone = on is not None or not servers.are_several
        return _Copying(mirror_of(dsn, servers, name), every, stop, failed, is_alone)

    Workers(servers, copying, on, stop).serve()
    if failed:
        raise failed[0]


@dataclass
class _Each(Generic[Found]):
    """What a command found of each server; `status` is 0, or that of the error of one beside which others were done."""

    found: dict[str, Found] = field(default_factory=dict)
    are_several: bool = False
    status: int = 0

    @classmethod
    def of(cls, mirrors: "list[Mirror]", do: "Callable[[Mirror], Found]") -> Self:
        """Does it with each. An error of one graph among several is said, and the others are done."""
        each = cls(are_several=len(mirrors) > 1)
        for one in mirrors:
            try:
                each.found[one.source] = do(one)
            except OF_ONE_GRAPH as error:
                if not each.are_several:
                    raise
                say(f"{one.source}: {error}")
                each.status = error.exit_status
        return each

    @property
    def results(self) -> list[Found]:
        return list(self.found.values())

    def as_dict(self) -> dict[str, Any]:
        """By the servers where there are several."""
        if self.are_several:
            return {"servers": {source: one.model_dump() for source, one in self.found.items()}}
        return self.results[0].model_dump()


@mirror.command("status")
@on_option
@dsn_option
@json_option
@connecting
def mirror_status(on: str | None, dsn: str | None, as_json: bool) -> int:
    """Show how far the rows are behind the graphs, and their number; exits with 5 if a server cannot be reached."""
    with mirrors(dsn, on) as found:
        each = _Each.of(found, lambda one: one.status())
    statuses = each.results
    if as_json:
        print_json(each.as_dict())
    else:
        for status in statuses:
            facts = status.model_dump()
            del facts["tables"], facts["away"]
            if not each.are_several:
                del facts["source"]
            facts["unavailable"] = "; ".join(status.unavailable)
            print_fields({name: value for name, value in facts.items() if value not in (None, "")})
            click.echo()
        if tables := next((status.tables for status in statuses if status.tables), ()):
            print_table(tables, ("table", "rows"), empty="")
    return AWAY if any(status.unavailable for status in statuses) else each.status


@mirror.command("check")
@on_option
@dsn_option
@json_option
@connecting
def mirror_check(on: str | None, dsn: str | None, as_json: bool) -> int:
    """Compare every row with its graph; names the rows that differ and exits with 1.

    Copies all changes first; agents can write meanwhile. Needs as much temporary disk space in Postgres as the rows.
    """
    with mirrors(dsn, on) as found, Bar("Reading the graph") as bar:
        each = _Each.of(found, lambda one: one.check(bar))
    has_drift = not all(result.ok for result in each.results)
    if as_json:
        print_json({"ok": not (has_drift or each.status), **each.as_dict()})
    else:
        for source, result in each.found.items():
            rows = sum(table.found for table in result.tables)
            of = f" of {source}" if each.are_several else ""
            drifted = count(result.drifted, "is not as the graph has it", "are not as the graph has them")
            click.echo(f"{count(rows, 'row')}{of} at {result.position}; {drifted}.")
            if result.drift:
                print_table(result.drift, ("table", "workspace_id", "id", "how", "columns"), empty="")
        if has_drift:
            say("`oxgraph mirror rebuild` makes them so.")
    return DRIFT if has_drift else each.status


@mirror.command("rebuild")
@on_option
@dsn_option
@json_option
@connecting
def mirror_rebuild(on: str | None, dsn: str | None, as_json: bool) -> int:
    """Rebuild all rows from the graphs, also if they were copied from another graph.

    Readers see the old rows until the rebuild is complete. If it is killed, nothing changes; run it again.
    """
    with mirrors(dsn, on) as found, Bar("Reading the graph") as bar:
        copied = _Each.of(found, lambda one: one.rebuild(bar))
    rows, deleted = sum(one.rows for one in copied.results), sum(one.deleted for one in copied.results)
    text = f"{count(rows, 'row was', 'rows were')} written, {deleted:,} taken out; all others stood as they should."
    done(copied.as_dict(), text, as_json)
    return copied.status


@mirror.command("reader")
@click.argument("workspace")
@click.option("--drop", metavar="ROLE", help="Drop this login of the workspace instead.")
@dsn_option
@json_option
@connecting
def mirror_reader(workspace: str, drop: str | None, dsn: str | None, as_json: bool) -> None:
    """Create a login that reads only the rows of WORKSPACE; its password is shown once."""
    if drop:
        with mirrors(dsn, MAIN) as (found,):
            _require_reader_of(found, workspace, drop)
            found.drop_reader(drop)
        done({"role": drop, "dropped": True}, f"{drop} reads nothing any more.", as_json)
        return
    with operator() as client, all_servers() as servers:
        _, workspace_id, _ = client.located(workspace)
        reader = mirror_with(dsn, servers, workspace_id).reader(workspace_id)
    if not as_json:
        say("The password is shown this once.")
    show(reader, as_json)


@mirror.command("readers")
@dsn_option
@list_options
@connecting
def mirror_readers(dsn: str | None, as_json: bool) -> None:
    """List the readers' logins with their workspaces."""
    with mirrors(dsn, MAIN) as (found,):
        rows = found.readers()
    show(rows, as_json, ("role", "workspace_id", "workspace", "created_at"), "No reader yet.")


def _require_reader_of(found: "Mirror", workspace: str, role: str) -> None:
    """Raises NotFound for another workspace's reader. A reader whose workspace was deleted for good may be dropped."""
    for one in found.readers():
        if one.role == role and workspace not in (one.workspace, one.workspace_id):
            raise NotFound(kind="reader", id=role)


COMMANDS = [mirror]
