"""The little language of success conditions: parsed, never evaluated."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import Field

from oxgraph.errors import InvalidInput
from oxgraph.types import limits
from oxgraph.types.fields import Aggregation, Better, Input, Name, OneOrMany, Outcome, Text
from oxgraph.types.limits import ACTION_COUNT
from oxgraph.types.results import MetricRow

OUTCOME = re.compile(r"""[ \t]*outcome[ \t]*==[ \t]*(?P<quote>['"])(?P<outcome>success|failure)(?P=quote)[ \t]*""")
COUNT = re.compile(r"[ \t]*action_count[ \t]*<[ \t]*(?P<below>[1-9][0-9]{0,9})[ \t]*")
LONGEST_CONDITION = 200
FORMS = "must be one of: outcome == 'success', outcome == 'failure', action_count < N (N from 1 to 1000000000)"


class Condition(NamedTuple):
    """What a sequence must be: of an outcome, or shorter than `action_count_below` actions. Both None: anything."""

    outcome: Outcome | None = None
    action_count_below: int | None = None

    def __str__(self) -> str:
        if self.outcome is not None:
            return f"outcome == '{self.outcome}'"
        return f"action_count < {self.action_count_below}" if self.action_count_below is not None else ""


def parse_condition(text: str | None) -> Condition:
    """The condition that `text` writes, or none for None. Raises InvalidInput, which quotes the allowed forms."""
    if text is None:
        return Condition()
    if isinstance(text, str) and len(text) <= LONGEST_CONDITION:
        if match := OUTCOME.fullmatch(text):
            return Condition(outcome="success" if match["outcome"] == "success" else "failure")
        if (match := COUNT.fullmatch(text)) and int(match["below"]) <= ACTION_COUNT:
            return Condition(action_count_below=int(match["below"]))
    raise InvalidInput(field="success_condition", reason=FORMS)


class EventFilter(Input):
    """Which sequences: those with an action that has one of the types and one of the node types; none named: any."""

    action_type: OneOrMany[Name] = ()
    target_node_type: OneOrMany[Name] = ()


class MetricDefinition(Input):
    """A custom metric. Raises InvalidInput, also for a condition that `parse_condition` refuses."""

    name: Name
    description: Text | None = None
    event_filter: EventFilter = EventFilter()
    success_condition: str | None = None
    aggregation: Aggregation = "rate"
    window_days: int = Field(default=7, ge=1, le=limits.WINDOW_DAYS)
    better: Better = "higher"
    active: bool = True

    def model_post_init(self, context: Any, /) -> None:
        """A rate is the share that meets something."""
        if self.condition() == Condition() and self.aggregation == "rate":
            raise InvalidInput(field="success_condition", reason=f"{FORMS}; a rate needs one")

    def condition(self) -> Condition:
        """The parsed condition."""
        return parse_condition(self.success_condition)

    def properties(self) -> dict[str, Any]:
        """The node's properties; the parsed condition stands beside its text, so that Cypher needs no parser."""
        condition = self.condition()
        return self.model_dump(exclude={"event_filter", "success_condition"}) | {
            "action_types": list(self.event_filter.action_type),
            "node_types": list(self.event_filter.target_node_type),
            "success_condition": str(condition) or None,
            "condition_outcome": condition.outcome,
            "condition_action_count_below": condition.action_count_below,
        }


def definition(given: Mapping[str, Any]) -> MetricDefinition:
    """A definition whose event_filter is a dictionary. Raises InvalidInput."""
    return MetricDefinition(**dict(given) | {"event_filter": _filter(given.get("event_filter"))})


def _filter(given: object) -> EventFilter:
    if given is None:
        return EventFilter()
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise InvalidInput(field="event_filter", reason="must have the keys action_type or target_node_type, or both")
    try:
        return EventFilter(**given)
    except InvalidInput as error:
        field = f"event_filter.{error.values['field']}"
        raise InvalidInput(field=field, reason=error.values["reason"]) from None


def redefined(row: MetricRow, changes: Mapping[str, Any]) -> MetricDefinition:
    """The definition of a custom metric after some changes; an empty condition takes it off. Raises InvalidInput."""
    kept = row.model_dump(include=set(MetricDefinition.model_fields))
    kept["event_filter"] = {"action_type": row.action_types, "target_node_type": row.node_types}
    none = {"success_condition": None} if changes.get("success_condition") == "" else {}
    return definition(kept | dict(changes) | none)


def unsaved(given: Mapping[str, Any]) -> MetricRow:
    """The metric that a definition without a name makes, to be asked and not kept. Raises InvalidInput."""
    asked = definition({**given, "name": "preview"}).properties()
    return MetricRow(id="preview", built_in=False, kind="sequences", **asked)


def parameters(metric: MetricRow) -> dict[str, Any]:
    """What a metric over sequences asks for, as Cypher and SQL take it."""
    condition = parse_condition(metric.success_condition)
    return {
        "action_types": list(metric.action_types),
        "node_types": list(metric.node_types),
        "outcome": condition.outcome,
        "action_count_below": condition.action_count_below,
        "aggregation": metric.aggregation,
        "better": metric.better,
    }
