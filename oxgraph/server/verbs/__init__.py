"""Everything that can be asked of a workspace's memory, by the name that agents, programs and the log use."""

from oxgraph.server.verbs import metrics, remembering, switching, telemetry
from oxgraph.server.verbs.verb import VERBS, Done, Page, Verb

__all__ = ["VERBS", "Done", "Page", "Verb", "metrics", "remembering", "switching", "telemetry"]
