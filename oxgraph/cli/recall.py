"""recall: search memories, messages, episodes and entities, and print the results with their reasons."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.ids import all_whole, whole_or_none
from oxgraph.cli.memories import as_of_options
from oxgraph.cli.options import TIME, Choice, agent_facing, embedder_option, list_options, of_user
from oxgraph.cli.output import cell, print_json, print_list, say
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.types import Recall, Recalled, RecallNotes

SHOWN = {"rank", "id", "type", "score", "relevance", "confidence", "freshness", "user_id"}
COLUMNS = ("rank", "type", "content", "since", "id", "score", "relevance", "confidence", "freshness")
EMPTY = {
    "nothing_relevant": "Nothing relevant is known.",
    "nothing_stored": "Nothing is stored in this workspace yet.",
    "deadline": "Nothing was found in that time.",
    "small_talk": "The query is small talk: it asks for nothing.",
    "filters": "Nothing that fits these conditions is known.",
}
NO_VECTOR = "no_vector"
"""The reason of retrievers left out for lack of an embedder; it is a normal case and reported with --explain alone."""

LEFT_OUT = {
    "deadline": "no time was left for it; give a longer --deadline",
    "failed": "its model failed; the log says how",
    "index": "its index is not ready; `oxgraph doctor` says more",
    NO_VECTOR: "there is no embedder; give one with --embedder, with a token to `oxgraph serve`",
    "other_model": "the workspace's vectors come from another model; give that one with --embedder, with a token to "
    "`oxgraph serve`, or change the workspace's with `oxgraph reembed`",
}
"""Why a retriever did not take part, and what to do."""


@click.command()
@click.argument("query")
@click.option("-k", type=click.IntRange(1, 1_000), help="Maximum number of results. Default: those that fit.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=Choice(["memory", "message", "episode", "entity"]),
    help="Only results of this kind; may be repeated. Default: all.",
)
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only memories of this type; may be repeated.")
@as_of_options
@click.option("--historical", is_flag=True, help="Also superseded and expired memories.")
@click.option("--conversation", "conversation_id", metavar="ID", help="Only messages of this conversation.")
@click.option(
    "--exclude-conversation", "exclude_conversation_id", metavar="ID", help="Leave out messages of this conversation."
)
@click.option("--minimum", type=float, metavar="SHARE", help="Minimum similarity (0–1); the most similar first.")
@click.option(
    "--entity",
    "entities",
    multiple=True,
    metavar="NAME",
    help="An entity that the query is about: a name or an id; may be repeated.",
)
@click.option("--now", type=TIME, help="The time for words like yesterday. Default: now.")
@click.option("--budget", type=int, default=2_000, show_default=True, help="Maximum number of tokens of the context.")
@click.option("--deadline", type=float, metavar="SECONDS", help="Time limit; slower steps are left out.")
@click.option("--without", multiple=True, metavar="NAME", help="Leave out a retriever or a rule; may be repeated.")
@click.option("--fusion", type=Choice(["sum", "rrf"]), help="The fusion formula. Default: the workspace's.")
@click.option("--context", "as_context", is_flag=True, help="Print the text for a model instead of a table.")
@click.option("--explain", is_flag=True, help="Explain the rank of each result.")
@click.option("--all-users", is_flag=True, help="Search what belongs to any user; by an operator, without --user-id.")
@click.option("--no-touch", is_flag=True, help="Do not record an access.")
@embedder_option
@list_options
@of_user
@agent_facing
def recall(
    workspace: str | None, token: str | None, embedder: str | None, as_json: bool, as_context: bool, **given: Any
) -> None:
    """Search memories, messages, episodes and entities for QUERY, the best first.

    If OXGRAPH_MODEL names a language model, it writes an answer; OXGRAPH_CROSS_ENCODER names a model that reranks the
    results.
    """
    clocks = given.pop("valid"), given.pop("known")
    touch = not given.pop("no_touch")
    with memory(workspace, token, embedder=chosen(embedder)) as space:
        for name in ("conversation_id", "exclude_conversation_id"):
            given[name] = whole_or_none(space, given[name], "conversation")
        given["entities"] = all_whole(space, given["entities"], "entity")
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
        print_list(rows(found.results), COLUMNS, empty="")
    else:
        click.echo(nothing(found.notes))
    if explain:
        print_reasons(found)
    left_out: dict[str, list[str]] = {}
    for one in found.notes.dropped:
        left_out.setdefault(one.reason, []).append(one.retriever)
    for reason, retrievers in left_out.items():
        if explain or reason != NO_VECTOR:
            say(f"Left out: {', '.join(retrievers)} ({reason}): {LEFT_OUT.get(reason, 'unknown')}.")


def nothing(notes: "RecallNotes") -> str:
    """Why there is no result, and how near what came into question was."""
    text = EMPTY.get(notes.empty_because or "", "Nothing is found.")
    if not notes.found or notes.relevance is None or notes.empty_because != "nothing_relevant":
        return text
    near = f"the nearest with a relevance of {cell(notes.relevance)}, and {cell(notes.threshold)} is needed"
    return f"{text} {count(notes.found, 'result')} came into question, {near} (recall_threshold). Try other words."


def rows(results: Iterable["Recalled"]) -> list[dict[str, Any]]:
    """The table's rows; of a message with its speaker, of a long text what stands in the context."""
    return [
        {
            **one.model_dump(include=SHOWN),
            "content": f"{one.speaker}: {one.shown}" if one.speaker else one.shown,
            "since": day(one.said_at or one.started_at or one.valid_from),
        }
        for one in results
    ]


def day(at: datetime | None) -> str | None:
    """The day of a time."""
    return at.date().isoformat() if at else None


def print_reasons(found: "Recall") -> None:
    """Prints the analysis of the query, and the reasons of each result."""
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
