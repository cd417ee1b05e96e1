"""A caller of a writer: calls that are announced in the ledger, and repeated until they are acknowledged.

A lane owns what it writes: its sessions, subjects, conversations and slots have names of its own, so that the ledger
knows what they must hold. Every text carries the mark of its workspace, a user's also the user's mark.
"""

import json
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.campaign.ledger import Ledger, Put
from tests.campaign.transports import Answer, JsonMap, Transport

USERS = ("ada", "bob")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MISSING_IS_FINE = frozenset(("not_found", "workspace_deleted"))
ONCE = {
    "ontology.create_node": "already",
    "memory.metric_create": "taken",
    "memory.metric_delete": "",
    "semantic.merge": "",
    "semantic.split": "",
    "semantic.resolve_review": "",
    "workspace.delete": "",
}
"""Operations that are refused once they are done, and a text of that answer."""
PAUSE = 0.5
"""Seconds before a call whose answer is missing is repeated."""


@dataclass(frozen=True)
class Place:
    """The workspace of a lane, its mark, and the marks that no answer may hold."""

    workspace_id: str
    mark: str
    foreign: tuple[str, ...]

    def mark_of(self, user: str | None) -> str:
        """The mark of a text, in a user's own of the user too."""
        return f"{self.mark}{user}" if user else self.mark

    @staticmethod
    def bait(mark: str) -> str:
        """A word that stands beside a mark. Others search for it: a query is echoed, so they never name the mark."""
        return mark[::-1]


@dataclass
class Caller:
    """One caller of a writer: how it calls, and what its texts are. What it does is in the classes below it."""

    name: str
    transport: Transport
    ledger: Ledger
    place: Place
    chance: random.Random
    now: Callable[[], datetime]
    stop: threading.Event
    facts: list[str] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    user_facts: list[tuple[str, str]] = field(default_factory=list)
    talk: list[tuple[str, str]] = field(default_factory=list)
    slots: dict[str, int] = field(default_factory=dict)
    entities: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    metrics: list[str] = field(default_factory=list)
    home: tuple[str, int] = ("", 0)
    count: int = 0

    # -- calling ---------------------------------------------------------------------------------------------------

    def _call(self, operation: str, arguments: JsonMap, puts: Iterable[Put] = (), *, again: bool = True) -> Answer:
        """Announces and performs a call, and repeats it until it is acknowledged; the last answer."""
        if not self.transport.offers(operation):
            return Answer("refused", "not_offered")
        planned, first = list(puts), True
        while True:
            number = self.ledger.begin(self.name, operation, planned, self.transport.seconds)
            began = time.monotonic()
            answer = self._whole(operation, self.transport.call(operation, arguments), first)
            self.ledger.end(number, answer.status, answer.code, time.monotonic() - began)
            self._judge(operation, arguments, answer)
            if answer.status != "unknown" or not again or self.stop.wait(PAUSE):
                return answer
            first = False

    def _whole(self, operation: str, answer: Answer, first: bool) -> Answer:
        """A turn says in its result what was not kept, or not confirmed; a repetition may find its work done."""
        if operation == "turn.finish" and answer.status == "done":
            left = [*answer.data["failed"], *answer.data["unconfirmed"]]
            return Answer("unknown", "turn_" + "_".join(left), answer.data) if left else answer
        if not first and answer.status == "refused" and operation in ONCE and ONCE[operation] in answer.text:
            return Answer("done", "made_before", {})
        return answer

    def _judge(self, operation: str, arguments: JsonMap, answer: Answer) -> None:
        if answer.status == "untyped":
            self.ledger.wrong("untyped", operation, f"{answer.code}: {answer.text}; given {arguments}")
        elif answer.status == "refused" and answer.code not in MISSING_IS_FINE:
            self.ledger.wrong("refused", operation, f"{answer.code}: {answer.text}; given {arguments}")
        elif answer.status == "done":
            self._scan(operation, arguments, answer)

    def _scan(self, operation: str, arguments: JsonMap, answer: Answer) -> None:
        """No answer holds a text of another workspace; none to a user one of another user."""
        text = json.dumps(answer.data)
        user = arguments.get("user_id")
        others = [self.place.mark_of(other) for other in USERS if user and other != user]
        for mark in (*self.place.foreign, *others):
            if mark in text:
                at = text.index(mark)
                self.ledger.wrong("foreign", operation, f"{text[max(0, at - 100) : at + 100]}; given {arguments}")

    # -- texts -----------------------------------------------------------------------------------------------------

    def _id(self) -> str:
        return str(uuid.UUID(int=self.chance.getrandbits(128), version=4))

    def _word(self, length: int = 9) -> str:
        return "".join(self.chance.choices(LETTERS, k=length))

    def _text(self, user: str | None = None) -> str:
        self.count += 1
        mark = self.place.mark_of(user)
        return f"{mark} {self.place.bait(mark)} {self._word()} {self._word()} {self.name} {self.count}"

    def _user(self) -> str | None:
        return self.chance.choice((None, None, *USERS))

    def _time(self, text: str) -> Any:
        """A time as the transport takes it."""
        return text if self.transport.json else datetime.fromisoformat(text)
