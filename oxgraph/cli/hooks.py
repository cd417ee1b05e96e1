"""hooks: install, uninstall and show the hooks of coding agents."""

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oxgraph.agents import HOOK_EVENTS
from oxgraph.cli.connection import login, operator
from oxgraph.cli.options import Choice, connecting, json_option, list_options
from oxgraph.cli.output import done, show
from oxgraph.cli.sections import Group
from oxgraph.errors import ConnectionFailed, InvalidInput, OxgraphError, WorkspaceNotFound

if TYPE_CHECKING:
    from oxgraph.integrations.hooks.agents import Agent
    from oxgraph.integrations.hooks.installation import Change
    from oxgraph.integrations.hooks.program import Connection

WORKSPACE = "coding-agents"
COLUMNS = ("agent", "scope", "installed", "workspace", "server", "file")
AGENT = click.argument("agent", type=Choice(list(HOOK_EVENTS)))
PROJECT = click.option("--project", is_flag=True, help="In the settings of this repository instead of your own.")
DRY_RUN = click.option("--dry-run", is_flag=True, help="Print the change, and change nothing.")


@click.group(cls=Group)
def hooks() -> None:
    """Warn coding agents before their tool calls, and capture what they did.

    An agent's hooks ask `oxgraph serve` of this machine. Captured are tool, target, outcome, error class and times; no
    argument, result or prompt is stored. Without the server the agent works as without hooks.
    """


@hooks.command()
@AGENT
@PROJECT
@DRY_RUN
@click.option(
    "--workspace",
    metavar="NAME",
    help=f"The workspace; made if there is none. Default: {WORKSPACE}, or that of --token.",
)
@click.option("--token", envvar="OXGRAPH_TOKEN", show_envvar=True, help="An agent's token, instead of a new one.")
@click.option("--server", metavar="ADDRESS", help="http://127.0.0.1:PORT or unix:///PATH. Default: of this machine.")
@click.option("--block", is_flag=True, help="Stop a call that memory warns of, once in a session.")
@json_option
@connecting
def install(  # noqa: PLR0917 - one parameter for each option
    agent: str,
    project: bool,
    dry_run: bool,
    workspace: str | None,
    token: str | None,
    server: str | None,
    block: bool,
    as_json: bool,
) -> None:
    """Add the hooks to the settings of AGENT; what else is there stays as it is.

    Makes a token of the workspace, readable by you alone, and starts the server if it does not run. Run it again after
    an upgrade of Python.
    """
    from oxgraph.integrations.hooks import installation, program
    from oxgraph.integrations.hooks.agents import AGENTS

    found = AGENTS[agent]
    address = program.checked_address(server or os.environ.get("OXGRAPH_SERVER") or "")
    if not address and not dry_run:
        _start_server()
    token = token.strip() if token else None
    own = _workspace_of(token, address) if token else None
    workspace = workspace or own or WORKSPACE
    key = program.key_of(agent, workspace)
    former = installation.installed_key(found, _folder(project))
    change = installation.installing(found, key, _folder(project), block=block)
    if dry_run:
        _print_dry(change, as_json)
        return
    connection = program.connection(key)
    if connection is None or token or not _is_valid(connection):
        connection = _connected(agent, workspace, token)
    files = tuple(dict.fromkeys([*connection.files, str(change.path)]))
    program.write(key, replace(connection, address=address, files=files))
    _apply(change, found)
    if former is not None and former != key:
        _release(former, change.path)
    text = f"{found.title}: hooks in {change.path}, workspace {workspace}.\n{found.note}"
    if (elsewhere := _installed_elsewhere(found, project)) not in (None, change.path):
        click.echo(f"{found.title} has hooks in {elsewhere} too, and runs both; uninstall one of them.", err=True)
    done({"agent": agent, "file": change.path, "changed": change.changes, "workspace": workspace}, text, as_json)


@hooks.command()
@AGENT
@PROJECT
@DRY_RUN
@json_option
@connecting
def uninstall(agent: str, project: bool, dry_run: bool, as_json: bool) -> None:
    """Remove the hooks from the settings of AGENT, and revoke their token. What was captured stays."""
    from oxgraph.integrations.hooks import installation
    from oxgraph.integrations.hooks.agents import AGENTS

    found = AGENTS[agent]
    key = installation.installed_key(found, _folder(project))
    change = installation.uninstalling(found, _folder(project))
    if dry_run:
        _print_dry(change, as_json)
        return
    _apply(change, found)
    if key is not None:
        _release(key, change.path)
    text = f"{found.title}: no hooks in {change.path} any more." if change.changes else f"No hooks in {change.path}."
    done({"agent": agent, "file": change.path, "changed": change.changes}, text, as_json)


@hooks.command()
@list_options
def status(as_json: bool) -> None:
    """Show for each agent whether its hooks are installed, in which file, and whether the server answers."""
    from oxgraph.integrations.hooks.agents import AGENTS

    show([row for agent in AGENTS.values() for row in _rows(agent)], as_json, COLUMNS)


def _folder(project: bool) -> Path | None:
    """The repository of the present folder: that with `.git`, else the folder itself."""
    if not project:
        return None
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)


def _installed_elsewhere(agent: "Agent", project: bool) -> Path | None:
    """The settings beside those of `project` that have hooks too: your own, or those of this repository."""
    from oxgraph.integrations.hooks import installation

    other = _folder(not project)
    with suppress(InvalidInput):  # settings that cannot be read have no hooks of ours
        if installation.installed_key(agent, other) is not None:
            return agent.settings_file(other)
    return None


def _print_dry(change: "Change", as_json: bool) -> None:
    text = change.diff().rstrip("\n") or f"{change.path} stays as it is."
    done({"file": change.path, "changed": change.changes, "diff": change.diff()}, text, as_json)


def _apply(change: "Change", agent: "Agent") -> None:
    from oxgraph.clock import utc_now

    try:
        change.apply(agent, utc_now())
    except OSError as error:
        raise InvalidInput(field="settings", reason=f"{change.path} cannot be written: {error.strerror}") from None


def _connected(agent: str, workspace: str, token: str | None) -> "Connection":
    """A new token of the workspace, which is made where there is none; or the token given."""
    from oxgraph.integrations.hooks.program import Connection

    if token:
        return Connection("", token, "", workspace)
    with operator() as client:
        try:
            memory = client.workspace(workspace)
        except WorkspaceNotFound:
            memory = client.create_workspace(workspace)
        made = memory.tokens.create("agent", f"hooks of {agent}")
    return Connection("", made.secret, made.id, workspace)


def _workspace_of(token: str, address: str) -> str | None:
    """The name of the token's workspace; None where no server answers now. Raises Unauthenticated."""
    from oxgraph import environment
    from oxgraph.client import connect

    address = address or environment.local_serve() or ""
    if not address:
        return None
    try:
        with connect(address, token=token) as memory:
            return memory.name
    except ConnectionFailed:
        return None


def _is_valid(connection: "Connection") -> bool:
    """Whether the token is one of the workspace still."""
    if not connection.token_id:
        return True
    with operator() as client:
        try:
            tokens = client.workspace(connection.workspace).tokens.list()
        except OxgraphError:
            return False
    return any(row.id == connection.token_id and row.revoked_at is None for row in tokens)


def _release(key: str, path: Path) -> None:
    """Forgets that the settings use an installation; the last one revokes its token."""
    from oxgraph.integrations.hooks import program

    found = program.connection(key)
    if found is None:
        return
    files = tuple(file for file in found.files if file != str(path))
    if files:
        program.write(key, replace(found, files=files))
        return
    program.connection_file(key).unlink()
    if found.token_id:
        try:
            with operator() as client:
                client.workspace(found.workspace).tokens.revoke(found.token_id)
        except OxgraphError as error:
            click.echo(f"The token {found.token_id} was not revoked: {error}", err=True)


def _start_server() -> None:
    """Starts the server of this machine's database, unless it runs or the database is elsewhere."""
    from oxgraph import environment

    uri, auth = login()
    if uri is None and auth is None and environment.database_is_here():
        from oxgraph import local

        local.ensure()


def _rows(agent: "Agent") -> list[dict[str, Any]]:
    """A row for your own settings, and one for this repository's where they have hooks or could have."""
    from oxgraph.integrations.hooks import installation, program

    rows: list[dict[str, Any]] = []
    for scope, project in (("user", None), ("project", _folder(True))):
        path = agent.settings_file(project)
        try:
            key = installation.installed_key(agent, project)
        except InvalidInput as error:
            rows.append({"agent": agent.name, "scope": scope, "installed": None, "file": path, "server": str(error)})
            continue
        if key is None and scope == "project":
            continue
        connection = program.connection(key) if key else None
        rows.append({
            "agent": agent.name,
            "scope": scope,
            "installed": key is not None,
            "workspace": connection.workspace if connection else None,
            "server": _answers(connection) if key else None,
            "file": path,
        })  # fmt: skip
    return rows


def _answers(connection: "Connection | None") -> str:
    """Whether the server answers these hooks."""
    from oxgraph import environment
    from oxgraph.client import connect

    if connection is None:
        return "no token here; install again"
    address = connection.address or environment.local_serve()
    if not address:
        return "does not run"
    try:
        with connect(address, token=connection.token) as memory:
            memory.settings()
    except OxgraphError as error:
        return error.code
    return "answers"


COMMANDS = [hooks]
