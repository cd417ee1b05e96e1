"""What a writer does: random operations of one lane."""

from datetime import datetime, timedelta

from tests.campaign.curation import Curation
from tests.campaign.lane import USERS
from tests.campaign.ledger import ABSENT, Put
from tests.campaign.reads import Reads
from tests.campaign.talks import Talks
from tests.campaign.transports import JsonMap

WRITES = {
    "capture": 10,
    "capture_many": 4,
    "session": 2,
    "imported_session": 1,
    "remember": 8,
    "remember_many": 3,
    "move": 4,
    "forget": 2,
    "revive": 1,
    "supersede": 2,
    "review": 1,
    "add_messages": 5,
    "delete_message": 1,
    "ingest": 2,
    "import_chats": 1,
    "pending": 0.3,
    "summarize": 1,
    "delete_episode": 0.5,
    "delete_conversation": 1,
    "turn": 3,
    "set_slot": 6,
    "delete_slot": 1,
    "clear_slots": 0.5,
    "user_fact": 3,
    "delete_fact": 1,
    "matching_facts": 1,
    "decay": 0.3,
    "entity": 3,
    "describe": 1,
    "link": 1,
    "alias": 1,
    "resolve": 1,
    "merge": 1,
    "split": 0.7,
    "hide": 0.7,
    "show": 0.5,
    "predicate": 0.5,
    "entity_type": 0.3,
    "metric": 1,
    "annotate": 0.5,
    "erase": 1,
    "read": 28,
}
"""The writes, and `read` for any read, with how often each is chosen."""


class Lane(Curation, Talks, Reads):
    """One caller of a writer, with everything that it does."""

    def run(self) -> None:
        """Operations until `stop` is set."""
        while not self.stop.is_set():
            (one,) = self.chance.choices(list(WRITES), list(WRITES.values()))
            getattr(self, f"_{one}")()

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

    def _imported_session(self) -> None:
        name = f"{self.place.mark} imported {self._word(14)}"
        ended = self.now() - timedelta(days=40, minutes=self.chance.randrange(10_000))
        given = {"session_id": name, "outcome": self.chance.choice(("success", "failure")), "intent": self._text()}
        times = {"started_at": (ended - timedelta(minutes=3)).isoformat(), "ended_at": ended.isoformat()}
        put = Put("session", name, {"outcome": given["outcome"], "intent": given["intent"]})
        self._call("telemetry.import_sessions", {"sessions": [given | times]}, [put])

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

    def _supersede(self) -> None:
        """Not repeated: the id of the new one is the server's, so a second call would make a second one."""
        if self.facts:
            old, content = self.facts.pop(self.chance.randrange(len(self.facts))), self._text()
            given = {"memory_id": old, "new": {"content": content, "object": self._word(12)}}
            puts = [Put("stated", content, {"status": "active"}), Put("status", old, "superseded")]
            self._call("semantic.supersede", given, puts, again=False)

    def _review(self) -> None:
        """Two statements of the same time contradict each other, until a person decides for one of them."""
        person, made = self._word(16), []
        for confidence in (1.0, 0.7):
            given: JsonMap = {"id": self._id(), "type": "fact", "content": self._text(), "confidence": confidence}
            given |= {"subject": person, "predicate": "lives_in", "object": self._word(12)}
            given["valid_from"] = self._time("2025-03-01T00:00:00+00:00")
            put = Put("memory", given["id"], {"content": given["content"], "status": "active", "user_id": ""})
            if self._call("memory.remember", given, [put]).status != "done":
                return
            made.append(given["id"])
        keep, other = self.chance.sample(made, 2)
        puts = [Put("status", keep, "active"), Put("status", other, "superseded")]
        self._call("semantic.resolve_review", {"memory_id": other, "keep": keep}, puts)

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

    def _matching_facts(self) -> None:
        user, word = self.chance.choice(USERS), self._word(14)
        given = {"user_id": user, "fact": f"{self._text(user)} {word}", "id": self._id()}
        put = Put("memory", given["id"], {"content": given["fact"], "status": "active", "user_id": user})
        if self._call("user.upsert_fact", given, [put]).status == "done":
            gone = [Put("status", given["id"], "forgotten")]
            self._call("user.delete_matching_facts", {"user_id": user, "pattern": word}, gone)

    def _decay(self) -> None:
        self._call("user.decay_old_facts", {"user_id": self.chance.choice(USERS)})

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
