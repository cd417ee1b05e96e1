"""entities …"""

from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.ids import all_whole, whole
from oxgraph.cli.options import (
    Choice,
    agent_facing,
    embedder_option,
    json_option,
    limit_option,
    list_options,
    properties_option,
)
from oxgraph.cli.output import done, print_fields, print_json, print_list, say, show
from oxgraph.cli.progress import Bar
from oxgraph.cli.sections import Group
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.types import EntityDetails

LISTED = ("id", "name", "type", "aliases", "memories", "node_id", "connection")
FOUND = ("id", "name", "type", "memories", "score", "aliases", "found_by")
WALKED = ("depth", "kind", "name", "type", "id")
DIRECTION = Choice(["out", "in", "both"])
RESOLVED = ("name", "stage", "score", "created", "entity")


@click.group(cls=Group)
def entities() -> None:
    """See and change entities: the people and things that memories are about."""


@entities.command("list")
@click.option("--type", "type", help="Only entities of this type.")
@click.option("--connection", help="Only entities of this connection.")
@click.option("--name", help="Only entities whose name begins with this text.")
@click.option("--hidden", is_flag=True, help="List hidden or absorbed entities instead.")
@limit_option()
@list_options
@agent_facing
def list_(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List entities, ordered by name."""
    with memory(workspace, token) as found:
        show(found.semantic.entities.list(**asked), as_json, LISTED)


@entities.command("show")
@click.argument("entity")
@json_option
@agent_facing
def show_(workspace: str | None, token: str | None, entity: str, as_json: bool) -> None:
    """Show everything known about ENTITY, given by id or node_id."""
    with memory(workspace, token) as found:
        _print_entity(found.semantic.entities.get(whole(found, entity, "entity")), as_json)


def _print_entity(entity: "EntityDetails", as_json: bool) -> None:
    """Prints an entity with the properties that callers gave and its relationships; as JSON all of it."""
    if as_json:
        print_json(entity)
        return
    from oxgraph.client.entity_properties import chosen_properties, own_properties

    given: dict[str, Any] = {
        "properties": own_properties(entity.properties),
        "created_at": entity.properties.get("created_at"),
    }
    given["shown"] = sorted(chosen_properties(entity.properties))
    print_fields(entity.model_dump(exclude={"links"}) | given)
    for link in entity.links:
        ends = (entity.name, link["name"] or link["to"])
        source, target = ends if link["outgoing"] else reversed(ends)
        click.echo(f"{source} -[{link['type']}]-> {target}")


@entities.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--type", "type", help="Only entities of this type.")
@limit_option(10)
@embedder_option
@list_options
@agent_facing
def search(
    workspace: str | None, token: str | None, text: tuple[str, ...], embedder: str | None, as_json: bool, **asked: Any
) -> None:
    """Search entities by name and meaning of TEXT, the best first."""
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        show(found.semantic.entities.search(" ".join(text), **asked), as_json, FOUND, "No such entity.")


shown_option = click.option(
    "--show",
    "shown",
    multiple=True,
    metavar="PROPERTY",
    help="A property that recall searches and shows; may be repeated, up to 10.",
)


@entities.command()
@click.argument("name")
@click.option("--type", "type", help="The type of the entity, such as person.")
@click.option("--node-id", help="The id of the entity in your systems.")
@click.option("--description", help="A description.")
@click.option("--connection", help="The source of the entity (connection).")
@properties_option
@shown_option
@json_option
@agent_facing
def create(
    *,
    workspace: str | None,
    token: str | None,
    name: str,
    properties: dict[str, Any],
    shown: tuple[str, ...],
    as_json: bool,
    **asked: Any,
) -> None:
    """Create the entity NAME."""
    with memory(workspace, token) as found:
        _print_entity(found.semantic.entities.create(name, properties=properties, shown=shown, **asked), as_json)


@entities.command()
@click.argument("entity")
@click.option("--name", help="A new name; the old one stays as an alias.")
@click.option("--type", "type", help="The type of the entity, such as person.")
@click.option("--description", help="A description; '' removes it.")
@properties_option
@shown_option
@json_option
@agent_facing
def update(
    *,
    workspace: str | None,
    token: str | None,
    entity: str,
    properties: dict[str, Any],
    shown: tuple[str, ...],
    as_json: bool,
    **asked: Any,
) -> None:
    """Change ENTITY, given by id, node_id or name; options that are not given change nothing."""
    with memory(workspace, token) as found:
        _print_entity(
            found.semantic.entities.update(
                whole(found, entity, "entity"), properties=properties, shown=shown or None, **asked
            ),
            as_json,
        )


@entities.command()
@click.argument("entity")
@click.option(
    "--along", "types", multiple=True, metavar="TYPE", help="Only relationships of this type; may be repeated."
)
@click.option(
    "--direction", type=DIRECTION, default="both", show_default=True, help="The direction of the relationships."
)
@click.option("--depth", type=click.IntRange(1, 4), default=1, show_default=True, help="Maximum number of steps.")
@click.option("--memory", "with_memory", is_flag=True, help="Also follow memories that are valid now.")
@limit_option(most=1_000, what="nodes")
@list_options
@agent_facing
def traverse(
    *, workspace: str | None, token: str | None, entity: str, with_memory: bool, as_json: bool, **asked: Any
) -> None:
    """Show the nodes that can be reached from ENTITY along the relationships of your domain."""
    with memory(workspace, token) as found:
        walked = found.semantic.entities.traverse(whole(found, entity, "entity"), memory=with_memory, **asked)
    if as_json:
        print_json(walked)
        return
    names = {node.id: node.name for node in walked.nodes}
    print_list(walked.nodes, WALKED, empty="Nothing.")
    for edge in walked.edges:
        click.echo(f"{names.get(edge.source)} -[{edge.type}]-> {names.get(edge.target)}")
    if walked.truncated:
        say("There is more; --limit raises how much is shown.")


@entities.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--file", metavar="FILE", help="JSON lines of names, gzipped or not; - is the standard input.")
@click.option("--dry-run", is_flag=True, help="Resolve without writing anything.")
@list_options
@agent_facing
def resolve(
    *,
    workspace: str | None,
    token: str | None,
    names: tuple[str, ...],
    file: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Find the entity of each NAME, or of each line of FILE; missing ones are created.

    A line is {"id", "name", "type", "attributes"}. It is resolved against the workspace and the lines before it. The
    stage says how: exact, alias, trigram (a similar name, or one supported by attributes), new; rejected is a name
    without letters and digits.
    """
    if bool(names) == bool(file):
        raise click.UsageError("Give names, or --file.", click.get_current_context())
    with memory(workspace, token) as found:
        rows = _of_file(found, file, dry_run) if file else _of_names(found, names, dry_run)
    if as_json:
        print_json(rows)
    else:
        print_list(rows, RESOLVED, empty="No name.")


def _of_names(found: Any, names: tuple[str, ...], dry_run: bool) -> list[dict[str, Any]]:
    resolved = found.semantic.entities.resolve(names, create=not dry_run)
    return [
        {"id": None, "name": row.name, "entity": row.entity_id}
        | {"stage": row.stage, "score": row.score, "created": row.created}
        for row in resolved
    ]


def _of_file(found: Any, file: str, dry_run: bool) -> list[dict[str, Any]]:
    from oxgraph.client.entity_names import resolve_file

    with Bar("Resolving") as bar:
        report = resolve_file(found.semantic.entities.resolve, file, dry_run=dry_run, progress=bar)
    say(", ".join(f"{count:,} {stage}" for stage, count in sorted(report.stages.items())) or "No name.")
    return report.rows


@entities.command()
@click.argument("entity")
@click.argument("name")
@json_option
@agent_facing
def alias(workspace: str | None, token: str | None, entity: str, name: str, as_json: bool) -> None:
    """Add the alias NAME to ENTITY."""
    with memory(workspace, token) as found:
        given = found.semantic.entities.alias(whole(found, entity, "entity"), name)
    text = f"{given.alias} leads to {given.entity_id} {'now' if given.created else 'already'}."
    if given.others:
        text += f" It is also the name of {', '.join(given.others)}; `oxgraph entities merge` makes them one."
    done(given.model_dump(), text, as_json)


@entities.command()
@click.argument("keep")
@click.argument("absorb")
@json_option
@agent_facing
def merge(workspace: str | None, token: str | None, keep: str, absorb: str, as_json: bool) -> None:
    """Merge two entities: aliases, memories and references of ABSORB move to KEEP. `split` undoes it."""
    with memory(workspace, token) as found:
        report = found.semantic.entities.merge(whole(found, keep, "entity"), whole(found, absorb, "entity"))
    text = f"{report.absorbed_id} is part of {report.entity_id}: {_moved(report)} moved."
    unchanged = f"{report.absorbed_id} is part of {report.entity_id} already."
    done(report.model_dump(), unchanged if report.outcome == "unchanged" else text, as_json)


@entities.command()
@click.argument("absorbed")
@json_option
@agent_facing
def split(workspace: str | None, token: str | None, absorbed: str, as_json: bool) -> None:
    """Undo the merge that made ABSORBED part of another entity."""
    with memory(workspace, token) as found:
        report = found.semantic.entities.split(whole(found, absorbed, "entity"))
    text = f"{report.absorbed_id} is an entity of its own again: {_moved(report)} moved back from {report.entity_id}."
    done(report.model_dump(), text, as_json)


def _moved(report: Any) -> str:
    moved = {"name": report.aliases, "memory": report.memories, "reference": report.references}
    return ", ".join(count(number, what) for what, number in moved.items())


@entities.command()
@click.argument("entity")
@json_option
@agent_facing
def hide(workspace: str | None, token: str | None, entity: str, as_json: bool) -> None:
    """Hide ENTITY: it is no longer found by name; nothing is deleted."""
    with memory(workspace, token) as found:
        row = found.semantic.entities.hide(whole(found, entity, "entity"))
    done(row.model_dump(), f"{row.entity_id} is hidden.", as_json)


@entities.command()
@click.argument("entity")
@json_option
@agent_facing
def unhide(workspace: str | None, token: str | None, entity: str, as_json: bool) -> None:
    """Show a hidden ENTITY again."""
    with memory(workspace, token) as found:
        row = found.semantic.entities.show(whole(found, entity, "entity"))
    done(row.model_dump(), f"{row.entity_id} is shown again.", as_json)


@entities.command("types")
@list_options
@agent_facing
def types_(workspace: str | None, token: str | None, as_json: bool) -> None:
    """List the defined types of entities."""
    with memory(workspace, token) as found:
        rows = found.semantic.entities.types()
    show(
        rows,
        as_json,
        ("name", "parent", "description"),
        "No type yet; `oxgraph entities define-type NAME` defines one.",
    )


@entities.command("define-type")
@click.argument("name")
@click.option("--description", help="A description.")
@click.option("--parent", help="The parent type.")
@json_option
@agent_facing
def define_type(workspace: str | None, token: str | None, name: str, as_json: bool, **asked: Any) -> None:
    """Define the entity type NAME, or change it."""
    with memory(workspace, token) as found:
        show(found.semantic.entities.define_type(name, **asked), as_json)


@entities.command()
@click.argument("a")
@click.argument("type", metavar="TYPE")
@click.argument("b")
@click.option("--connection", help="The source of the relationship (connection).")
@json_option
@agent_facing
def link(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Create the relationship TYPE of your domain, such as OWNS, from entity A to entity B."""
    with memory(workspace, token) as found:
        ends = all_whole(found, (asked["a"], asked["b"]), "entity")
        show(found.semantic.entities.link(ends[0], asked["type"], ends[1], asked["connection"]), as_json)


COMMANDS = [entities]
