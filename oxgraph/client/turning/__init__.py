"""A turn without the graph: what its parts say, how its prompt is composed, and what is kept of it."""

from oxgraph.client.turning.composing import messages, prompt
from oxgraph.client.turning.exchange import Exchange, with_vector
from oxgraph.client.turning.gathering import Gathered, TurnStep
from oxgraph.client.turning.parts import ORDER, left_out, part, shown

__all__ = [
    "ORDER",
    "Exchange",
    "Gathered",
    "TurnStep",
    "left_out",
    "messages",
    "part",
    "prompt",
    "shown",
    "with_vector",
]
