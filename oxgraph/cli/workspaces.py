"""workspace …, token …, growth: workspaces, their settings, their tokens, how much they hold."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import all_of, memory, operator
from oxgraph.cli.ids import LEAST, only
from oxgraph.cli.options import (
    LIMITS,
    Choice,
    agent_facing,
    connecting,
    json_option,
    limit_option,
    list_options,
    named_workspace,
    workspace_option,
)
from oxgraph.cli.output import cell, done, print_json, print_table, say, show
from oxgraph.cli.progress import Steps
from oxgraph.cli.sections import Group
from oxgraph.clock import utc_now
from oxgraph.errors import NotFound
from oxgraph.ids import is_uuid
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.client import Client
    from oxgraph.types import AuditRow

AUDIT_COLUMNS = ("at", "by", "rule", "subject", "inputs", "subject_kind")
GROWTH_COLUMNS = ("week", "recorded", "superseded", "expired", "forgotten", "deleted", "messages", "actions")
TOKEN_COLUMNS = (
    "id",
    "workspace",
    "name",
    "role",
    "revoked_at",
    "user_id",
    "created_at",
    "last_used_at",
    "expires_at",
    "calls_per_minute",
)
ROLES = Choice(["agent", "operator", "admin"])
SPAN = re.compile(r"([0-9]{1,6})([smhd])")
SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
WORKSPACE_COLUMNS = (
    "name",
    "server",
    "memory_enabled",
    "created_at",
    "deleted_at",
    "injection_enabled",
    "embedding_model",
)

on_option = click.option(
    "--on", metavar="SERVER", default="main", show_default=True, help="Where there are several servers: which gets it."
)


@click.group(cls=Group)
def workspace() -> None:
    """Create, list, change, delete and restore workspaces."""


@workspace.command("create")
@click.argument("name")
@click.argument("values", nargs=-1, metavar="[KEY=VALUE]...")
@on_option
@json_option
@connecting
def create_workspace(name: str, values: tuple[str, ...], on: str, as_json: bool) -> None:
    """Create the workspace NAME, with settings as KEY=VALUE."""
    with operator() as client:
        memory = client.create_workspace(name, on=on, **parsed(values))
        show({"name": memory.name, "workspace_id": memory.workspace_id}, as_json)


@workspace.command("list")
@click.option("--on", metavar="SERVER", help="Of several servers, only the workspaces of this one.")
@list_options
@connecting
def list_workspaces(on: str | None, as_json: bool) -> None:
    """List the workspaces of all servers, the deleted ones too."""
    with operator() as client:
        show(
            client.workspaces(on=on),
            as_json,
            WORKSPACE_COLUMNS,
            "No workspace yet; `oxgraph workspace create NAME` makes one.",
        )


@workspace.command()
@click.argument("words", nargs=-1, metavar="[NAME] [KEY=VALUE]...")
@json_option
@named_workspace
def settings(workspace: str, values: tuple[str, ...], as_json: bool) -> None:
    """Show a workspace's settings, or set those given as KEY=VALUE."""
    with memory(workspace) as found:
        show(found.update_settings(**parsed(values)) if values else found.settings(), as_json)


@workspace.command()
@click.argument("words", nargs=-1, metavar="[NAME]")
@json_option
@named_workspace
def enable(workspace: str, values: tuple[str, ...], as_json: bool) -> None:
    """Switch memory on: capture and injection start again; what happened meanwhile is not added."""
    no_values(values)
    with memory(workspace) as found:
        found.enable()
    done({"workspace": workspace, "memory_enabled": True}, f"Memory is on in {workspace}.", as_json)


@workspace.command()
@click.argument("words", nargs=-1, metavar="[NAME]")
@json_option
@named_workspace
def disable(workspace: str, values: tuple[str, ...], as_json: bool) -> None:
    """Switch memory off: nothing is captured or injected; stored data stays and can be read."""
    no_values(values)
    with memory(workspace) as found:
        found.disable()
    done({"workspace": workspace, "memory_enabled": False}, f"Memory is off in {workspace}.", as_json)


@workspace.command()
@click.argument("name")
@click.option("--hard", is_flag=True, help="Permanently delete every layer, in batches. Domain nodes stay.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation of --hard.")
@json_option
@connecting
def delete(name: str, hard: bool, yes: bool, as_json: bool) -> None:
    """Delete the workspace NAME; it can be restored. With --hard, delete it permanently."""
    with operator() as client:
        if hard and not yes:
            click.confirm(f"Delete all memory of {name} for good?", abort=True, err=True)
        with Steps() as report:
            client.delete_workspace(name, hard, lambda removed: report("nodes removed", removed, 0))
    text = f"{name} is deleted for good." if hard else f"{name} is deleted; `oxgraph workspace restore` brings it back."
    done({"workspace": name, "deleted": "hard" if hard else "soft"}, text, as_json)


@workspace.command()
@limit_option()
@list_options
@agent_facing
def audit(workspace: str | None, token: str | None, limit: int, as_json: bool) -> None:
    """Show the audit log, latest first: changes of tokens, settings, metrics, patterns, definitions; deletions."""
    with memory(workspace, token) as found:
        rows = all_of(found.audit, limit)
    show(rows if as_json else [_in_words(row) for row in rows], as_json, AUDIT_COLUMNS, "Nothing was changed yet.")


def _in_words(row: "AuditRow") -> dict[str, Any]:
    """The row with values that changed as from → to."""
    fields = dict(row)
    if row.inputs and all(isinstance(pair, list) and len(pair) == 2 for pair in row.inputs.values()):
        fields["inputs"] = {name: " → ".join(cell(one) or "none" for one in pair) for name, pair in row.inputs.items()}
    return fields


@workspace.command()
@click.argument("name")
@json_option
@connecting
def restore(name: str, as_json: bool) -> None:
    """Restore the deleted workspace NAME."""
    with operator() as client:
        client.restore_workspace(name)
    done({"workspace": name, "deleted": None}, f"{name} is back.", as_json)


@workspace.command("export")
@click.argument("name")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The archive to write.")
@click.option("--with-vectors/--without", "vectors", default=True, show_default=True, help="Vectors, or none.")
@json_option
@connecting
def export_workspace(name: str, out: Path, vectors: bool, as_json: bool) -> None:
    """Write all that the workspace NAME holds into an archive, a zip of JSON lines, while agents go on writing."""
    with operator() as client, Steps() as report:
        made = client.export_workspace(name, out, vectors=vectors, progress=lambda n, _: report("nodes read", n, 0))
    text = f"{count(made.nodes, 'node')} and {count(made.relationships, 'relationship')} of {name} are in {out}."
    done(made.model_dump(), f"{text}\nDigest {made.digest}", as_json)


@workspace.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--as", "name", metavar="NAME", help="Name of the new workspace. Default: that of the archive.")
@on_option
@json_option
@connecting
def import_workspace(file: Path, name: str | None, on: str, as_json: bool) -> None:
    """Import the archive FILE into a new or empty workspace; after an interruption, run it again."""
    with operator() as client, Steps() as report:
        made = client.import_workspace(file, name, on=on, progress=lambda n, total: report("rows", n, total))
    text = (
        f"{made.workspace} has been imported from this archive before; nothing was written."
        if made.already_imported
        else f"{count(made.nodes, 'node')} and {count(made.relationships, 'relationship')} are in {made.workspace}."
    )
    done(made.model_dump(), f"{text}\nDigest {made.digest}", as_json)


@workspace.command()
@click.argument("name")
@click.option("--to", required=True, metavar="SERVER", help="The server: main, or a name of `oxgraph servers add`.")
@click.option(
    "--grace-seconds",
    type=click.FloatRange(0, 3_600),
    default=5.0,
    show_default=True,
    help="How long the former server keeps it, for calls that have begun there.",
)
@json_option
@connecting
def move(name: str, to: str, grace_seconds: float, as_json: bool) -> None:
    """Move the workspace NAME to another server while agents read and write it; after an interruption, run it again.

    Tokens and the working set go with it. Another --to undoes a move that has begun.
    """
    with operator() as client, Steps() as report:
        made = client.move_workspace(name, to, grace_seconds=grace_seconds, step=lambda step, n: report(step, n, 0))
    text = (
        f"{name} has moved from {made.source} to {to}; its writes waited {made.fence_ms:.0f} ms, its reads "
        f"{made.closed_ms:.0f} ms.\nDigest {made.digest}"
        if made.moved
        else f"{name} is on {to} already."
    )
    done(made.model_dump(), text, as_json)


@workspace.command()
@click.argument("name")
@json_option
@connecting
def digest(name: str, as_json: bool) -> None:
    """Print counts and digests of all that the workspace NAME holds; those of an equal one are equal."""
    with operator() as client, Steps() as report:
        made = client.digest_workspace(name, progress=lambda n, _: report("nodes read", n, 0))
    done(made.model_dump(), made.digest, as_json)


def no_values(values: tuple[str, ...]) -> None:
    """Refuses words that the command has no use for."""
    if values:
        raise click.UsageError(f"Got unexpected words: {' '.join(values)}.", click.get_current_context())


def parsed(values: tuple[str, ...]) -> dict[str, Any]:
    """KEY=VALUE words as settings: numbers and true/false as such, all else as text."""
    settings: dict[str, Any] = {}
    for word in values:
        key, equals, value = word.partition("=")
        if not equals:
            raise click.UsageError(f"{word} is not of the form KEY=VALUE.", click.get_current_context())
        settings[key] = _value(value)
    return settings


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


class Span(click.ParamType):  # type: ignore[type-arg]
    """A span of time of a token's life as a number and a unit: 90s, 15m, 12h, 30d; from `least` on."""

    name = "span"

    def __init__(self, least: timedelta) -> None:
        self._least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        """The span. Fails with what would be one."""
        from oxgraph.types import limits

        found = SPAN.fullmatch(str(value))
        if found is None:
            self.fail(f"{value} is no span of time; write a number and s, m, h or d, such as 30d.", param, ctx)
        span = timedelta(seconds=int(found[1]) * SECONDS[found[2]])
        if not self._least <= span <= timedelta(days=limits.TOKEN_DAYS):
            self.fail(f"{value} must be from {self._least.seconds}s to {limits.TOKEN_DAYS}d.", param, ctx)
        return span


def _from_now(span: timedelta | None) -> datetime | None:
    return None if span is None else utc_now() + span


def _expires_option(default: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    text = f"Its lifetime, such as 30d or 12h. Default: {default}."
    return click.option("--expires-in", type=Span(timedelta(seconds=1)), metavar="SPAN", help=text)


@click.group(cls=Group)
def token() -> None:
    """Create, list, rotate and revoke the tokens of agents, programs and people."""


def whole_token(client: "Client", given: str) -> str:
    """The id of the token whose id begins so. Raises NotFound where none does, InvalidInput where several do."""
    if is_uuid(given):
        return given
    known = {row.id: f"{row.name} of {row.workspace}" for row in client.tokens.list()} if len(given) >= LEAST else {}
    found = only(given, known)
    if found not in known:
        text = f"No token has an id that begins with {given}; `oxgraph token list` shows the ids."
        raise NotFound(text, kind="token", id=given)
    return found


@token.command("create")
@click.argument("name")
@click.option("--role", type=ROLES, default="agent", show_default=True, help="The role of its holder.")
@click.option(
    "--user-id", metavar="ID", help="The user to whom it is bound: the memory of no other is read or written by it."
)
@_expires_option("no end")
@click.option(
    "--calls-per-minute",
    type=int,
    metavar="N",
    help="Its rate limit; a command or a client's first call takes two. Default: that of `oxgraph serve`.",
)
@json_option
@workspace_option
def create_token(workspace: str, expires_in: timedelta | None, as_json: bool, **given: Any) -> None:
    """Create a token with the name NAME. Its secret is printed once and never stored."""
    with memory(workspace) as found:
        made = found.tokens.create(**given, expires_at=_from_now(expires_in))
    if as_json:
        print_json(made)
        return
    click.echo(made.secret)
    say(f"Token {made.id} ({made.role}) of {workspace}. It is shown this once; hand it over as OXGRAPH_TOKEN.")


@token.command("rotate")
@click.argument("token_id")
@click.option(
    "--overlap",
    type=Span(timedelta()),
    default="1d",
    show_default=True,
    help="How long the former one stays valid; 0s ends it.",
)
@_expires_option("that of the former one")
@json_option
@connecting
def rotate_token(token_id: str, overlap: timedelta, expires_in: timedelta | None, as_json: bool) -> None:
    """Replace the token TOKEN_ID by a new one with its role, name and user. The new secret is printed once."""
    with operator() as client:
        token_id = whole_token(client, token_id)
        made = client.tokens.rotate(token_id, overlap=overlap, expires_at=_from_now(expires_in))
        former = next(one for one in client.tokens.list(made.workspace) if one.id == token_id)
    if as_json:
        print_json(made)
        return
    click.echo(made.secret)
    until = f"stays valid until {former.expires_at:%Y-%m-%d %H:%MZ}" if overlap else "is no longer valid"
    say(f"Token {made.id} ({made.role}) of {made.workspace} replaces {token_id}. The former one {until}.")


@token.command()
@click.argument("token_id")
@json_option
@connecting
def revoke(token_id: str, as_json: bool) -> None:
    """Revoke the token TOKEN_ID at once."""
    with operator() as client:
        token_id = whole_token(client, token_id)
        client.tokens.revoke(token_id)
    done({"id": token_id, "revoked": True}, f"Token {token_id} is revoked.", as_json)


@token.command("list")
@click.option("--workspace", metavar="NAME", envvar="OXGRAPH_WORKSPACE", show_envvar=True, help="Only this workspace.")
@list_options
@connecting
def list_tokens(workspace: str | None, as_json: bool) -> None:
    """List tokens, including revoked ones, without their secrets."""
    with operator() as client:
        rows = client.workspace(workspace).tokens.list() if workspace else client.tokens.list()
    show(rows, as_json, TOKEN_COLUMNS, "No token yet; `oxgraph token create NAME` makes one.")


@click.command()
@click.option(
    "--weeks", type=int, default=LIMITS["growth_shown"], show_default=True, help="The latest weeks, this one included."
)
@json_option
@agent_facing
def growth(workspace: str | None, token: str | None, weeks: int, as_json: bool) -> None:
    """Show how much the workspace holds, and what each week added, the latest first.

    A week begins on Monday (UTC). `recorded` are memories that are still there; `superseded`, `expired` and `forgotten`
    those that ceased to hold in that week; `deleted` those that were removed in it.
    """
    with memory(workspace, token) as found:
        grown = found.growth(weeks)
    if as_json:
        print_json(grown)
        return
    held = count(grown.memories, "memory"), f"{grown.active:,} active"
    click.echo(f"{', '.join(held)}; {count(grown.messages, 'message')}; {count(grown.actions, 'action')}.\n")
    print_table(grown.weeks[::-1], GROWTH_COLUMNS, empty="")


COMMANDS = [workspace, token, growth]
