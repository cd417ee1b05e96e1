"""What a writer says: messages, files of them, conversations, turns, episodes, and the slots of a conversation."""

import json
import tempfile
from datetime import timedelta
from typing import Any

from oxgraph.client.ingest_messages import spoken
from tests.campaign.lane import Caller
from tests.campaign.ledger import ABSENT, Put
from tests.campaign.sync_client import SyncClient
from tests.campaign.transports import JsonMap

INGESTED = "ingested"
"""Begins the words that stand in what is extracted, whose ids nobody knows before."""
SLOT_SECONDS = 30 * 86_400


class Talks(Caller):
    """Writes of conversations."""

    # -- messages ----------------------------------------------------------------------------------------------------

    def _add_messages(self) -> None:
        conversation = f"{self.place.mark} talk {self.name}"
        texts = [self._text() for _ in range(self.chance.choice((1, 1, 2, 12)))]
        messages = [{"text": text, "role": "user", "id": text, "said_at": self._said_at(text)} for text in texts]
        ids = [one.id for one in spoken(self.place.workspace_id, messages, conversation, None, self.now())]
        puts = [self._put_message(i, t, conversation, "") for i, t in zip(ids, texts, strict=True)]
        given = {"messages": messages, "conversation_id": conversation}
        if self._call("episodic.add_messages", given, puts).status == "done":
            self.talk += zip(ids, texts, strict=True)
            self.texts |= dict(zip(ids, texts, strict=True))

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

    def _delete_episode(self) -> None:
        """The messages that an episode summed up go with it."""
        talk = f"{self.place.mark} talk {self.name}"
        found = self._call("episodic.recent_episodes", {"conversation_id": talk}, again=False)
        episodes = found.data["episodes"] if found.status == "done" else []
        if episodes:
            one = self.chance.choice(episodes)
            puts = [Put("message", self.texts[i], ABSENT) for i in one["source_message_ids"] if i in self.texts]
            self._call("episodic.delete_episode", {"episode_id": one["id"]}, puts)

    def _delete_conversation(self) -> None:
        """A conversation of its own is kept, and deleted as a whole."""
        conversation = f"{self.place.mark} brief {self.name} {self.count}"
        texts = [self._text() for _ in range(3)]
        messages = [{"text": text, "role": "user", "id": text} for text in texts]
        ids = [one.id for one in spoken(self.place.workspace_id, messages, conversation, None, self.now())]
        puts = [self._put_message(i, t, conversation, "") for i, t in zip(ids, texts, strict=True)]
        given = {"messages": messages, "conversation_id": conversation}
        if self._call("episodic.add_messages", given, puts).status == "done":
            gone = [Put("message", text, ABSENT) for text in texts]
            self._call("episodic.delete_conversation", {"conversation_id": conversation}, gone)

    def _ingest(self) -> None:
        """A message from which rules extract one statement."""
        word = f"{INGESTED}{self.place.mark}{self._word()}"
        conversation, text = f"{self.place.mark} heard {self.name}", f"I like {word}."
        messages = [{"text": text, "role": "user", "id": text, "speaker": f"{self.place.mark} speaker {self.name}"}]
        (one,) = spoken(self.place.workspace_id, messages, conversation, None, self.now())
        message = {"id": one.id, "conversation_id": conversation, "user_id": ""}
        given = {"messages": messages, "conversation_id": conversation}
        answer = self._call("memory.ingest", given, [Put("message", text, message)])
        if answer.status == "done" and answer.data["memories"]:
            self.ledger.end(self.ledger.begin(self.name, "ingested", [Put("extracted", word, {})], 1), "done", "", 0)
        elif answer.status == "done":
            self.ledger.note("waits for extraction")

    def _import_chats(self) -> None:
        """A file of messages; the same file again changes nothing."""
        talk, texts = f"{self.place.mark} file {self.name}", [self._text() for _ in range(self.chance.choice((2, 12)))]
        rows = [{"text": text, "role": "user", "id": text, "conversation_id": talk} for text in texts]
        puts = [self._put_message("", text, talk, "") for text in texts]
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("\n".join(json.dumps(row | {"said_at": str(self._said_at(row["text"]))}) for row in rows))
            file.flush()
            self._call("episodic.import_chats", {"path": file.name}, puts)

    def _pending(self) -> None:
        self._call("semantic.extract_pending", {"limit": 20})

    def _turn(self) -> None:
        conversation, user = f"{self.place.mark} turns {self.name}", self._user()
        question, reply = self._text(user), self._text(user)
        given: JsonMap = {"conversation_id": conversation, "turn_id": self._id(), "user_message": question}
        given |= {"reply": reply, "begun_at": self.now().isoformat()}
        given |= {"user_id": user} if user else {}
        if not isinstance(self.transport, SyncClient):
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

    def _clear_slots(self) -> None:
        puts = [Put("slot", f"talk {self.name}/slot-{n}", ABSENT) for n in range(5)]
        self._call("working.clear", {"conversation_id": f"talk {self.name}"}, puts)
