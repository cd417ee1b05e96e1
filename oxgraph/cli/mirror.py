"""mirror …: rows of the graph in Postgres."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import login, operator
from oxgraph.cli.options import connecting, json_option
from oxgraph.cli.output import done, print_fields, print_json, print_table, say, show
from oxgraph.cli.progress import Bar, stopped_by_signals
from oxgraph.errors import NotFound

if TYPE_CHECKING:
    from oxgraph.graph import Graph
    from oxgraph.mirror import Mirror

DRIFT = 1
AWAY = 5
dsn_option = click.option(
    "--dsn",
    envvar="OXGRAPH_MIRROR_DSN",
    show_envvar=True,
    metavar="DSN",
    help="Postgres, such as postgresql://USER@HOST/NAME. Other users can see command lines: keep a password "
    "in the variable, in PGPASSWORD or in ~/.pgpass. Default: the one that `oxgraph up --mirror` started.",
)


@click.group()
def mirror() -> None:
    """Copy the graph to rows in Postgres, for SQL; row-level security separates the workspaces."""


@mirror.command("init")
@dsn_option
@json_option
@connecting
def mirror_init(dsn: str | None, as_json: bool) -> None:
    """Create or upgrade the mirror's roles, schemas and tables; a second run changes nothing.

    The login must be able to create roles and schemas. Nothing else in the database is changed; where it holds only
    the mirror, the right of all logins to make temporary tables and large objects is taken away.
    """
    with _mirror(dsn) as found:
        applied = found.init()
        server = found.server
    text = f"Applied {', '.join(applied)}." if applied else "The tables are up to date already."
    done({"server": server, "applied": applied}, text, as_json)


@mirror.command("run")
@click.option("--once", is_flag=True, help="Copy all changes, then end.")
@click.option(
    "--every", type=click.FloatRange(0.1, 86_400), default=5, show_default=True, help="Seconds between two copies."
)
@dsn_option
@json_option
@connecting
def mirror_run(once: bool, every: float, dsn: str | None, as_json: bool) -> None:
    """Copy changes of the graph until Ctrl-C; waits for a server that cannot be reached.

    `oxgraph worker` does this too. Of several copiers, one at a time copies. After one is stopped or
    killed, the next one continues at its position.
    """
    stop = threading.Event()
    with _mirror(dsn) as found, stopped_by_signals(stop), Bar("Copying") as bar:
        if not once:
            _log()
            say("The mirror is being kept; Ctrl-C ends it after the page at hand.")
            found.run(stop, every)
            return
        copied = found.run_once(stop, bar)
    text = f"{copied.rows:,} rows written, {copied.deleted:,} taken out."
    done(copied.model_dump(), text, as_json)


@mirror.command("status")
@dsn_option
@json_option
@connecting
def mirror_status(dsn: str | None, as_json: bool) -> int:
    """Show how far the rows are behind the graph, and their number; exits with 5 if a server cannot be reached."""
    with _mirror(dsn) as found:
        status = found.status()
    if as_json:
        print_json(status)
    else:
        facts = status.model_dump()
        tables, _ = facts.pop("tables"), facts.pop("away")
        facts["unavailable"] = "; ".join(status.unavailable)
        print_fields({name: value for name, value in facts.items() if value not in (None, "")})
        if tables:
            click.echo()
            print_table(tables, ("table", "rows"), empty="")
    return AWAY if status.unavailable else 0


@mirror.command("check")
@dsn_option
@json_option
@connecting
def mirror_check(dsn: str | None, as_json: bool) -> int:
    """Compare every row with the graph; names the rows that differ and exits with 1.

    Copies all changes first; agents can write meanwhile. Needs as much temporary disk space in Postgres as the rows.
    """
    with _mirror(dsn) as found, Bar("Reading the graph") as bar:
        result = found.check(bar)
    if as_json:
        print_json({"ok": result.ok, **result.model_dump()})
    else:
        rows = sum(table.found for table in result.tables)
        click.echo(f"{rows:,} rows at {result.position}; {result.drifted:,} are not as the graph has them.")
        if result.drift:
            print_table(result.drift, ("table", "workspace_id", "id", "how", "columns"), empty="")
            say("`oxgraph mirror rebuild` makes them so.")
    return 0 if result.ok else DRIFT


@mirror.command("rebuild")
@dsn_option
@json_option
@connecting
def mirror_rebuild(dsn: str | None, as_json: bool) -> None:
    """Rebuild all rows from the graph, also if they were copied from another graph.

    Readers see the old rows until the rebuild is complete. If it is killed, nothing changes; run it again.
    """
    with _mirror(dsn) as found, Bar("Reading the graph") as bar:
        copied = found.rebuild(bar)
    text = f"{copied.rows:,} rows were written, {copied.deleted:,} taken out; all others stood as they should."
    done(copied.model_dump(), text, as_json)


@mirror.command("reader")
@click.argument("workspace")
@click.option("--drop", metavar="ROLE", help="Drop this login of the workspace instead.")
@dsn_option
@json_option
@connecting
def mirror_reader(workspace: str, drop: str | None, dsn: str | None, as_json: bool) -> None:
    """Create a login that reads only the rows of WORKSPACE; its password is shown once."""
    if drop:
        with _mirror(dsn) as found:
            _require_reader_of(found, workspace, drop)
            found.drop_reader(drop)
        done({"role": drop, "dropped": True}, f"{drop} reads nothing any more.", as_json)
        return
    with operator() as client:
        reader = _of(dsn, client.graph).reader(client.workspace(workspace).workspace_id)
    if not as_json:
        say("The password is shown this once.")
    show(reader, as_json)


@mirror.command("readers")
@dsn_option
@json_option
@connecting
def mirror_readers(dsn: str | None, as_json: bool) -> None:
    """List the readers' logins with their workspaces."""
    with _mirror(dsn) as found:
        rows = found.readers()
    show(rows, as_json, ("role", "workspace_id", "workspace", "created_at"), "No reader yet.")


def _require_reader_of(found: "Mirror", workspace: str, role: str) -> None:
    """Raises NotFound for another workspace's reader. A reader whose workspace was deleted for good may be dropped."""
    for one in found.readers():
        if one.role == role and workspace not in (one.workspace, one.workspace_id):
            raise NotFound(kind="reader", id=role)


@contextmanager
def _mirror(dsn: str | None) -> Iterator["Mirror"]:
    """The mirror with a graph to which it connects when needed."""
    from oxgraph import environment
    from oxgraph.graph import Graph

    uri, auth = environment.connection(*login())
    graph = Graph.at(uri, auth)
    try:
        yield _of(dsn, graph)
    finally:
        graph.close()


def _of(dsn: str | None, graph: "Graph") -> "Mirror":
    from oxgraph.mirror import Mirror

    return Mirror(dsn, graph)


def _log() -> None:
    import logging

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")


COMMANDS = [mirror]
