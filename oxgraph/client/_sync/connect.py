# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Connect to Neo4j: `connect` and `connect_async`."""

from typing import overload

from oxgraph import environment, migrations
from oxgraph.client._sync import tokens
from oxgraph.client._sync.client import Client
from oxgraph.client._sync.memory import Memory
from oxgraph.clock import Clock, present, utc_now
from oxgraph.cypher import statement
from oxgraph.errors import Unauthenticated
from oxgraph.graph import Graph
from oxgraph.models import CrossEncoder, Embedder, LanguageModel


@overload
def connect(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: None = None,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> Client: ...


@overload
def connect(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: str,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> Memory: ...


def connect(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: str | None = None,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> Client | Memory:
    """Connects to Neo4j: with a token to the memory of its workspace, without one as an operator.

    `uri` and `auth` (user, password) default to OXGRAPH_URI, OXGRAPH_USER and OXGRAPH_PASSWORD, else to the server
    that `oxgraph up` started. `clock` gives the time of everything written. `embedder` (of oxgraph.models) turns
    texts into vectors; without one, texts are found by their words. `model` (`oxgraph.models.language_model()` reads
    it from the environment) extracts memories from turns, judges what rules leave open and answers what is recalled;
    without one rules decide. `cross_encoder` (`oxgraph.models.cross_encoder()`) puts what is recalled in its order.

    Raises ConnectionFailed, AuthenticationFailed, PluginMissing, PluginVersionMismatch, SchemaOutdated,
    MigrationChanged, Unauthenticated, WorkspaceDeleted.
    """
    found_uri, found_auth = environment.connection(uri, auth)
    graph = Graph.open(found_uri, found_auth)
    try:
        migrations.require_current(graph.read(statement("system/applied_migrations")))
        if token is None:
            return Client(graph, clock, embedder, model, cross_encoder)
        return _memory(graph, token, Client(graph, clock, embedder, model, cross_encoder))
    except BaseException:
        graph.close()
        raise


def _memory(graph: Graph, token: str, given: Client) -> Memory:
    token_hash = tokens.digest(token)
    rows = graph.write(statement("token/open"), token_hash=token_hash, now=present(given.clock))
    if not rows:
        raise Unauthenticated()
    row = rows[0]
    access = given.access_of(row["workspace_id"], row["workspace"], row["role"], token_hash)
    access.authorize("settings")
    return Memory(access, owner=given)
