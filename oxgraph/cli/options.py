"""Options that many commands share, and the kinds of values they take."""

import functools
import json
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar, cast

import click

from oxgraph import tables
from oxgraph.cli.output import EVERYTHING
from oxgraph.errors import InvalidInput
from oxgraph.near import did_you_mean

F = TypeVar("F", bound=Callable[..., Any])

USER = "oxgraph.user_id"
"""The key of a command's context under which the user of --user-id stands."""


class Choice(click.Choice[str]):
    """One of some words; a word that is near to one of them is asked for."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """The message, with the question."""
        return super().get_invalid_choice_message(value, ctx) + did_you_mean(str(value), self.choices)


class Time(click.ParamType[datetime]):
    """A time in ISO 8601 with a zone, as UTC, or a day, such as 2025-06-29, which is its beginning in UTC.

    A time without a zone is refused: it could mean any of 38 instants.
    """

    name = "time"
    of_day = time.min
    """The time for which a day stands."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The time. Raises InvalidInput."""
        if isinstance(value, datetime):
            return value
        field = param.opts[0] if param else "time"
        try:
            if len(value) == len("2025-06-29"):
                return datetime.combine(date.fromisoformat(value), self.of_day, UTC)
            found = datetime.fromisoformat(value)
            zoned = found.tzinfo is not None
            found = found.astimezone(UTC) if zoned else found
        except (ValueError, OverflowError):
            reason = f"{value} is not a time; write it like 2025-01-20T00:00:00Z, or a day like 2025-01-20"
            raise InvalidInput(field=field, reason=reason) from None
        if not zoned:
            raise InvalidInput(field=field, reason=f"{value} has no time zone; write it like 2025-01-20T00:00:00Z")
        return found


class Day(Time):
    """As `Time`, but a day is its end: for what was true or known on it."""

    name = "day"
    of_day = time.max


TIME = Time()
DAY = Day()
OUTCOME = Choice(["success", "failure"])


def _to_root(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Treat a connection option after the command like one before it."""
    if value is not None and param.name:
        ctx.find_root().params[param.name] = value


def connecting(command: F) -> F:
    """Accepts --uri, --user and --password after the command too."""
    for name in ("--password", "--user", "--uri"):
        option = click.option(name, hidden=True, expose_value=False, callback=_to_root)
        command = option(command)
    return command


def _to_memory(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    ctx.meta[USER] = value


def of_user(command: F) -> F:
    """--user-id: the command reads and writes as that user, without it what is shared."""
    return _user_id("The user whose it is, by the id that your systems use. Default: what is shared.")(command)


def seen_by_user(command: F) -> F:
    """--user-id: the command finds what that user sees, without it whatever the caller may see."""
    return _user_id("Only what this user sees: their own, and what is shared. Default: everybody's.")(command)


def _user_id(text: str) -> Callable[[F], F]:
    return click.option("--user-id", metavar="ID", expose_value=False, callback=_to_memory, help=text)


def json_option(command: F) -> F:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def _to_output(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.meta[EVERYTHING] = value


def list_options(command: F) -> F:
    """--json and --wide, for what prints a list."""
    option = click.option(
        "--wide",
        is_flag=True,
        expose_value=False,
        callback=_to_output,
        help="Show all columns, whole ids and seconds.",
    )
    return option(json_option(command))


def workspace_option(command: F) -> F:
    """--workspace, for what only an operator does."""
    option = click.option(
        "--workspace", metavar="NAME", envvar="OXGRAPH_WORKSPACE", show_envvar=True, required=True, help="Workspace."
    )
    return connecting(option(command))


def named_workspace(command: F) -> F:
    """The workspace as an argument, as `workspace create NAME` has it, or as --workspace; KEY=VALUE words go on.

    The command gets `workspace` and, from what is left of the words, `values`.
    """

    @functools.wraps(command)
    def chosen(words: tuple[str, ...], workspace: str | None, **rest: Any) -> Any:
        named = words[:1] if words and "=" not in words[0] else ()
        found = named[0] if named else workspace
        if not found:
            raise click.UsageError("Name the workspace.", click.get_current_context())
        return command(workspace=found, values=words[len(named) :], **rest)

    option = click.option(
        "--workspace", metavar="NAME", envvar="OXGRAPH_WORKSPACE", show_envvar=True, help="Instead of NAME."
    )
    return cast("F", connecting(option(chosen)))


def agent_facing(command: F) -> F:
    """--workspace with the database's login, or --token, which names its workspace by itself."""
    token = click.option(
        "--token",
        envvar="OXGRAPH_TOKEN",
        show_envvar=True,
        help="An agent's or operator's token, instead of --workspace.",
    )
    workspace = click.option(
        "--workspace", metavar="NAME", envvar="OXGRAPH_WORKSPACE", show_envvar=True, help="Workspace."
    )
    return connecting(workspace(token(command)))


LIMITS = {row["name"]: int(row["value"]) for row in tables.read("limits")}
"""The same as `oxgraph.types.limits`, which would load every type."""


def limit_option(
    default: int | None = LIMITS["page"], most: int = LIMITS["rows"], what: str = "rows"
) -> Callable[[F], F]:
    """--limit."""
    return click.option(
        "--limit", type=click.IntRange(1, most), default=default, show_default=True, help=f"Maximum number of {what}."
    )


def embedder_option(command: F) -> F:
    """--embedder."""
    option = click.option(
        "--embedder",
        metavar="NAME",
        envvar="OXGRAPH_EMBEDDER",
        show_envvar=True,
        help="minilm, onnx:FOLDER, sentence-transformers:MODEL or none. Default: minilm where its packages are.",
    )
    return option(command)


def properties_option(command: F) -> F:
    """--set KEY=VALUE, as the map `properties`."""
    option = click.option(
        "--set",
        "properties",
        metavar="KEY=VALUE",
        multiple=True,
        callback=_properties,
        help="Your own property; may be repeated. VALUE is read as JSON if possible; null removes the property.",
    )
    return option(command)


def _properties(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise click.UsageError(f"{word} is not of the form KEY=VALUE.", ctx)
        try:
            found[key] = json.loads(value)
        except (ValueError, RecursionError):
            found[key] = value
    return found


def as_of_day(command: F) -> F:
    """--as-of, for lists."""
    return click.option("--as-of", type=DAY, help="As of this day (its end) or time. Default: now.")(command)
