"""Stage 2 without a model: rules over the dependency parse, each of them precise rather than complete."""

from oxgraph.extraction.rules.draft import Draft, Said
from oxgraph.extraction.rules.order import RULES

__all__ = ["RULES", "Draft", "Said"]
