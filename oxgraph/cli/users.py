"""user …: facts about single users."""

import shlex
from datetime import datetime
from pathlib import Path

import click

from oxgraph.cli.connection import chosen, memory, operator
from oxgraph.cli.ids import whole
from oxgraph.cli.memories import as_of_options, print_remembered
from oxgraph.cli.options import agent_facing, embedder_option, json_option, limit_option, list_options, workspace_option
from oxgraph.cli.output import done, say, show
from oxgraph.cli.sections import Group
from oxgraph.wording import count

COLUMNS = ("id", "fact", "category", "confidence", "recorded_at", "reinforced_at")


@click.group(cls=Group)
def user() -> None:
    """List, add, forget and use facts about one user."""


@user.command()
@click.argument("user_id")
@click.option("--query", metavar="TEXT", help="Only the facts most similar to this text.")
@limit_option()
@as_of_options
@embedder_option
@list_options
@agent_facing
def facts(
    *,
    workspace: str | None,
    token: str | None,
    user_id: str,
    query: str | None,
    limit: int,
    valid: datetime | None,
    known: datetime | None,
    embedder: str | None,
    as_json: bool,
) -> None:
    """List the facts about USER_ID, the newest first, or the most similar to --query.

    Other memories that belong to the user are in `oxgraph memories list --user-id`.
    """
    as_of = (valid, known) if valid or known else None
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        one = found.user(user_id)
        rows = one.search_facts(query, min(limit, 1_000), as_of=as_of) if query else one.facts(limit, as_of=as_of)
    none = (
        f"No facts about {user_id}. `oxgraph memories list --user-id {shlex.quote(user_id)}` lists all that they see."
    )
    show(rows, as_json, COLUMNS if query is None else (*COLUMNS, "score"), none)


@user.command("remember")
@click.argument("user_id")
@click.argument("fact")
@click.option("--category", help="Your own category.")
@click.option("--supersedes", metavar="TEXT", help="An old fact that is no longer true, in similar words.")
@embedder_option
@json_option
@agent_facing
def user_remember(
    *,
    workspace: str | None,
    token: str | None,
    user_id: str,
    fact: str,
    category: str | None,
    supersedes: str | None,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Remember FACT about USER_ID, or confirm the fact with the same meaning."""
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        print_remembered(found.user(user_id).upsert_fact(fact, category, supersedes=supersedes), as_json)


@user.command("forget")
@click.argument("user_id")
@click.argument("fact_id", required=False)
@click.option("--matching", metavar="TEXT", help="Instead of FACT_ID: every fact that contains this text.")
@json_option
@agent_facing
def user_forget(
    *, workspace: str | None, token: str | None, user_id: str, fact_id: str | None, matching: str | None, as_json: bool
) -> None:
    """Forget the fact FACT_ID about USER_ID, or all facts that contain a text."""
    if (fact_id is None) == (matching is None):
        raise click.UsageError("Give FACT_ID or --matching, and not both.", click.get_current_context())
    with memory(workspace, token) as found:
        one, forgotten = found.user(user_id), 1
        if fact_id is not None:
            one.delete_fact(whole(found, fact_id, "memory"))
        else:
            forgotten = one.delete_matching_facts(matching or "")
    text = f"{count(forgotten, 'fact is', 'facts are')} forgotten."
    done({"user_id": user_id, "forgotten": forgotten}, text, as_json)


@user.command()
@click.argument("user_id")
@click.argument("query")
@click.option(
    "--top", "top_k", type=click.IntRange(1, 1_000), default=10, show_default=True, help="Maximum number of facts."
)
@embedder_option
@json_option
@agent_facing
def context(
    *,
    workspace: str | None,
    token: str | None,
    user_id: str,
    query: str,
    top_k: int,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Print the facts about USER_ID that are relevant to QUERY, as a block for a prompt."""
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        block = found.user(user_id).build_context(query, top_k)
    if block or as_json:
        done({"user_id": user_id, "context": block}, block, as_json)
    else:
        say("Nothing relevant is known.")


@user.command()
@click.argument("user_id")
@json_option
@agent_facing
def decay(workspace: str | None, token: str | None, user_id: str, as_json: bool) -> None:
    """Apply the decay of confidence to the facts about USER_ID now."""
    with memory(workspace, token) as found:
        report = found.user(user_id).decay_old_facts()
    text = f"{count(report.decayed, 'fact')} lost confidence, {count(report.pruned, 'was', 'were')} pruned."
    done(report.model_dump(), text, as_json)


@user.command("export")
@click.argument("user_id")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file to write.")
@json_option
@workspace_option
def export_user(workspace: str, user_id: str, out: Path, as_json: bool) -> None:
    """Write all that is held about USER_ID as readable JSON: what `oxgraph erase` would remove."""
    with operator() as client:
        made = client.export_user(workspace, user_id, out)
    counts = ", ".join(f"{part.replace('_', ' ')} {number:,}" for part, number in made.counts.items() if number)
    done(made.model_dump(), f"{out}: {counts or 'nothing is held about this user'}.", as_json)


COMMANDS = [user]
