"""What a writer does: random operations of one lane, each announced in the ledger, repeated until it is acknowledged.

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
from datetime import datetime, timedelta
from typing import Any

from oxgraph.client.ingest_messages import spoken
from tests.campaign.ledger import ABSENT, Ledger, Put
from tests.campaign.transports import Answer, JsonMap, Transport

WRITES = {
    "capture": 10,
    "capture_many": 4,
    "session": 2,
    "remember": 8,
    "remember_many": 3,
    "move": 4,
    "forget": 2,
    "revive": 1,
    "add_messages": 5,
    "delete_message": 1,
    "summarize": 1,
    "turn": 3,
    "set_slot": 6,
    "delete_slot": 1,
    "user_fact": 3,
    "delete_fact": 1,
    "entity": 3,
    "erase": 1,
    "read": 24,
}
"""The writes, and `read` for any read, with how often each is chosen."""
USERS = ("ada", "bob")
SLOT_SECONDS = 30 * 86_400
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MISSING_IS_FINE = frozenset(("not_found", "workspace_deleted"))
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
class Lane:
    """One caller of a writer."""

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
    home: tuple[str, int] = ("", 0)
    count: int = 0

    def run(self) -> None:
        """Operations until `stop` is set."""
        chosen, weights = zip(*WRITES.items(), strict=True)
        while not self.stop.is_set():
            (one,) = self.chance.choices(chosen, weights)
            getattr(self, f"_{one}")()

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
        """A turn that could not keep everything says so in its result; an entity is made once, with its node_id."""
        if operation == "turn.finish" and answer.status == "done" and answer.data.get("failed"):
            return Answer("unknown", "turn_" + "_".join(answer.data["failed"]), answer.data)
        if operation == "ontology.create_node" and not first and "already" in answer.text:
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

    # -- telemetry -------------------------------------------------------------------------------------------------

    def _action(self) -> JsonMap:
        failure = self.chance.random() < 0.4
        return {
            "id": self._id(),
            "session_id": f"{self.place.mark} {self.name} {self.chance.randrange(4)}",
            "action_type": self.chance.choice(("get", "list", "merge")),
            "outcome": "failure" if failure else "success",
            "error_code": self.chance.choice(("Timeout", "NotFound")) if failure else None,
            "latency_ms": self.chance.randrange(1_000),
            "target_node_type": self.chance.choice(("person", "order")),
            "targets": self.chance.sample(self.entities, 1) if self.entities else [],
        }

    def _put_action(self, action: JsonMap) -> Put:
        same = ("session_id", "action_type", "outcome", "error_code", "latency_ms", "target_node_type")
        return Put("action", action["id"], {name: action[name] for name in same})

    def _capture(self) -> None:
        action = self._action()
        given = {name: value for name, value in action.items() if value is not None}
        self._call("telemetry.capture", given, [self._put_action(action)])

    def _capture_many(self) -> None:
        actions = [self._action() for _ in range(self.chance.choice((2, 5, 40)))]
        given = [{name: value for name, value in one.items() if value is not None} for one in actions]
        self._call("telemetry.capture_many", {"actions": given}, [self._put_action(one) for one in actions])

    def _session(self) -> None:
        name = f"{self.place.mark} {self.name} {self.chance.randrange(4)}"
        if self.chance.random() < 0.5:
            self._call("telemetry.start_session", {"session_id": name, "intent": self._text()})
        else:
            self._call("telemetry.end_session", {"session_id": name, "outcome": "success"})

    # -- semantic --------------------------------------------------------------------------------------------------

    def _memory(self, user: str | None) -> tuple[JsonMap, Put]:
        given: JsonMap = {"id": self._id(), "type": "fact", "content": self._text(user)}
        given |= {"subject": self._word(12), "predicate": "likes", "object": self._word(12)}
        value = {"content": given["content"], "status": "active", "user_id": user or ""}
        return given | ({"user_id": user} if user else {}), Put("memory", given["id"], value)

    def _remember(self) -> None:
        given, put = self._memory(self._user())
        if self._call("memory.remember", given, [put]).status == "done" and "user_id" not in given:
            self.facts.append(given["id"])

    def _remember_many(self) -> None:
        made = [self._memory(None) for _ in range(self.chance.choice((2, 3, 30)))]
        given = {"memories": [one for one, _ in made]}
        self._call("semantic.remember_many", given, [put for _, put in made])

    def _move(self) -> None:
        """Where one person lives, who moves on each time: the earlier places are superseded, one after the other."""
        person, number = self.home
        if not person or number > 12:
            person, number = self._word(14), 0
        given: JsonMap = {"id": self._id(), "type": "fact", "subject": person, "predicate": "lives_in"}
        given |= {"object": self._word(12), "content": self._text()}
        given["valid_from"] = (datetime.fromisoformat("2025-01-01T00:00:00+00:00") + timedelta(days=number)).isoformat()
        put = Put("home", f"{person}/{number:04}", {"id": given["id"], "content": given["content"]})
        given["valid_from"] = self._time(given["valid_from"])
        answer = self._call("memory.remember", given, [put])
        # Where the last place is not certain, the person is not followed any more.
        self.home = (person, number + 1) if answer.status == "done" else ("", 0)

    def _time(self, text: str) -> Any:
        """A time as the transport takes it."""
        return text if self.transport.seconds < 30 else datetime.fromisoformat(text)

    def _forget(self) -> None:
        if self.facts:
            memory_id = self.facts.pop(self.chance.randrange(len(self.facts)))
            put = Put("status", memory_id, "forgotten")
            if self._call("memory.forget", {"memory_id": memory_id}, [put]).status == "done":
                self.forgotten.append(memory_id)

    def _revive(self) -> None:
        if self.forgotten:
            memory_id = self.forgotten.pop()
            self._call("semantic.revive", {"memory_id": memory_id}, [Put("status", memory_id, "active")])

    def _user_fact(self) -> None:
        user = self.chance.choice(USERS)
        given = {"user_id": user, "fact": self._text(user), "id": self._id()}
        put = Put("memory", given["id"], {"content": given["fact"], "status": "active", "user_id": user})
        if self._call("user.upsert_fact", given, [put]).status == "done":
            self.user_facts.append((user, given["id"]))

    def _delete_fact(self) -> None:
        if self.user_facts:
            user, fact = self.user_facts.pop()
            self._call("user.delete_fact", {"user_id": user, "fact_id": fact}, [Put("status", fact, "forgotten")])

    def _entity(self) -> None:
        name = f"{self.place.mark} {self._word(14)}"
        given = {"name": name, "node_id": f"node-{self._word(14)}"}
        if (
            self._call("ontology.create_node", given, [Put("entity", given["node_id"], {"name": name})]).status
            == "done"
        ):
            self.entities.append(given["node_id"])

    def _erase(self) -> None:
        """Something is remembered about somebody, who is then erased for good."""
        if self.chance.random() < 0.7 or not self.transport.offers("semantic.erase_subject"):
            return
        person = self._word(16)
        given = {"id": self._id(), "type": "fact", "subject": person, "predicate": "likes", "object": self._word(12)}
        given["content"] = f"{self.place.mark} {person} was here"
        put = Put("erased", person, given["id"])
        if self._call("memory.remember", given, [put]).status == "done":
            self._call("semantic.erase_subject", {"subject": person}, [Put("erased", person, ABSENT)])

    # -- episodic and working ----------------------------------------------------------------------------------------

    def _add_messages(self) -> None:
        conversation = f"{self.place.mark} talk {self.name}"
        texts = [self._text() for _ in range(self.chance.choice((1, 1, 2, 12)))]
        messages = [{"text": text, "role": "user", "id": text, "said_at": self._said_at(text)} for text in texts]
        ids = [one.id for one in spoken(self.place.workspace_id, messages, conversation, None, self.now())]
        puts = [self._put_message(i, t, conversation, "") for i, t in zip(ids, texts, strict=True)]
        given = {"messages": messages, "conversation_id": conversation}
        if self._call("episodic.add_messages", given, puts).status == "done":
            self.talk += zip(ids, texts, strict=True)

    def _put_message(self, message_id: str, text: str, conversation: str, user: str) -> Put:
        value = {"id": message_id, "conversation_id": conversation, "user_id": user, "n": self.count}
        return Put("message", text, value | {"n": int(text.rsplit(" ", 1)[1])})

    def _said_at(self, text: str) -> Any:
        """Later for each text, and long enough ago to be summed up."""
        minutes = int(text.rsplit(" ", 1)[1])
        return self._time((self.now() - timedelta(days=60) + timedelta(minutes=minutes)).isoformat())

    def _delete_message(self) -> None:
        if self.talk:
            message_id, text = self.talk.pop(self.chance.randrange(len(self.talk)))
            self._call("episodic.delete_message", {"message_id": message_id}, [Put("message", text, ABSENT)])

    def _summarize(self) -> None:
        given = {"conversation_id": f"{self.place.mark} talk {self.name}", "retain_last": 3, "max_age_days": 30}
        if self.talk and self._call("episodic.summarize_old_turns", given).status == "done":
            self.ledger.note("consolidation")
            self.talk.clear()

    def _turn(self) -> None:
        conversation, user = f"{self.place.mark} turns {self.name}", self._user()
        question, reply = self._text(user), self._text(user)
        given: JsonMap = {"conversation_id": conversation, "turn_id": self._id(), "user_message": question}
        given |= {"reply": reply, "begun_at": self.now().isoformat()}
        given |= {"user_id": user} if user else {}
        if self.transport.seconds < 30 or self.name.startswith("async"):
            given["learn"] = False
        puts = [self._put_message("", text, conversation, user or "") for text in (question, reply)]
        self._call("turn.finish", given, puts)

    def _slot(self) -> str:
        return f"slot-{self.chance.randrange(5)}"

    def _set_slot(self) -> None:
        slot, value = self._slot(), self._text()
        given = {"conversation_id": f"talk {self.name}", "slot": slot, "value": value, "ttl": SLOT_SECONDS}
        self._call("working.set", given, [Put("slot", f"talk {self.name}/{slot}", {"value": value})])

    def _delete_slot(self) -> None:
        slot = self._slot()
        given = {"conversation_id": f"talk {self.name}", "slot": slot}
        self._call("working.delete", given, [Put("slot", f"talk {self.name}/{slot}", ABSENT)])

    # -- reading ---------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        name, given = self.chance.choice(self._reads())
        self._call(name, given, again=False)

    def _reads(self) -> list[tuple[str, JsonMap]]:
        user, mine = self.chance.choice(USERS), f"{self.place.mark} talk {self.name}"
        page, of_user = {"limit": 50}, {"user_id": user}
        foreign = self.chance.choice(self.place.foreign) if self.place.foreign else self.place.mark
        others = [self.place.mark_of(other) for other in USERS if other != user]
        word = self.place.bait(self.chance.choice((self.place.mark, foreign, *others)))
        found: list[tuple[str, JsonMap]] = [
            ("memory.recall", {"query": f"What does {word} like?", "limit": 20} | of_user),
            ("memory.recall", {"query": word, "limit": 20}),
            ("memory.search", {"limit": 20}),
            ("memory.context_inject", {"node_ids": self.entities[:2] or ["node-1"]}),
            ("telemetry.timeline", page),
            ("telemetry.sequences", page),
            ("telemetry.patterns", page),
            ("telemetry.coverage", {}),
            ("semantic.list", page | of_user),
            ("semantic.review", page),
            ("episodic.messages", {"conversation_id": mine, "limit": 50}),
            ("episodic.history", {"conversation_id": mine, "max_messages": 20}),
            ("episodic.search", {"query": word, "limit": 20} | of_user),
            ("episodic.conversations", page),
            ("episodic.episodes", page),
            ("working.get_many", {"conversation_id": f"talk {self.name}"}),
            ("user.facts", of_user | {"limit": 100}),
            ("user.build_context", of_user | {"query": word}),
            ("ontology.search", {"query": word}),
            ("semantic.entities", page),
            ("memory.metric_list", {}),
        ]
        found += [("memory.why", {"node_id": self.facts[-1]})] if self.facts else []
        found += [("ontology.traverse", {"node_id": self.entities[-1]})] if self.entities else []
        return [one for one in found if self.transport.offers(one[0])]
