"""Moves workspaces over several servers while clients write and read, and kills everything at every step in turn.

`python -m tests.moves --moves 100 --servers 3 --workspaces 30 --clients 16 --seed 7`. The last line is JSON: what was
done and found. It exits with 0 where no acknowledged write was lost or doubled, no row is foreign, and each workspace
is on exactly one server.
"""

import argparse
import itertools
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.moves.causes import Timeline, at, of_fence, of_waits
from tests.moves.world import MAIN, Mover, World

STEPS = (("reading", 0.0), ("writing", 0.0), ("fencing", 0.0), ("fencing", 0.03), ("switched", 0.0), ("deleting", 0.0))
"""The step of a mover at which somebody is killed, and the seconds after it, at most twice as many."""

VICTIMS = ("mover", "source", "router", "target")
NODES = "MATCH (n:_mem) WHERE n.workspace_id = $id RETURN count(n) AS n"
ACTIONS = "MATCH (a:_mem:action) WHERE a.workspace_id = $id RETURN a.id AS id"
FOREIGN = """
MATCH (s:_mem:session) WHERE s.workspace_id = $id AND NOT s.session_id STARTS WITH $name + '/' RETURN count(*) AS n
"""
SERVED = "MATCH (w:_mem:workspace {workspace_id: $id}) RETURN w.deleted_at IS NULL AND w.moving IS NULL AS served"
ATTEMPTS = 12


class Run:
    """One run."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.chance = random.Random(f"{given.seed}/moves")
        self.world = World(given.servers)
        self.where: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.fences: list[tuple[float, float, Mover]] = []
        self.timeline = Timeline()
        self.killed: dict[str, int] = {}
        self.findings: list[str] = []
        self.retries = 0

    def begin(self) -> subprocess.Popen[str]:
        """Servers, router, workspaces spread over the servers, clients."""
        self.world.begin()
        tokens = {}
        with self.world.client() as client:
            for n in range(self.given.workspaces):
                name = f"w{n:02d}"
                memory = client.create_workspace(name)
                self.ids[name] = memory.workspace_id
                tokens[name] = memory.tokens.create("agent", "one").secret
                self.where[name] = MAIN
                self.timeline.places[name] = [(0.0, MAIN)]
                rows = [
                    {"action_type": "first", "session_id": f"{name}/0", "outcome": "success"}
                    for _ in range(self.given.actions)
                ]
                memory.telemetry.capture_many(rows)
        ledger = self.world.folder / "ledger"
        ledger.mkdir()
        spec: dict[str, Any] = {
            "url": self.world.url,
            "tokens": tokens,
            "ledger": str(ledger),
            "seed": str(self.given.seed),
        }
        spec["clients"] = list(range(self.given.clients))
        command = [sys.executable, "-m", "tests.moves.clients", json.dumps(spec)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def move(self, n: int, step: str, after: float, victim: str) -> None:
        """One move, with one kill unless `victim` is ''; repeated until it is done."""
        name = self.chance.choice(sorted(self.where))
        source = self.where[name]
        target = self.chance.choice([one for one in self.world.names if one != source])
        mover = self._mover(name, target, n, 0)
        if victim:
            self._kill(mover, {"source": source, "target": target}.get(victim, victim), step, after)
        for attempt in range(1, ATTEMPTS):
            if mover.wait():
                break
            self.retries += 1
            last = mover.error
            mover = self._mover(name, target, n, attempt)
        else:
            self.findings.append(f"move {n} of {name} to {target} never ended: {last}")
            return
        self.where[name] = target
        report = mover.report
        if report["moved"]:
            self.fences.append((float(str(report["fence_ms"])), float(str(report["closed_ms"])), mover))
        self.timeline.places[name].append((self._switched(name), target))
        fence = report["fence_ms"]
        print(f"{n}: {name} {source} -> {target}, {victim or 'nobody'} killed at {step}", fence, flush=True)

    def _switched(self, name: str) -> float:
        """When a workspace was switched last."""
        found = [when for one in self.timeline.movers[name] for when, step in one.steps if step.startswith("switched")]
        return max(found, default=time.monotonic())

    def _mover(self, name: str, target: str, n: int, attempt: int) -> Mover:
        mover = self.world.move(name, target, self.world.folder / f"move-{n}-{attempt}.log")
        self.timeline.movers.setdefault(name, []).append(mover)
        return mover

    def _kill(self, mover: Mover, victim: str, step: str, after: float) -> None:
        if not mover.at(step):
            return
        time.sleep(after * 2 * self.chance.random())
        key = f"{victim if victim in ('mover', 'router') else 'server'}@{step}{'+' if after else ''}"
        self.killed[key] = self.killed.get(key, 0) + 1
        if victim == "mover":
            mover.kill()
            return
        began = time.monotonic()
        self.world.kill(victim)
        self.world.revive(victim)
        self.timeline.downs.append((victim, began, time.monotonic()))

    def check(self, ledger: Path) -> dict[str, Any]:
        """Compares the servers with the clients' ledger."""
        tried: dict[str, set[str]] = {name: set() for name in self.ids}
        acknowledged: dict[str, set[str]] = {name: set() for name in self.ids}
        for file in ledger.iterdir():
            for line in file.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                (tried if "tried" in row else acknowledged)[row["workspace"]].add(
                    row.get("tried") or row["acknowledged"]
                )
        lost = doubled = foreign = misplaced = 0
        graphs = {name: self.world.graph(name) for name in self.world.names}
        for name, id_ in self.ids.items():
            for server, graph in graphs.items():
                (nodes,) = _query(graph, NODES, id=id_)
                served = _query(graph, SERVED, id=id_)
                if server != self.where[name]:
                    misplaced += nodes["n"] > 0
                    continue
                misplaced += not (served and served[0]["served"])
                found = [row["id"] for row in _query(graph, ACTIONS, id=id_)]
                lost += len(acknowledged[name] - set(found))
                doubled += len(found) - len(set(found))
                doubled += len(found) - self.given.actions - len(tried[name] & set(found))
                foreign += _query(graph, FOREIGN, id=id_, name=name)[0]["n"]
        for graph in graphs.values():
            graph.close()
        checked = sum(len(ids) for ids in acknowledged.values())
        return {"checked": checked, "lost": lost, "doubled": doubled, "foreign": foreign, "misplaced": misplaced}

    def run(self) -> int:
        """All of it; the exit status."""
        clients = None
        try:
            clients = self.begin()
            began = time.monotonic()
            plan = list(itertools.product(STEPS, VICTIMS))
            self.chance.shuffle(plan)
            moves = 0
            for n in range(self.given.moves):
                (step, after), victim = plan[n % len(plan)]
                self.move(n, step, after, "" if self.given.no_kills else victim)
                moves += 1
                if self.given.minutes and time.monotonic() - began > 60 * self.given.minutes:
                    break
            out, _ = clients.communicate(timeout=180)
            counts = json.loads(out.splitlines()[-1])
            held = self.check(self.world.folder / "ledger")
            self.findings += [f"{one} is left" for one in self.world.left()]
        finally:
            if clients is not None:
                clients.kill()
            self.world.end()
        return self._report(moves, counts, held, time.monotonic() - began)

    def _report(self, moves: int, counts: dict[str, Any], held: dict[str, Any], seconds: float) -> int:
        held["foreign"] += counts["foreign"]
        self.timeline.end()
        fences = sorted(self.fences, key=lambda one: one[0])
        open_ms, closed_ms = [one[0] for one in fences], sorted(one[1] for one in fences)
        result = {
            "moves": moves,
            "kills": sum(self.killed.values()),
            "killed": dict(sorted(self.killed.items())),
            "moves_called_again": self.retries,
            **held,
            "unexpected_errors": len(counts["odd"]),
            "fence_ms_p50": at(open_ms, 0.5),
            "fence_ms_p99": at(open_ms, 0.99),
            "fence_ms_max": at(open_ms, 1.0),
            "fence_longest": [of_fence(self.timeline, one[2]) for one in fences[-3:][::-1]],
            "reads_closed_ms_p50": at(closed_ms, 0.5),
            "reads_closed_ms_max": at(closed_ms, 1.0),
            **of_waits(self.timeline, counts, "read"),
            **of_waits(self.timeline, counts, "write"),
            "seconds": round(seconds),
            "findings": self.findings + sorted(set(counts["odd"]))[:10],
        }
        print(json.dumps(result))
        bad = [held[key] for key in ("lost", "doubled", "foreign", "misplaced")]
        return 1 if any(bad) or result["findings"] else 0


def _query(graph: Any, cypher: str, **given: Any) -> list[Any]:
    return list(graph.driver.execute_query(cypher, parameters_=given, database_=graph.database).records)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workspaces", type=int, default=30)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--actions", type=int, default=200, help="of each workspace before the first move")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop so long after the first move begins")
    parser.add_argument("--no-kills", action="store_true")
    return Run(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
