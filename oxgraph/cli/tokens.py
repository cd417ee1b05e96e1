"""token …"""

import click

from oxgraph.cli.connection import memory, operator
from oxgraph.cli.options import connecting, json_option, workspace_option
from oxgraph.cli.output import done, print_json, say, show

COLUMNS = ("id", "workspace", "name", "role", "created_at", "last_used_at", "revoked_at")
ROLES = click.Choice(["agent", "operator", "admin"])


@click.group()
def token() -> None:
    """Make, list and revoke the tokens by which agents call."""


@token.command()
@click.argument("name")
@click.option("--role", type=ROLES, default="agent", show_default=True, help="What its holder may do.")
@json_option
@workspace_option
def create(workspace: str, name: str, role: str, as_json: bool) -> None:
    """Make a token, called NAME in lists. It is printed this once and kept nowhere."""
    with memory(workspace) as found:
        made = found.tokens.create(role, name)  # type: ignore[arg-type]
    if as_json:
        print_json(made)
        return
    click.echo(made.secret)
    say(f"Token {made.id} ({made.role}) of {workspace}. It is shown this once; hand it over as OXGRAPH_TOKEN.")


@token.command()
@click.argument("token_id")
@json_option
@connecting
def revoke(token_id: str, as_json: bool) -> None:
    """End the token TOKEN_ID at once."""
    with operator() as client:
        client.tokens.revoke(token_id)
    done({"id": token_id, "revoked": True}, f"Token {token_id} is revoked.", as_json)


@token.command("list")
@click.option("--workspace", metavar="NAME", envvar="OXGRAPH_WORKSPACE", show_envvar=True, help="Only this workspace.")
@json_option
@connecting
def list_(workspace: str | None, as_json: bool) -> None:
    """List tokens, the revoked too; never their secrets."""
    with operator() as client:
        rows = client.workspace(workspace).tokens.list() if workspace else client.tokens.list()
    show(rows, as_json, COLUMNS, "No token yet; `oxgraph token create NAME` makes one.")


COMMANDS = [token]
