"""One caller that administers workspaces of its own: memory on and off, settings, memory types, tokens, deletion.

Such a change is for a whole workspace, so no other lane may be in it. It calls REST, and tries after each change of a
token who is let in. `check` compares what each workspace has with the ledgers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from oxgraph.client import Client
from oxgraph.settings import WorkspaceSettings
from oxgraph.types.results import WorkspaceRow
from tests.campaign.lane import Caller
from tests.campaign.ledger import ABSENT, Call, Put, Register, registers
from tests.campaign.statements import query
from tests.campaign.transports import Rest

LANE = "xa"
"""Ends the names of these lanes."""
CHANGES = {"switch": 3, "setting": 5, "type": 3, "fact": 4, "create": 3, "rotate": 2, "revoke": 2, "delete": 0.4}
"""What it does, with how often each is chosen."""
SETTINGS = {"evidence_window_days": (31, 90), "inject_limit": (6, 50), "promote_samples": (6, 60)}
"""Settings that are changed, and the range of the values, without the default."""
OFF, DELETED = "off", "deleted"
WORKSPACE = ("workspace", "")


@dataclass
class HeldToken:
    """A token of the lane: its present id and secret, and how many there were of its name."""

    name: str
    id: str
    secret: str
    made: int = 1


@dataclass
class Administration(Caller):
    """The caller, in one workspace until it has deleted it."""

    base: str = ""
    workspace: str = ""
    enabled: bool = True
    deleted: bool = False
    held: list[HeldToken] = field(default_factory=list)

    def run(self) -> None:
        """Changes until `stop` is set or the workspace is deleted."""
        while not self.stop.is_set() and not self.deleted:
            (one,) = self.chance.choices(list(CHANGES), list(CHANGES.values()))
            getattr(self, f"_{one}")()

    # -- the workspace -----------------------------------------------------------------------------------------------

    def _switch(self) -> None:
        enabled = self.chance.random() < 0.5
        name = "workspace.enable_memory" if enabled else "workspace.disable_memory"
        if self._call(name, {}, [Put("memory", "", ABSENT if enabled else OFF)]).status == "done":
            self.enabled = enabled

    def _setting(self) -> None:
        name = self.chance.choice(list(SETTINGS))
        value = self.chance.randint(*SETTINGS[name])
        self._call("workspace.update_settings", {name: value}, [Put("setting", name, value)])

    def _type(self) -> None:
        name, days = f"type_{self.chance.randrange(4)}", self.chance.randint(1, 400)
        self._call("semantic.define_type", {"name": name, "half_life_days": days}, [Put("type", name, days)])

    def _fact(self) -> None:
        """Nothing is remembered where memory is off."""
        given = {"id": self._id(), "type": "fact", "content": self._text(), "subject": self._word(12)}
        given |= {"predicate": "likes", "object": self._word(12)}
        put = Put("fact", given["id"], given["content"] if self.enabled else ABSENT)
        answer = self._call("memory.remember", given, [put])
        if answer.status == "done" and (answer.data["reason"] == "memory_disabled") == self.enabled:
            self.ledger.wrong("refused", "memory.remember", f"memory is on: {self.enabled}; {answer.data}")

    def _delete(self) -> None:
        answer = self._call("workspace.delete", {"confirm": self.workspace}, [Put("workspace", "", DELETED)])
        if answer.status == "done":
            self.deleted = True
            for one in self.held:
                self._try(one.secret, valid=False)

    # -- tokens ------------------------------------------------------------------------------------------------------
    # Where the answer is missing, the secret is lost, so these are not repeated; the token is not followed any more.

    def _create(self) -> None:
        name = f"token {self._word(14)}"
        answer = self._call("tokens.create", {"role": "agent", "name": name}, [Put("token", name, [1, 1])], again=False)
        if answer.status == "done":
            self.held.append(HeldToken(name, answer.data["id"], answer.data["secret"]))
            self._try(answer.data["secret"], valid=True)

    def _rotate(self) -> None:
        if self.held:
            one = self.held.pop(self.chance.randrange(len(self.held)))
            put = Put("token", one.name, [one.made + 1, 1])
            answer = self._call("tokens.rotate", {"token_id": one.id, "overlap_seconds": 0}, [put], again=False)
            if answer.status == "done":
                self._try(one.secret, valid=False)
                self.held.append(HeldToken(one.name, answer.data["id"], answer.data["secret"], one.made + 1))
                self._try(answer.data["secret"], valid=True)

    def _revoke(self) -> None:
        if self.held:
            one = self.held.pop(self.chance.randrange(len(self.held)))
            put = Put("token", one.name, [one.made, 0])
            if self._call("tokens.revoke", {"token_id": one.id}, [put]).status == "done":
                self._try(one.secret, valid=False)

    def _try(self, secret: str, valid: bool) -> None:
        """Whether a token is let in."""
        answer = Rest(self.base, secret, self.place.workspace_id).call("workspace.get", {})
        if valid and answer.status == "refused":
            self.ledger.wrong("refused", "workspace.get", f"a valid token: {answer.code}: {answer.text}")
        elif not valid and answer.status == "done":
            self.ledger.wrong("foreign", "workspace.get", "a token that had ended was let in")


# Checks


def check(client: Client, calls: Iterable[Call], found: Callable[[str, str], None]) -> int:
    """Compares each of these workspaces with its ledger; the number of those that were compared."""
    of: dict[str, list[Call]] = defaultdict(list)
    for call in calls:
        if call.lane.endswith(LANE):
            of[call.workspace].append(call)
    rows = {row.workspace_id: row for row in client.workspaces()}
    for workspace_id, own in of.items():
        things = {(kind, key): register for (_, kind, key), register in registers(own).items()}
        held = _held(client, rows[workspace_id])
        if held.get(WORKSPACE) == DELETED:  # nothing else of it can be read
            things = {WORKSPACE: things.get(WORKSPACE, Register())}
        for name, register in things.items():
            value = held.get(name, ABSENT)
            if value not in register.allowed:
                found("lost", f"{' '.join(name)} of {own[0].lane} is {value}, allowed {register.allowed}")
    return len(of)


def _held(client: Client, row: WorkspaceRow) -> dict[tuple[str, str], Any]:
    """What a workspace has, by the names of the ledgers; a setting is absent where it has its default."""
    if row.deleted_at is not None:
        return {WORKSPACE: DELETED}
    memory = client.workspace(row.name)
    default = WorkspaceSettings().model_dump()
    held: dict[tuple[str, str], Any] = {
        ("setting", name): value for name, value in memory.settings().model_dump().items() if value != default[name]
    }
    held |= {} if row.memory_enabled else {("memory", ""): OFF}
    held |= {("type", one.name): one.half_life_days for one in memory.semantic.types.list()}
    for one in memory.tokens.list():
        made, valid = held.get(("token", one.name), [0, 0])
        held["token", one.name] = [made + 1, valid + (one.revoked_at is None and one.expires_at is None)]
    rows = client.graph.read(query("nodes"), workspace_id=row.workspace_id, kind="memory")
    return held | {("fact", one["found"]["id"]): one["found"]["content"] for one in rows}
