"""remember, memories …, why, review …"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.ids import all_whole, only_of, whole, whole_or_none
from oxgraph.cli.options import (
    DAY,
    TIME,
    Choice,
    agent_facing,
    embedder_option,
    json_option,
    limit_option,
    list_options,
    of_user,
    seen_by_user,
)
from oxgraph.cli.output import done, print_json, print_list, say, show
from oxgraph.cli.sections import Group
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.ids import is_uuid
from oxgraph.near import did_you_mean
from oxgraph.wording import NOTHING_STORED

if TYPE_CHECKING:
    from oxgraph.client import Memory

COLUMNS = (
    "id",
    "type",
    "content",
    "confidence",
    "valid_from",
    "status",
    "subject",
    "predicate",
    "object",
    "freshness",
    "valid_to",
    "recorded_at",
)
HISTORY_COLUMNS = (
    "id",
    "valid_from",
    "valid_to",
    "status",
    "content",
    "subject",
    "predicate",
    "object",
    "confidence",
    "recorded_at",
    "retired_at",
)
STATUSES = Choice(["active", "superseded", "expired", "forgotten", "any"])
SENTENCES = {
    "created": "Remembered as {memory_id}.",
    "merged": "Known already: {memory_id}, now confirmed once more.",
    "unchanged": "Known already, from this very source: {memory_id}.",
    "undecided": "Nothing was remembered: whether it says the same as {reason} is not decided.",
}

ELSEWHERE = {
    "message": "a message: `oxgraph conversations shown {id}` lists what memory showed in the prompt before it",
    "episode": "an episode: `oxgraph episodes list` shows what it sums up",
}
"""What `why` does not explain, and the commands that say more of it."""


def as_of_options(command: Any) -> Any:
    """--valid and --known."""
    for name, meaning in (("--known", "Recorded time: as known"), ("--valid", "Valid time: as true")):
        text = f"{meaning} on this day (its end) or at this time. Default: now."
        command = click.option(name, type=DAY, help=text)(command)
    return command


def statement_options(command: Any) -> Any:
    """The fields of a statement that both a new memory and one that replaces another may have."""
    fields: list[tuple[str, dict[str, Any]]] = [
        ("--subject", {"metavar": "NAME", "help": "Whom or what it is about."}),
        ("--predicate", {"metavar": "NAME", "help": "What it says of the subject, such as works_at."}),
        ("--object", {"metavar": "NAME", "help": "The other one that it names."}),
        ("--subject-id", {"metavar": "ID", "help": "The subject by its id, instead of --subject."}),
        ("--object-id", {"metavar": "ID", "help": "The object by its id, instead of --object."}),
        ("--subject-type", {"metavar": "TYPE", "help": "What the subject is."}),
        ("--object-type", {"metavar": "TYPE", "help": "What the object is."}),
        ("--topic-key", {"metavar": "KEY", "help": "What has the same key and subject takes turns."}),
        ("--keyword", {"multiple": True, "metavar": "WORD", "help": "A word to find it by."}),
        ("--category", {"help": "A category of yours."}),
        ("--confidence", {"type": float, "help": "How sure it is, 0 to 1. Default: 1."}),
        ("--valid-from", {"type": TIME, "help": "Since when it holds. Default: when it was stated."}),
        ("--valid-to", {"type": TIME, "help": "Until when it holds. Default: open."}),
        ("--stated-at", {"type": TIME, "help": "When it was said. Default: now."}),
        ("--evidence", {"multiple": True, "metavar": "ID", "help": "A source, such as the id of a message."}),
        ("--session", {"metavar": "ID", "help": "The agent's session."}),
    ]
    for name, options in reversed(fields):
        command = click.option(name, **options)(command)
    return command


def near_type(memory: "Memory", given: str | None) -> str:
    """Asks for the type of memories that is near to an unknown one; empty where none is."""
    return did_you_mean(given, [row.name for row in memory.semantic.types.list()]) if given else ""


@contextmanager
def asking_for_type(memory: "Memory", given: str | None) -> Iterator[None]:
    """Lets the refusal of an unknown type ask for the one that is near."""
    try:
        yield
    except InvalidInput as error:
        hint = near_type(memory, given) if str(error).startswith("type: ") else ""
        raise InvalidInput(f"{error}.{hint}" if hint else str(error)) from None


def statement(memory: "Memory", given: dict[str, Any]) -> dict[str, Any]:
    """What was given of them, by the client's names, with whole ids."""
    given = {name: value for name, value in given.items() if value not in (None, ())}
    if "session" in given:
        given["session"] = whole(memory, given["session"], "session")
    for name in given.keys() & {"subject_id", "object_id"}:
        given[name] = whole(memory, given[name], "entity")
    if "evidence" in given:
        given["evidence"] = all_whole(memory, given["evidence"], "message", "memory", "action", "episode")
    renamed = {"keyword": "keywords", "session": "session_id"}
    found = {renamed.get(name, name): value for name, value in given.items()}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def print_remembered(remembered: Any, as_json: bool) -> None:
    """Prints the outcome of a statement."""
    if as_json:
        print_json(remembered)
        return
    sentence = NOTHING_STORED.get(remembered.reason) or SENTENCES[remembered.outcome]
    click.echo(sentence.format(memory_id=remembered.memory_id, reason=remembered.reason))
    for label, ids in (
        ("Superseded", remembered.superseded),
        ("Superseded by", [remembered.superseded_by] if remembered.superseded_by else []),
        ("Contradicts", remembered.contradicts),
    ):
        for id in ids:
            click.echo(f"{label} {id}.")


@click.command()
@click.argument("content")
@click.option("--type", default="fact", show_default=True, help="fact, preference, event, relation, …")
@statement_options
@click.option("--id", help="A UUID, so that a repetition changes nothing.")
@embedder_option
@json_option
@of_user
@agent_facing
def remember(workspace: str | None, token: str | None, embedder: str | None, as_json: bool, **given: Any) -> None:
    """Remember CONTENT, one statement.

    A memory with the same statement is confirmed, one that it replaces is superseded, one that it contradicts is
    marked; `oxgraph why` explains each change.
    """
    with memory(workspace, token, embedder=chosen(embedder)) as found, asking_for_type(found, given["type"]):
        print_remembered(found.semantic.remember(**statement(found, given)), as_json)


@click.group(cls=Group)
def memories() -> None:
    """List, show, correct, forget and revive memories."""


@memories.command("list")
@click.option("--subject", metavar="NAME", help="Only about this subject: a name or an id.")
@click.option("--predicate", metavar="NAME", help="Only with this predicate.")
@click.option("--object", metavar="NAME", help="Only with this object: a name or an id.")
@click.option("--type", help="Only of this type.")
@click.option("--status", type=STATUSES, help="Default: active and valid now.")
@as_of_options
@limit_option()
@list_options
@seen_by_user
@agent_facing
def memories_list(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List memories, the last recorded first."""
    clocks = asked.pop("valid"), asked.pop("known")
    with memory(workspace, token) as found:
        asked |= {name: whole_or_none(found, asked[name], "entity") for name in ("subject", "object")}
        rows = found.semantic.list(**asked, as_of=clocks if any(clocks) else None)
        hint = "" if rows or as_json else near_type(found, asked["type"])
    show(rows, as_json, COLUMNS, f"No memory is found.{hint}")


@memories.command()
@click.argument("memory_id")
@as_of_options
@json_option
@seen_by_user
@agent_facing
def get(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Show the memory MEMORY_ID, whatever its status."""
    clocks = asked.pop("valid"), asked.pop("known")
    with memory(workspace, token) as found:
        asked["memory_id"] = whole(found, asked["memory_id"], "memory")
        show(found.semantic.get(**asked, as_of=clocks if any(clocks) else None), as_json)


@memories.command()
@click.argument("memory_id", required=False)
@click.option("--subject", metavar="NAME", help="Instead of MEMORY_ID, with --predicate.")
@click.option("--predicate", metavar="NAME", help="Instead of MEMORY_ID, with --subject.")
@as_of_options
@list_options
@seen_by_user
@agent_facing
def history(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Show the history of a fact: what MEMORY_ID replaced, what replaced it, and what contradicts it."""
    clocks = asked.pop("valid"), asked.pop("known")
    with memory(workspace, token) as found:
        asked["memory_id"] = whole_or_none(found, asked["memory_id"], "memory")
        rows = found.semantic.history(**asked, as_of=clocks if any(clocks) else None)
    show(rows, as_json, HISTORY_COLUMNS, "It has no history.")


@memories.command()
@click.argument("memory_id")
@click.argument("content")
@click.option("--correction", is_flag=True, help="The old one was wrong from the start.")
@click.option("--type", help="Default: the old one's.")
@statement_options
@embedder_option
@json_option
@seen_by_user
@agent_facing
def supersede(workspace: str | None, token: str | None, embedder: str | None, as_json: bool, **given: Any) -> None:
    """Replace the memory MEMORY_ID by CONTENT, without applying the conflict rules."""
    memory_id, correction = given.pop("memory_id"), given.pop("correction")
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        memory_id, given = whole(found, memory_id, "memory"), statement(found, given)
        with asking_for_type(found, given.get("type")):
            print_remembered(found.semantic.supersede(memory_id, correction=correction, **given), as_json)


@memories.command()
@click.argument("memory_id")
@click.option("--restore", is_flag=True, help="Make memories active again that only this one had superseded.")
@json_option
@seen_by_user
@agent_facing
def forget(workspace: str | None, token: str | None, memory_id: str, restore: bool, as_json: bool) -> None:
    """Forget the memory MEMORY_ID: no read returns it; `oxgraph memories revive` brings it back."""
    with memory(workspace, token) as found:
        memory_id = whole(found, memory_id, "memory")
        change = found.semantic.forget(memory_id, restore)
    done(change.model_dump(), f"{memory_id} is forgotten.", as_json)


@memories.command()
@click.argument("memory_id")
@json_option
@agent_facing
def revive(workspace: str | None, token: str | None, memory_id: str, as_json: bool) -> None:
    """Make the expired or forgotten memory MEMORY_ID active again."""
    with memory(workspace, token) as found:
        memory_id = whole(found, memory_id, "memory")
        change = found.semantic.revive(memory_id)
    status = change.to_status or change.from_status
    why = "; only an expired or forgotten one can be revived" if change.outcome == "unchanged" else ""
    done(change.model_dump(), f"{memory_id} is {status}{why}.", as_json)


@click.command()
@click.argument("id")
@list_options
@seen_by_user
@agent_facing
def why(workspace: str | None, token: str | None, id: str, as_json: bool) -> None:
    """Explain the history of the memory, entity or pattern ID, also if it was deleted.

    An entity may be given by its node_id or name, too.
    """
    with memory(workspace, token) as found:
        id = whole(found, id, "memory", "entity", "pattern")
        try:
            explanation = found.semantic.why(id if is_uuid(id) else found.semantic.entities.get(id).id)
        except NotFound as error:
            raise _told_elsewhere(found, id) or error from None
    if as_json:
        print_json(explanation)
        return
    click.echo(explanation.text)
    if explanation.evidence:
        click.echo()
        print_list(explanation.evidence, ("id", "role", "said_at", "text"), empty="")


def _told_elsewhere(memory: "Memory", id: str) -> NotFound | None:
    """The error for an id of something else, with the command that says more of it; None for what is not there."""
    row = only_of(memory, id, "message", "episode")
    if row is None:
        return None
    text = f"{row.id} is no memory, entity or pattern but {ELSEWHERE[row.kind].format(id=row.id)}."
    return NotFound(text, kind="memory, entity or pattern", id=row.id)


@click.group(cls=Group)
def review() -> None:
    """List contradictions that need a decision, and resolve them."""


@review.command("list")
@limit_option()
@list_options
@agent_facing
def review_list(workspace: str | None, token: str | None, limit: int, as_json: bool) -> None:
    """List memories that need a review, the oldest first, each with those that contradict it.

    Each contradiction is shown once; --json has a row for each memory of it.
    """
    with memory(workspace, token) as found:
        rows = found.semantic.review.list(limit)
    if as_json:
        print_json(rows)
        return
    if not rows:
        say("Nothing waits for a review.")
    shown: list[set[str]] = []
    for row in rows:
        ids = {one.id for one in (row.memory, *row.contradicts)}
        if any(ids <= before for before in shown):
            continue
        shown.append(ids)
        print_list([row.memory, *row.contradicts], ("id", "subject", "content", "confidence", "valid_from"), empty="")
        click.echo()


@review.command()
@click.argument("memory_id")
@click.option("--keep", metavar="ID", help="The memory that is right; the others were wrong.")
@click.option("--content", help="Instead of --keep: a new memory that replaces them all.")
@click.option("--correction", is_flag=True, help="Mark them as wrong, whenever the new one begins.")
@statement_options
@embedder_option
@json_option
@agent_facing
def resolve(workspace: str | None, token: str | None, embedder: str | None, as_json: bool, **given: Any) -> None:
    """Resolve the contradiction between MEMORY_ID and the memories that contradict it."""
    memory_id, keep, correction = given.pop("memory_id"), given.pop("keep"), given.pop("correction")
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        memory_id, keep = whole(found, memory_id, "memory"), whole_or_none(found, keep, "memory")
        settled = found.semantic.review.resolve(memory_id, keep, correction=correction, **statement(found, given))
    if isinstance(settled, list):
        wrong = [change for change in settled if change.id != keep]
        done({"kept": keep, "others": wrong}, f"{keep} is kept; found wrong: {len(wrong)}.", as_json)
    else:
        print_remembered(settled, as_json)


COMMANDS = [remember, memories, why, review]
