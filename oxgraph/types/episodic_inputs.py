"""What the calls about episodes take."""

from typing import Annotated

from pydantic import Field

from oxgraph.types import limits
from oxgraph.types.fields import Id, Input, Limit, Time, Uuid


class OldTurns(Input):
    """Which turns of a conversation are summed up: not the latest `retain_last`, and none of the last days.

    None is the workspace's number; `now` is seen from where. Raises InvalidInput.
    """

    conversation_id: Id
    retain_last: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    max_age_days: Annotated[int | float, Field(ge=0, le=36_500, allow_inf_nan=False)] | None = None
    now: Time | None = None


class RecentEpisodes(Input):
    """The latest episodes of a conversation; None is the workspace's number. Raises InvalidInput."""

    conversation_id: Id
    limit: Annotated[int, Field(ge=1, le=100)] | None = None


class EpisodesBefore(Input):
    """Episodes that ended before a time. Raises InvalidInput."""

    conversation_id: Id | None = None
    before: Time | None = None
    limit: Limit = limits.ROWS


class EpisodeId(Input):
    """An episode's id. Raises InvalidInput."""

    id: Uuid
