"""What is looked at after each phase: the ledgers against the graph, audits and doctor, the mirror, texts of others."""

import contextlib
import json
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from oxgraph import cypher, local
from oxgraph.errors import PassBusy
from oxgraph.graph import Graph
from oxgraph.mirror import Mirror
from oxgraph.passes import evaluate
from tests.campaign import administration, history
from tests.campaign.found import NODES, Found
from tests.campaign.ledger import ABSENT, Book, Call, Put, Register, batches, registers
from tests.campaign.report import Report
from tests.campaign.statements import query
from tests.campaign.talks import INGESTED
from tests.campaign.world import SPACES, World
from tests.fuzz.report import slowness
from tests.mirror import rows as mirror_rows
from tests.mirror.copier_samples import differences

HANG = 10.0
"""Seconds past its own limit that a call may take."""
SETTLE = 20.0
"""Seconds for the server to end transactions whose callers are gone."""


IN_STEPS = ("turn.finish",)
"""Operations that write their batch in several transactions, one after the other."""
KNOWN = ("action", "memory", "message", "stated")
"""Kinds of things that nobody else writes."""
STATES = ("hidden", "merged", "pattern")
"""Kinds of things that are there before they are changed."""


def is_history(call: Call) -> bool:
    """Whether a reference follows the call."""
    return call.operation.startswith(f"{history.KIND}.")


class LedgerCheck:
    """One workspace's ledger against its nodes."""

    def __init__(self, report: Report, found: Found, calls: list[Call]) -> None:
        self.report = report
        self.found = found
        self.calls = calls
        self.things = registers(calls)

    def run(self) -> None:
        """Notes every difference."""
        statuses = {key: one for (_, kind, key), one in self.things.items() if kind == "status"}
        for (_, kind, key), thing in self.things.items():
            self.report.checked += 1
            if kind in NODES:
                self._compare(kind, key, thing, statuses.get(key))
        self._batches()
        self._homes()
        self._erased()
        self._orders()
        self._unwritten()

    def _compare(self, kind: str, key: str, thing: Register, status: Register | None) -> None:
        nodes = self.found.of(kind, key)
        if kind == "message" and not nodes and self._is_told(thing):
            return
        if len(nodes) > 1:
            self.report.found("doubled", f"{thing.operation} wrote {kind} {key} {len(nodes)} times")
        elif not nodes and ABSENT not in thing.allowed:
            self.report.found("lost", f"{thing.operation} acknowledged {kind} {key}, which is not there")
        elif kind in STATES and ABSENT in thing.allowed:
            return
        elif nodes and not self._fits(kind, nodes[0], thing, status):
            held = {name: nodes[0].get(name) for value in thing.allowed if value != ABSENT for name in value}
            allowed = (thing.allowed, status.allowed if status else [])
            self.report.found("lost", f"{kind} {key} of {thing.operation} holds {held}, allowed {allowed}")

    def _is_told(self, thing: Register) -> bool:
        """Whether an episode sums the message up, in place of it."""
        return any(value != ABSENT and self.found.told[value["id"]] == 1 for value in thing.allowed)

    def _fits(self, kind: str, node: dict[str, Any], thing: Register, status: Register | None) -> bool:
        """Whether the node holds one of the values that it may have."""
        values = [value for value in thing.allowed if value != ABSENT]
        fields = [{name: one for name, one in value.items() if name not in ("n", "id", "status")} for value in values]
        if not any(all(node.get(name) == one for name, one in wanted.items()) for wanted in fields):
            return False
        if kind != "memory":
            return True
        changed = status.allowed if status else [ABSENT]  # ABSENT: perhaps none of the changes came to pass
        return node["status"] in {*changed} - {ABSENT} | (
            {one["status"] for one in values} if ABSENT in changed else set()
        )

    def _batches(self) -> None:
        """A batch is there as a whole or not at all, unless some of it was taken away later."""
        deleted = {(put.kind, put.key) for call in self.calls for put in call.puts if put.value == ABSENT}
        for call in batches(self.calls):
            puts = [put for put in call.puts if put.kind in NODES]
            if call.operation in IN_STEPS or any((put.kind, put.key) in deleted for put in puts):
                continue
            there = sum(self._is_there(put) for put in puts)
            self.report.checks["batches"] += 1
            if 0 < there < len(puts):
                self.report.found("partial", f"{there} of {len(puts)} of a batch of {call.operation}")

    def _is_there(self, put: Put) -> bool:
        if self.found.of(put.kind, put.key):
            return True
        return put.kind == "message" and self.found.told[put.value["id"]] > 0

    def _homes(self) -> None:
        """Each place where somebody lived was superseded by the next one, and the last one holds."""
        homes: dict[str, list[tuple[str, Register]]] = defaultdict(list)
        for (_, kind, key), thing in sorted(self.things.items()):
            if kind == "home":
                homes[key.split("/")[0]].append((key, thing))
        for person, places in homes.items():
            self._chain(person, [thing for _, thing in places])

    def _chain(self, person: str, places: list[Register]) -> None:
        ids = [next(value["id"] for value in place.allowed if value != ABSENT) for place in places]
        last = places[-1]
        if ABSENT in last.allowed and ids[-1] not in self.found.memories:
            ids.pop()
        for number, memory_id in enumerate(ids):
            nodes = self.found.memories.get(memory_id, [])
            newer = ids[number + 1 : number + 2]
            state = (len(nodes), nodes[0]["status"] if nodes else None, self.found.successors[memory_id])
            if state != (1, "superseded" if newer else "active", newer):
                self.report.found("lost", f"place {number} of {len(ids)} of {person}: {state}, then {newer}")

    def _erased(self) -> None:
        """Nothing holds the name of a person whose erasure was acknowledged."""
        gone = [k for (_, kind, k), thing in self.things.items() if kind == "erased" and thing.allowed == [ABSENT]]
        texts = json.dumps([self.found.memories, self.found.entities, self.found.messages], default=str)
        for person in gone:
            self.report.checks["erasures"] += 1
            if person in texts:
                self.report.found("lost", f"{person} was erased and is still there")

    def _orders(self) -> None:
        """The messages of a conversation stand in the order in which they were said."""
        talks: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for (_, kind, key), thing in self.things.items():
            nodes = self.found.messages.get(key, [])
            if kind == "message" and nodes and thing.operation == "episodic.add_messages":
                number = next(value["n"] for value in thing.allowed if value != ABSENT)
                talks[nodes[0]["conversation_id"]].append((number, nodes[0]["position"]))
        for talk, places in talks.items():
            positions = [position for _, position in sorted(places)]
            self.report.checks["orders"] += 1
            if positions != sorted(set(positions)):
                self.report.found("order", f"{talk}: positions {positions[:40]}")

    def _unwritten(self) -> None:
        """Nothing is there that nobody wrote: an action, a memory or a message of ours that no ledger names."""
        known = {kind: {key for _, k, key in self.things if k == kind} for kind in KNOWN}
        for (_, kind, _), thing in self.things.items():
            values = [value for value in thing.allowed if value != ABSENT]
            known["memory"] |= {value["id"] for value in values} if kind == "home" else set()
            known["memory"] |= set(values) if kind == "erased" else set()
        ours = {
            "action": {i for i, one in self.found.actions.items() if one[0]["session_id"].startswith(SPACES)},
            "memory": {i for i, one in self.found.memories.items() if self._is_by_id(one[0], known["stated"])},
            "message": set(self.found.messages),
        }
        for kind, keys in ours.items():
            for key in sorted(keys - known[kind])[:5]:
                self.report.found("unwritten", f"{kind} {key} is there, and no ledger names it")

    @staticmethod
    def _is_by_id(memory: dict[str, Any], stated: set[str]) -> bool:
        """Whether its writer chose its id; others are known by their content."""
        return INGESTED not in memory["content"] and memory["content"] not in stated


class Checks:
    """All checks of a world whose writers have ended."""

    def __init__(self, world: World, book: Book) -> None:
        self.world = world
        self.book = book
        self.report = world.report

    def run(self) -> None:
        """Runs all of them; one that fails is a finding, and the others go on."""
        with self.world.graph() as graph:
            steps: list[tuple[str, Callable[[Graph], None]]] = [
                ("settle", self._settle),
                ("ledgers", self._ledgers),
                ("histories", self._histories),
                ("administration", self._administration),
                ("passes", self._passes),
                ("foreign texts", self._foreign),
                ("mirror", self._mirror),
                ("doctor", self._doctor),
            ]
            for name, step in steps:
                try:
                    step(graph)
                    self.report.checks[name] += 1
                except Exception as error:  # what a check cannot look at is a finding
                    self.report.found("failed", f"{name}: {error!r}")

    def _settle(self, graph: Graph) -> None:
        """What the server still does for callers that are gone is done or undone a moment later."""
        until = time.monotonic() + SETTLE
        while (left := graph.read(query("transactions"))) and time.monotonic() < until:
            time.sleep(0.1)
        if left:
            self.report.found("hung", f"transactions still run without a caller: {left[:3]}")

    def _ledgers(self, graph: Graph) -> None:
        for workspace_id, _ in self.world.spaces.values():
            calls = [one for one in self.book.calls if one.workspace == workspace_id and not is_history(one)]
            LedgerCheck(self.report, Found(graph, workspace_id), calls).run()

    def _histories(self, graph: Graph) -> None:
        """Before the passes: they would age what is compared."""
        self.report.checks["histories compared"] += history.check(graph, self.book.calls, self.report.found)

    def _administration(self, graph: Graph) -> None:
        with self.world.client() as client:
            done = administration.check(client, self.book.calls, self.report.found)
        self.report.checks["administered workspaces"] += done

    def _passes(self, graph: Graph) -> None:
        """The passes go through wherever they were killed."""
        for workspace_id, _ in self.world.spaces.values():
            with contextlib.suppress(PassBusy):
                evaluate(graph, workspace_id, now=datetime.now(UTC))
        self._again(graph)

    def _again(self, graph: Graph) -> None:
        """What the worker was killed in goes through too, in every workspace; it would take it up an hour later."""
        failed = next(audit for audit in cypher.all_files("audit") if audit.name == "failed_runs")
        for row in graph.read(failed):
            with contextlib.suppress(PassBusy):
                evaluate(graph, row["workspace_id"], passes=[row["pass"]], now=datetime.now(UTC))

    def _foreign(self, graph: Graph) -> None:
        for mark, (workspace_id, _) in self.world.spaces.items():
            others = [other for other in SPACES if other != mark]
            for row in graph.read(query("foreign_texts"), workspace_id=workspace_id, marks=others):
                self.report.found("foreign", f"{row['property']} of {row['id']} in {mark}")
            said = mirror_rows.text(self.world.dsn, workspace_id)
            if any(other in said for other in others):
                self.report.found("foreign", f"the rows of {mark} hold texts of another workspace")

    def _mirror(self, graph: Graph) -> None:
        result = Mirror(self.world.dsn, graph).check()
        for row in result.drift[:5]:
            self.report.found("mirror", f"{row}")
        for workspace_id, _ in self.world.spaces.values():
            for difference in differences(graph, self.world.dsn, workspace_id)[:5]:
                self.report.found("mirror", f"{difference}")

    def _doctor(self, graph: Graph) -> None:
        for check in local.doctor(self.world.home):
            self.report.checks["audits" if check.name.startswith("audit ") else "doctor checks"] += 1
            if check.ok is False:
                kind = "audit" if check.name.startswith("audit ") else "doctor"
                self.report.found(kind, f"{check.name}: {check.detail}")


def hangs(report: Report, book: Book, killed_at_end: list[str]) -> None:
    """Calls that took longer than their own limit and HANG seconds."""
    for call in book.calls:
        report.longest_call = max(report.longest_call, call.seconds or 0)
        if (call.seconds or 0) > (call.limit + HANG) * slowness():
            report.found("hung", f"{call.operation} of {call.lane} took {call.seconds} s, its limit is {call.limit} s")
            call.seconds = 0.0  # reported once
    for name in killed_at_end:
        waiting = [f"{one.operation} of {one.lane}" for one in book.unanswered()]
        report.found("hung", f"{name} did not end after its call at hand; unanswered: {waiting[:5]}")
