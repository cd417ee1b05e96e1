"""The connection to Neo4j, asynchronous and synchronous; the only home of the driver."""

from oxgraph.graph._async.graph import AsyncGraph
from oxgraph.graph._shared import SCHEMES, Auth, Row, version
from oxgraph.graph._sync.graph import Graph

__all__ = ["SCHEMES", "AsyncGraph", "Auth", "Graph", "Row", "version"]
