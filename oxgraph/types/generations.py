"""What a change of the embedding model gives back."""

from typing import Literal

from oxgraph.types.results import Result


class ModelChange(Result):
    """From which model a workspace's vectors come, and from which they are to come.

    `marked`: the upkeep (`oxgraph worker`, `oxgraph evaluate`) with an embedder of `next_model` brings the workspace
    there. `called_off`: it stays with `model`. `named`: there were no vectors yet. `unchanged`: it is so already.
    """

    outcome: Literal["marked", "called_off", "named", "unchanged"]
    model: str
    next_model: str | None
