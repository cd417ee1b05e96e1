"""Long works in a process of their own that is killed on its way, then done to the end and looked at.

Adoption and release of a domain graph, the deletion of its connection, a change of the embedding model, the erasure of
a subject; export, import, backup, deletion and restoration of a workspace.
`python -m tests.campaign.jobs` is the process; it reads what to do as JSON from its standard input.
"""

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import oxgraph
from oxgraph.client import Client, Memory
from oxgraph.errors import NotFound, WorkspaceNotFound
from oxgraph.passes import evaluate
from tests.campaign.statements import query
from tests.models.tiny_embedders import NEW, OLD

if TYPE_CHECKING:
    from tests.campaign.plan import Phase
    from tests.campaign.world import World

SPACE = "quilljobs"
THINGS = 600
MEMORIES = 150
SUBJECT = "wanderingpilgrim"
KILLS = 2
"""How often each work is killed before it may end."""
CREATE = "UNWIND range(1, $count) AS n CREATE (t:$($label) {key: $label + n, title: 'thing ' + $label + n})"
COUNT = "MATCH (t:$($label)) RETURN count(t) AS things, count(CASE WHEN t:_mem THEN 1 END) AS adopted"
STRAYS = "MATCH (t:$($label)) WHERE size(keys(t)) <> 2 OR size(labels(t)) <> 1 RETURN count(t) AS strays"


def opened(given: dict[str, Any], **more: Any) -> tuple[Client, Memory]:
    """A client and the workspace of the jobs."""
    client = oxgraph.connect(given["uri"], (given["user"], given["password"]), **more)
    try:
        return client, client.workspace(SPACE)
    except WorkspaceNotFound:
        return client, client.create_workspace(SPACE)


def adopt(given: dict[str, Any]) -> None:
    """Adopts the things."""
    client, memory = opened(given)
    print("begins", flush=True)
    memory.semantic.adopt(given["label"], id="key", name="title", type="thing", connection=given["label"])
    client.close()


def release(given: dict[str, Any]) -> None:
    """Gives them back."""
    client, memory = opened(given)
    print("begins", flush=True)
    memory.semantic.release(given["label"])
    client.close()


def disconnect(given: dict[str, Any]) -> None:
    """Deletes their connection, unless that is done."""
    client, memory = opened(given)
    print("begins", flush=True)
    with suppress(NotFound):
        memory.semantic.connections.delete(given["label"])
    client.close()


def reembed(given: dict[str, Any]) -> None:
    """Changes the embedding model, to the one that the workspace does not have now."""
    embedder = {one.name: one for one in (OLD, NEW)}[given["model"]]
    client, memory = opened(given)
    print("begins", flush=True)
    memory.semantic.reembed(embedder)
    evaluate(client.graph, memory.workspace_id, now=datetime.now(UTC), passes=[7], embedder=embedder)
    client.close()


def erase(given: dict[str, Any]) -> None:
    """Erases a subject."""
    client, memory = opened(given)
    print("begins", flush=True)
    memory.semantic.erase_subject(SUBJECT)
    client.close()


def export(given: dict[str, Any]) -> None:
    """Exports the workspace into a file."""
    client, _ = opened(given)
    print("begins", flush=True)
    client.export_workspace(SPACE, given["file"])
    client.close()


def import_copy(given: dict[str, Any]) -> None:
    """Imports the file as a copy."""
    client, _ = opened(given)
    print("begins", flush=True)
    client.import_workspace(given["file"], given["copy"])
    client.close()


def back_up(given: dict[str, Any]) -> None:
    """Writes the copy into a backup."""
    client, _ = opened(given)
    print("begins", flush=True)
    client.backup(given["backup"], workspaces=[given["copy"]])
    client.close()


def delete(given: dict[str, Any]) -> None:
    """Deletes the copy for good, unless that is done."""
    client, _ = opened(given)
    print("begins", flush=True)
    with suppress(WorkspaceNotFound):
        client.delete_workspace(given["copy"], hard=True)
    client.close()


def restore(given: dict[str, Any]) -> None:
    """Restores the copy from the backup."""
    client, _ = opened(given)
    print("begins", flush=True)
    client.restore(given["backup"])
    client.close()


WORKS: dict[str, Callable[[dict[str, Any]], None]] = {
    "adopt": adopt,
    "release": release,
    "disconnect": disconnect,
    "reembed": reembed,
    "erase": erase,
    "export": export,
    "import": import_copy,
    "backup": back_up,
    "delete": delete,
    "restore": restore,
}


class Jobs:
    """The works of a phase, from the campaign's side."""

    def __init__(self, world: "World", phase: "Phase") -> None:
        self.world = world
        self.chance = random.Random(f"{phase.seed}/jobs")
        server = world.server
        self.label = f"Thing{phase.number}"
        self.given = {"uri": server.uri, "user": server.user, "password": server.password, "label": self.label}

    def run(self) -> None:
        """Each work, killed KILLS times and then done; what it leaves is looked at."""
        self._adoption()
        self._reembedding()
        self._erasure()
        self._carrying()

    def _killed(self, work: str, **more: Any) -> None:
        """Kills the work some time after it has begun, then lets one go through."""
        for _ in range(KILLS):
            process = self._start(work, **more)
            try:
                process.wait(self.chance.uniform(0, 1.5))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                self.world.report.kills[work] += 1
        if self._start(work, **more).wait(180) != 0:
            self.world.report.found("failed", f"{work} after it was killed: {self.world.tail('jobs')}")

    def _start(self, work: str, **more: Any) -> "subprocess.Popen[bytes]":
        """Starts it; returns once it begins."""
        command = [sys.executable, "-m", "tests.campaign.jobs"]
        with (self.world.folder / "jobs.log").open("ab") as log:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(self.given | {"work": work} | more).encode())
        process.stdin.close()
        process.stdout.readline()
        return process

    def _rows(self, text: str, **more: Any) -> list[dict[str, Any]]:
        with self.world.graph() as graph:
            found = graph.driver.execute_query(text, label=self.label, **more, database_=graph.database)
            return [row.data() for row in found.records]

    def _adoption(self) -> None:
        self._rows(CREATE, count=THINGS)
        for work in ("release", "disconnect"):
            self._killed("adopt")
            self._expect("adoption", self._rows(COUNT), [{"things": THINGS, "adopted": THINGS}])
            self._killed(work)
            self._expect(work, self._rows(COUNT), [{"things": THINGS, "adopted": 0}])
            self._expect(work, self._rows(STRAYS), [{"strays": 0}])

    def _expect(self, what: str, found: Any, wanted: Any) -> None:
        self.world.report.checks[what] += 1
        self.world.report.checked += 1
        if found != wanted:
            self.world.report.found("partial", f"{what} after kills: {found}, expected {wanted}")

    def _reembedding(self) -> None:
        client, memory = opened(self.given)
        with client:
            before = {one.get("embedding_model") for one in self._memories(client, memory)}
            model = OLD.name if NEW.name in before else NEW.name
            items = [{"type": "fact", "content": f"{self.label} fact number {n}"} for n in range(MEMORIES)]
            memory.semantic.remember_many(items)
            self._killed("reembed", model=model)
            found = {one.get("embedding_model") for one in self._memories(client, memory)}
            self._expect("reembedding", found, {model})

    def _memories(self, client: Client, memory: Memory) -> list[dict[str, Any]]:
        rows = client.graph.read(query("nodes"), workspace_id=memory.workspace_id, kind="memory")
        return [row["found"] for row in rows]

    def _erasure(self) -> None:
        client, memory = opened(self.given)
        with client:
            items = [
                {"type": "fact", "subject": SUBJECT, "predicate": "likes", "object": f"place {self.label} {n}"}
                | {"content": f"{SUBJECT} likes place {self.label} {n}"}
                for n in range(MEMORIES)
            ]
            memory.semantic.remember_many(items)
            self._killed("erase")
            left = [one["content"] for one in self._memories(client, memory) if SUBJECT in one["content"]]
            self._expect("erasure", left, [])

    def _carrying(self) -> None:
        """Passes go on in both workspaces, so memories are compared; an import reads back all by itself."""
        client, memory = opened(self.given)
        with client, tempfile.TemporaryDirectory(prefix="oxgraph-campaign-") as folder:
            copy = f"{SPACE} {self.label}"
            given = {"file": f"{folder}/one.zip", "backup": f"{folder}/backup", "copy": copy}
            wanted = self._contents(client, memory)
            for work in ("export", "import"):
                self._killed(work, **given)
            self._expect("import", self._contents(client, client.workspace(copy)), wanted)
            for work in ("backup", "delete"):
                self._killed(work, **given)
            self._expect("deletion", copy in {row.name for row in client.workspaces()}, False)
            self._killed("restore", **given)
            self._expect("restoration", self._contents(client, client.workspace(copy)), wanted)
            self._killed("delete", **given)

    def _contents(self, client: Client, memory: Memory) -> set[tuple[str, str]]:
        return {(one["id"], one["content"]) for one in self._memories(client, memory)}


def run_jobs(world: "World", phase: "Phase") -> None:
    """All works of a phase."""
    Jobs(world, phase).run()


if __name__ == "__main__":
    given = json.load(sys.stdin)
    WORKS[given["work"]](given)
