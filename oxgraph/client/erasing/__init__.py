"""What names a subject, and what becomes of the nodes that do. Pure; no graph."""

from oxgraph.client.erasing.deeds import Deeds, sort_out
from oxgraph.client.erasing.names import Names
from oxgraph.client.erasing.searched import OURS, SKIPPED

__all__ = ["OURS", "SKIPPED", "Deeds", "Names", "sort_out"]
