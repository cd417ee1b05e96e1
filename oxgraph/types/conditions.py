"""The little language of success conditions: parsed, never evaluated."""

import re
from typing import NamedTuple

from oxgraph.errors import InvalidInput
from oxgraph.types.fields import Outcome
from oxgraph.types.limits import ACTION_COUNT

OUTCOME = re.compile(r"""[ \t]*outcome[ \t]*==[ \t]*(?P<quote>['"])(?P<outcome>success|failure)(?P=quote)[ \t]*""")
COUNT = re.compile(r"[ \t]*action_count[ \t]*<[ \t]*(?P<below>[1-9][0-9]{0,9})[ \t]*")
LONGEST = 200
FORMS = "must be one of: outcome == 'success', outcome == 'failure', action_count < N (N from 1 to 1000000000)"


class Condition(NamedTuple):
    """What a sequence must be: of an outcome, or shorter than `action_count_below` actions. Both None: anything."""

    outcome: Outcome | None = None
    action_count_below: int | None = None

    def __str__(self) -> str:
        if self.outcome is not None:
            return f"outcome == '{self.outcome}'"
        return f"action_count < {self.action_count_below}" if self.action_count_below is not None else ""


def parse(text: str | None) -> Condition:
    """The condition that `text` writes, or none for None. Raises InvalidInput, which quotes the allowed forms."""
    if text is None:
        return Condition()
    if isinstance(text, str) and len(text) <= LONGEST:
        if match := OUTCOME.fullmatch(text):
            return Condition(outcome="success" if match["outcome"] == "success" else "failure")
        if (match := COUNT.fullmatch(text)) and int(match["below"]) <= ACTION_COUNT:
            return Condition(action_count_below=int(match["below"]))
    raise InvalidInput(field="success_condition", reason=FORMS)
