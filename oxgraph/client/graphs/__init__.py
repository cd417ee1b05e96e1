"""Graphs of the domain, as JSON lines, into a workspace."""

from oxgraph.client.graphs.importing import GraphImport, import_graph

__all__ = ["GraphImport", "import_graph"]
