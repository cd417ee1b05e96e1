"""working …: the working memory of a conversation."""

import json
from typing import Any

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.ids import whole
from oxgraph.cli.options import agent_facing, json_option, of_user
from oxgraph.cli.output import done, print_json, print_table
from oxgraph.cli.sections import Group
from oxgraph.errors import InvalidInput
from oxgraph.wording import count

COLUMNS = ("slot", "value")
NOT_JSON = """must be JSON; put a text in double quotes within single ones, like '"a text"'"""


@click.group(cls=Group)
def working() -> None:
    """Read and write working memory: slots of a conversation, which expire one hour after the last read."""


@working.command("get")
@click.argument("conversation")
@click.argument("slots", nargs=-1, metavar="[SLOT]...")
@json_option
@of_user
@agent_facing
def working_get(
    *, workspace: str | None, token: str | None, conversation: str, slots: tuple[str, ...], as_json: bool
) -> None:
    """Show the slots of CONVERSATION, or the named ones; this restarts their time to expiry."""
    with memory(workspace, token) as found:
        conversation = whole(found, conversation, "conversation")
        values = found.working.get_many(conversation, slots or None)
    if as_json:
        print_json(values)
        return
    rows = [{"slot": name, "value": json.dumps(value, ensure_ascii=False)} for name, value in values.items()]
    print_table(rows, COLUMNS, empty="Nothing is there.")


@working.command("set")
@click.argument("conversation")
@click.argument("slot")
@click.argument("value")
@click.option("--ttl", type=int, metavar="SECONDS", help="Seconds to expiry. Default: the workspace's slot_seconds.")
@json_option
@of_user
@agent_facing
def working_set(
    *,
    workspace: str | None,
    token: str | None,
    conversation: str,
    slot: str,
    value: str,
    ttl: int | None,
    as_json: bool,
) -> None:
    """Set SLOT of CONVERSATION to VALUE, which is JSON."""
    given = _parsed(value)
    with memory(workspace, token) as found:
        conversation = whole(found, conversation, "conversation")
        found.working.set(conversation, slot, given, ttl=ttl)
    done({"conversation": conversation, "slot": slot, "set": True}, f"{slot} is set.", as_json)


@working.command("clear")
@click.argument("conversation")
@click.argument("slots", nargs=-1, metavar="[SLOT]...")
@json_option
@of_user
@agent_facing
def working_clear(
    *, workspace: str | None, token: str | None, conversation: str, slots: tuple[str, ...], as_json: bool
) -> None:
    """Delete the slots of CONVERSATION, or only those named."""
    with memory(workspace, token) as found:
        conversation = whole(found, conversation, "conversation")
        if slots:
            deleted = sum(found.working.delete(conversation, slot) for slot in slots)
        else:
            deleted = found.working.clear(conversation)
    text = f"{count(deleted, 'slot is', 'slots are')} deleted."
    done({"conversation": conversation, "deleted": deleted}, text, as_json)


def _parsed(value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise InvalidInput(field="value", reason=NOT_JSON) from None


COMMANDS = [working]
