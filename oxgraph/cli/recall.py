"""recall."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.memories import as_of_options
from oxgraph.cli.options import TIME, agent_facing, embedder_option, json_option
from oxgraph.cli.output import cell, print_json, print_table, say

if TYPE_CHECKING:
    from oxgraph.types import Recall, Recalled

COLUMNS = ("rank", "type", "content", "since", "score", "relevance", "confidence", "freshness", "id")
EMPTY = {
    "nothing_relevant": "Nothing relevant is known.",
    "nothing_stored": "Nothing is stored in this workspace yet.",
    "deadline": "Nothing was found in that time.",
    "filters": "Nothing that fits these conditions is known.",
}
NO_VECTOR = "no_vector"
"""Why a retriever is left out where nobody has chosen an embedder; which is the normal case and not reported."""


@click.command()
@click.argument("query")
@click.option("-k", type=click.IntRange(1, 1_000), default=10, show_default=True, help="Maximum number of results.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(["memory", "message", "episode"]),
    help="Only these; may be repeated. Default: all.",
)
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only memories of this type; may be repeated.")
@as_of_options
@click.option("--historical", is_flag=True, help="Also what is superseded or expired.")
@click.option("--conversation", "conversation_id", metavar="ID", help="Only what was said there.")
@click.option("--exclude-conversation", "exclude_conversation_id", metavar="ID", help="Not what was said there.")
@click.option(
    "--minimum", type=float, metavar="SHARE", help="Only what is at least so similar (0–1), the most similar first."
)
@click.option("--entity", "entities", multiple=True, metavar="NAME", help="About this one too: a name or an id.")
@click.option("--now", type=TIME, help="The time that words like yesterday are seen from. Default: now.")
@click.option("--budget", type=int, default=2_000, show_default=True, help="Tokens of the context.")
@click.option("--deadline", type=float, metavar="SECONDS", help="Leave out what would take longer.")
@click.option("--without", multiple=True, metavar="NAME", help="Leave out a retriever or a rule; may be repeated.")
@click.option("--fusion", type=click.Choice(["sum", "rrf"]), help="How lists become one. Default: the workspace's.")
@click.option("--context", "as_context", is_flag=True, help="Print the text for a model instead of a table.")
@click.option("--explain", is_flag=True, help="Say of each result why it is where it is.")
@click.option("--no-touch", is_flag=True, help="Do not count it as read.")
@embedder_option
@json_option
@agent_facing
def recall(
    workspace: str | None, token: str | None, embedder: str | None, as_json: bool, as_context: bool, **given: Any
) -> None:
    """Find what is known about QUERY, the best first.

    Where OXGRAPH_MODEL names a language model, it also answers, and OXGRAPH_CROSS_ENCODER names a model that
    ranks the results again.
    """
    clocks = given.pop("valid"), given.pop("known")
    touch = not given.pop("no_touch")
    with memory(workspace, token, embedder=chosen(embedder)) as space:
        found = space.recall(**given, as_of=clocks if any(clocks) else None, touch=touch)
    if as_json:
        print_json(found)
    elif as_context:
        click.echo(found.context)
    else:
        print_recall(found, given["explain"])


def print_recall(found: "Recall", explain: bool) -> None:
    """Prints the answer, if there is one, the table, and with `explain` the reasons."""
    if found.answer:
        click.echo(f"{found.answer}\n")
    if found.results:
        print_table(rows(found.results), COLUMNS, empty="")
    else:
        click.echo(EMPTY.get(found.notes.empty_because or "", "Nothing is found."))
    if explain:
        print_reasons(found)
    for one in found.notes.dropped:
        if one.reason != NO_VECTOR:
            say(f"Left out: {one.retriever} ({one.reason}).")


def rows(results: Iterable["Recalled"]) -> list[dict[str, Any]]:
    """The table's rows; of a message with its speaker."""
    return [
        {
            **one.model_dump(include={"rank", "id", "type", "score", "relevance", "confidence", "freshness"}),
            "content": f"{one.speaker}: {one.content}" if one.speaker else one.content,
            "since": day(one.said_at or one.started_at or one.valid_from),
        }
        for one in results
    ]


def day(at: datetime | None) -> str | None:
    """The day of a time."""
    return at.date().isoformat() if at else None


def print_reasons(found: "Recall") -> None:
    """Prints what the query was taken for, and why each result is there."""
    notes = found.notes
    click.echo()
    for name in (
        "plan",
        "path",
        "specific",
        "found",
        "relevance",
        "threshold",
        "window",
        "predicates",
        "types",
        "negated",
    ):
        value = getattr(notes, name)
        if value not in (None, (), ""):
            click.echo(f"{name.ljust(10)}  {cell(value)}")
    if notes.entities:
        click.echo(f"entities    {', '.join(f'{one.name} ({one.id})' for one in notes.entities)}")
    if notes.elapsed_ms:
        click.echo(f"ms          {', '.join(f'{name} {cell(ms)}' for name, ms in notes.elapsed_ms.items())}")
    for one in found.results:
        click.echo(f"\n{one.rank}. {one.id}")
        for sentence in one.why:
            click.echo(f"   {sentence}")


COMMANDS = [recall]
