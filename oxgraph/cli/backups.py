"""backup, restore: all workspaces and tokens in a folder or at an address."""

from dataclasses import asdict
from datetime import datetime

import click

from oxgraph import local
from oxgraph.cli.connection import operator
from oxgraph.cli.options import DAY, connecting, json_option
from oxgraph.cli.output import done
from oxgraph.cli.progress import Steps
from oxgraph.wording import count


@click.command()
@click.argument("address")
@click.option(
    "--workspace",
    "names",
    metavar="NAME",
    multiple=True,
    help="Write only this one; may be repeated. Others stay as last backed up.",
)
@click.option("--keep", metavar="N", type=click.IntRange(1), help="Keep the newest N backups there. Default: all.")
@click.option("--native", is_flag=True, help="Dump the database of OXGRAPH_HOME whole; its server must be down.")
@json_option
@connecting
def backup(*, address: str, names: tuple[str, ...], keep: int | None, native: bool, as_json: bool) -> None:
    """Write all workspaces, their settings and tokens to ADDRESS; those that changed since the last backup there.

    Of several servers these are the workspaces of all, with the directory, but for the logins of the servers.
    ADDRESS is a folder, or an address that fsspec knows, such as s3://BUCKET/FOLDER (extra [fsspec], and s3fs).
    Former backups stay there, and what did not change between them stands there once. With --native it is a dump by
    neo4j-admin of all that the database of this machine holds, also your own nodes; only Neo4j's users and password are
    not in it.
    """
    if native:
        if names or keep:
            raise click.UsageError("--native goes without --workspace and --keep.", click.get_current_context())
        with Steps() as report:
            dumped = local.dump(address, progress=report)
        done(asdict(dumped), f"The database is at {dumped.address} ({dumped.size / 2**20:,.1f} MB).", as_json)
        return
    with operator() as client, Steps() as report:
        made = client.backup(address, workspaces=names or None, keep=keep, step=lambda name: report(name, 0, 0))
    text = f"{count(made.workspaces, 'workspace')} ({made.written:,} written now) and {count(made.tokens, 'token')}"
    if made.carried:
        text += f", {count(len(made.carried), 'workspace')} as in the backup before,"
    removed = f" {count(made.removed, 'older backup')} removed." if made.removed else ""
    done(made.model_dump(), f"{text} are at {made.address}.{removed}", as_json)


@click.command()
@click.argument("address")
@click.option("--at", type=DAY, help="The newest backup of this day or time, or of before. Default: the newest.")
@click.option("--native", is_flag=True, help="Load a native dump into OXGRAPH_HOME; its server must be down.")
@click.option("--overwrite", is_flag=True, help="With --native: replace the database that is there.")
@json_option
@connecting
def restore(*, address: str, at: datetime | None, native: bool, overwrite: bool, as_json: bool) -> None:
    """Import what is not there of the workspaces and tokens at ADDRESS; after an interruption, run it again.

    With --at it is the state of the newest backup of that time or before, not of the moment itself.
    """
    if native:
        with Steps() as report:
            loaded = local.load(address, at=at, overwrite=overwrite, progress=report)
        text = f"The dump of {loaded.made_at:%Y-%m-%d %H:%M:%S} UTC is loaded; `oxgraph up` starts it."
        done(asdict(loaded), text, as_json)
        return
    if overwrite:
        raise click.UsageError("--overwrite goes only with --native.", click.get_current_context())
    with operator() as client, Steps() as report:
        made = client.restore(address, at=at, step=lambda name: report(name, 0, 0))
    text = f"{made.written:,} of {count(made.workspaces, 'workspace')} and {count(made.tokens, 'token')} were restored"
    text += f", as of the backup of {made.made_at:%Y-%m-%d %H:%M:%S} UTC."
    if unchanged := made.workspaces - made.written - len(made.kept):
        text += f"\n{count(unchanged, 'workspace')} unchanged since the backup."
    if made.kept:
        text += f"\nLeft as they are, since they are there and have changed since: {', '.join(made.kept)}."
    if made.elsewhere:
        text += f"\nOn main, since the login of their server is not here: {', '.join(made.elsewhere)}."
    done(made.model_dump(), text, as_json)


COMMANDS = [backup, restore]
