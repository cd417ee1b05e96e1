"""servers …: the servers among which workspaces are spread; workspace move is in workspaces.py."""

import click

from oxgraph.cli.connection import operator
from oxgraph.cli.options import connecting, json_option, list_options
from oxgraph.cli.output import done, show
from oxgraph.cli.sections import Group
from oxgraph.wording import count

COLUMNS = ("name", "address", "workspaces", "draining", "has_login")
STATUS_COLUMNS = ("name", "address", "workspaces", "draining", "reachable", "reason")
MOVE_COLUMNS = ("workspace", "server", "step", "target", "step_at")


@click.group(cls=Group)
def servers() -> None:
    """Spread workspaces over several servers; the one of --uri holds the directory and is named main."""


@servers.command()
@click.argument("name")
@click.argument("address")
@click.option("--as-user", default="neo4j", show_default=True, help="User of Neo4j there.")
@click.option(
    "--as-password",
    envvar="OXGRAPH_SERVER_PASSWORD",
    show_envvar=True,
    prompt="Password there",
    hide_input=True,
    help="Its password.",
)
@json_option
@connecting
def add(name: str, address: str, as_user: str, as_password: str, as_json: bool) -> None:
    """Add the server NAME at ADDRESS (bolt://HOST:PORT), with the workspaces that it has.

    Its login is kept in the file servers.json of OXGRAPH_HOME, which its owner alone can read, and in no graph.
    """
    with operator() as client:
        found = client.servers.add(name, address, as_user, as_password)
    done(
        found.model_dump(),
        f"{name} is added. Entered in the directory: {count(len(found.entered), 'workspace')}.",
        as_json,
    )


@servers.command("list")
@list_options
@connecting
def list_servers(as_json: bool) -> None:
    """List the servers with the number of their workspaces, as the directory has them."""
    with operator() as client:
        show(client.servers.list(), as_json, COLUMNS, "No server yet.")


@servers.command()
@list_options
@connecting
def status(as_json: bool) -> None:
    """Ask every server for its workspaces; enter those that the directory does not have; list moves under way."""
    with operator() as client:
        found = client.servers.status()
    if as_json:
        done(found.model_dump(), "", as_json)
        return
    show(found.servers, as_json, STATUS_COLUMNS, "No server yet.")
    if found.moves:
        show(found.moves, as_json, MOVE_COLUMNS, "")
    for name in found.missing:
        click.echo(f"{name} is not where the directory says it is.")


@servers.command("adopt-main")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@json_option
@connecting
def adopt_main(yes: bool, as_json: bool) -> None:
    """Enter the database of --uri as main, where it replaces a lost one and the directory is in Postgres.

    OXGRAPH_DIRECTORY_DSN refuses another main until then. Workspaces that main had are named where they are missing:
    restore them from a backup.
    """
    with operator() as client:
        if not yes:
            click.confirm(f"Is the database at {client.graph.uri} the new main server?", abort=True, err=True)
        found = client.servers.adopt_main()
    done(found.model_dump(), f"{client.graph.uri} is main now.", as_json)
    if not as_json:
        for name in found.missing:
            click.echo(f"{name} is not where the directory says it is.")


@servers.command()
@click.argument("name")
@json_option
@connecting
def drain(name: str, as_json: bool) -> None:
    """Move all workspaces of the server NAME to the others, but for soft-deleted ones."""
    with operator() as client:
        made = client.servers.drain(
            name, each=lambda workspace, to: click.echo(f"{workspace} moves to {to}.", err=True)
        )
        left = sum(row.workspaces for row in client.servers.list() if row.name == name)
    if left:
        then = f"{count(left, 'workspace')} stayed, soft-deleted: `oxgraph workspace restore` or `delete --hard` them."
    else:
        then = f"The directory has none there any more: `oxgraph servers remove {name}` takes it out."
    text = f"{count(len(made), 'workspace')} moved from {name}. {then}"
    done({"moved": [one.model_dump() for one in made], "left": left}, text, as_json)


@servers.command()
@click.argument("name")
@json_option
@connecting
def remove(name: str, as_json: bool) -> None:
    """Take the server NAME, which has no workspace any more, out of the directory, and its login out of servers.json.

    Drain it first; it may be switched off then. Call it on each machine that has the login in a servers.json.
    """
    with operator() as client:
        removed = client.servers.remove(name)
    text = f"{name} is removed." if removed else f"No server is named {name}; nothing to remove."
    done({"removed": removed}, text, as_json)


COMMANDS = [servers]
