"""predicates … and types …"""

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import agent_facing, json_option, list_options
from oxgraph.cli.output import show
from oxgraph.cli.sections import Group


@click.group(cls=Group)
def predicates() -> None:
    """List and define predicates."""


@predicates.command("list")
@list_options
@agent_facing
def predicates_list(workspace: str | None, token: str | None, as_json: bool) -> None:
    """List the built-in and the defined predicates."""
    with memory(workspace, token) as found:
        rows = found.semantic.predicates.list()
    show(rows, as_json, ("name", "stateful", "importance", "synonyms", "description", "defined"))


@predicates.command("define")
@click.argument("name")
@click.option(
    "--stateful/--not-stateful",
    default=None,
    help="Whether it is single-valued: one value holds at a time. Without it, as it is.",
)
@click.option("--importance", type=float, help="Importance, 0 to 1.")
@click.option("--description", help="A description.")
@click.option("--synonym", "synonyms", multiple=True, metavar="NAME", help="Another name that means it. Repeatable.")
@json_option
@agent_facing
def predicates_define(
    *,
    workspace: str | None,
    token: str | None,
    name: str,
    as_json: bool,
    stateful: bool | None,
    importance: float | None,
    description: str | None,
    synonyms: tuple[str, ...],
) -> None:
    """Define the predicate NAME for new memories.

    Synonyms replace those defined before; without any, those stay.
    """
    with memory(workspace, token) as found:
        made = found.semantic.predicates.define(name, stateful, importance, description, synonyms or None)
    show(made, as_json)


@click.group("types", cls=Group)
def types_() -> None:
    """List and define types of memories."""


@types_.command("list")
@list_options
@agent_facing
def types_list(workspace: str | None, token: str | None, as_json: bool) -> None:
    """List the types of memories and their half-lives."""
    with memory(workspace, token) as found:
        rows = found.semantic.types.list()
    show(rows, as_json, ("name", "half_life_days", "built_in"))


@types_.command("define")
@click.argument("name")
@click.argument("half_life_days", type=float)
@json_option
@agent_facing
def types_define(workspace: str | None, token: str | None, name: str, half_life_days: float, as_json: bool) -> None:
    """Add the type NAME with a half-life of HALF_LIFE_DAYS, or change it."""
    with memory(workspace, token) as found:
        show(found.semantic.types.define(name, half_life_days), as_json)


COMMANDS = [predicates, types_]
