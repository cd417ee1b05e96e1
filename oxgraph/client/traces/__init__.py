"""Recorded runs of agents, as JSON lines, into a workspace."""

from oxgraph.client.traces.importing import ImportReport, TraceImport, import_traces

__all__ = ["ImportReport", "TraceImport", "import_traces"]
