"""What an agent's process may try, run as another Unix user with nothing but a token and an address.

Prints one line of JSON, `{attack: [what was got…]}`, then waits until its standard input ends, so that its memory can
be looked at. Whatever stands in a list went beyond the token's workspace.
"""

import contextlib
import gc
import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2

import oxgraph
from oxgraph.errors import OxgraphError

GIVEN: dict[str, Any] = json.loads(os.environ.pop("ATTACK"))
"""`user` (number of the Unix user and group), `home`, `bolt`, `http` (ports of Neo4j), `server` (process), `other` (ids
of another workspace), `bound` (token)."""

URL, TOKEN = os.environ["OXGRAPH_SERVER"], os.environ["OXGRAPH_TOKEN"]


def become_another_user() -> None:
    """Imports everything, whose files the other user may not be able to read, and becomes that user for good."""
    oxgraph.connect(token=TOKEN).close()
    with contextlib.suppress(OxgraphError):
        oxgraph.connect("bolt://127.0.0.1:1", ("a", "b"))
    os.setgroups([])
    os.setgid(GIVEN["user"][1])
    os.setuid(GIVEN["user"][0])


become_another_user()
memory = oxgraph.connect(token=TOKEN)
http = httpx2.Client(base_url=URL, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30)


def readable(*files: Path) -> Iterator[str]:
    for file in files:
        with contextlib.suppress(OSError):
            yield file.read_bytes().decode("utf-8", "replace")


def environment() -> list[str]:
    """The environment of every process that it may read, and its own."""
    found = [text for file in Path("/proc").glob("[0-9]*") for text in readable(file / "environ", file / "cmdline")]
    return [text[:80] for text in found if "PASSWORD" + "=" in text]


def driver() -> list[str]:
    """A connection to the database, anywhere in the process."""
    gc.collect()
    found = [type(one).__name__ for one in gc.get_objects() if type(one).__module__.startswith("neo4j._")]
    with contextlib.suppress(OxgraphError):
        found.append(str(memory._access.graph.driver))
    with contextlib.suppress(OxgraphError):
        found.append(str(memory._access.read("settings", "workspace/list")))
    return [one for one in found if one.endswith("Driver") or one.endswith("]")]


def process_memory() -> list[str]:
    """The memory of the server."""
    found = []
    for name in ("mem", "maps", "environ"):
        file = Path(f"/proc/{GIVEN['server']}/{name}")
        with contextlib.suppress(OSError), file.open("rb") as opened:
            found.append(f"{name}: {opened.read(1)!r}")
    return found


def files() -> list[str]:
    """The files of the home: password, records, data."""
    home = Path(GIVEN["home"])
    names = ("password", "server.json", "serve.json", "serve.log", "neo4j/conf/neo4j.conf", "neo4j/logs/neo4j.log")
    found = [text[:40] for text in readable(*(home / name for name in names))]
    with contextlib.suppress(OSError):
        found += [str(one) for one in home.iterdir()]
    return found


def load_csv() -> list[str]:
    """Cypher in every text that could become part of a statement."""
    cypher = "x` {a: 1}) LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line //"
    works: list[Callable[[], Any]] = [
        lambda: memory.recall(cypher),
        lambda: memory.semantic.entities.create(cypher, type=cypher),
        lambda: memory.semantic.entities.create("A", type="thing", properties={cypher: 1}),
        lambda: memory.semantic.entities.link("A", cypher, "A"),
        lambda: memory.semantic.entities.traverse("A", types=[cypher]),
        lambda: memory.semantic.remember(type=cypher, content=cypher),
        lambda: memory.graph.find(cypher),
        lambda: memory.telemetry.capture(action_type=cypher, session_id="s", outcome="success"),
        lambda: memory.telemetry.metrics.preview(success_condition=cypher),
    ]
    return [text for text in map(said, works) if "root:" in text]


def said(work: Callable[[], Any]) -> str:
    """What a call gives, or the text of its error."""
    try:
        return str(work())
    except (OxgraphError, ValueError, TypeError) as error:
        return str(error)


def other_ports() -> list[str]:
    """The database's own ports, without a login or with a guessed one."""
    found = []
    # Neo4j locks a user out for 5 s after three wrong passwords, and others are connecting to it.
    for auth in (None, ("neo4j", TOKEN)):
        with contextlib.suppress(OxgraphError):
            oxgraph.connect(f"bolt://127.0.0.1:{GIVEN['bolt']}", auth).workspaces()
            found.append(f"bolt with {auth}")
    statement = {"statement": "MATCH (n) RETURN n LIMIT 1"}
    answered = httpx2.post(f"http://127.0.0.1:{GIVEN['http']}/db/neo4j/query/v2", json=statement)
    found += ["http"] * (answered.status_code < 400)
    with socket.create_connection(("127.0.0.1", GIVEN["bolt"]), timeout=5) as raw:
        raw.sendall(b"\x60\x60\xb0\x17" + b"\x00\x00\x04\x05" + b"\x00" * 12)
        raw.sendall(b"\x00\x0b\xb1\x10\x88RETURN 1\x00\x00")
        raw.settimeout(5)
        with contextlib.suppress(OSError):
            found += ["raw"] * (b"RETURN" in raw.recv(4_096))
    return found


def other_workspaces() -> list[str]:
    """Ids of another workspace, wherever an id goes."""
    other = GIVEN["other"]
    calls = {
        "semantic.get": {"memory_id": other["memory"]},
        "semantic.why": {"id": other["memory"]},
        "semantic.history": {"memory_id": other["memory"]},
        "semantic.forget": {"memory_id": other["memory"]},
        "graph.node": {"id": other["memory"]},
        "graph.neighbours": {"id": other["memory"]},
        "episodic.messages": {"conversation_id": other["conversation"]},
        "episodic.delete_message": {"id": other["message"]},
        "recall": {"query": other["text"], "workspace_id": other["workspace"]},
    }
    found = []
    for name, arguments in calls.items():
        for body in (
            {"arguments": arguments},
            {"arguments": arguments, "workspace_id": other["workspace"]},
            {"arguments": arguments | {"workspace_id": other["workspace"]}},
        ):
            answer = http.post(f"/v1/client/{name}", json=body, headers={"X-Workspace": other["workspace"]})
            found += [f"{name}: {answer.text[:80]}"] * (other["text"] in answer.text)
    for path in ("settings", f"memories/{other['memory']}", "memories", "tokens"):
        answer = http.get(f"/v1/workspaces/{other['workspace']}/{path}")
        found += [f"{path}: {answer.text[:80]}"] * (answer.status_code < 400)
    return found


def private_calls() -> list[str]:
    """What is no call: attributes, private methods, calls that take files or logins."""
    names = (
        "_access", "_access.graph", "__init__", "telemetry._capture.capture", "semantic._access.write", "graph.driver",
        "close", "import_chats", "episodic.import_chats", "evaluations.run", "parts.__class__", "parts._memory",
    )  # fmt: skip
    answers = {name: http.post(f"/v1/client/{name}", json={"arguments": {}}) for name in names}
    return [f"{name}: {answer.text[:80]}" for name, answer in answers.items() if answer.status_code != 404]


def traversal() -> list[str]:
    """Paths that lead out of the calls, or to files."""
    names = ("..%2f..%2fetc%2fpasswd", "%2e%2e%2f%2e%2e", "..;/settings", "....//settings", "%00", "file:%2f%2f%2fetc")
    answers = {name: http.post(f"/v1/client/{name}", json={"arguments": {}}) for name in names}
    found = [name for name, answer in answers.items() if answer.status_code < 400 or "root:" in answer.text]
    asked = ("/explorer/..%2f..%2f..%2fetc/passwd", "/static/%2e%2e/%2e%2e/api.py", "/../../../../etc/passwd")
    return found + [path for path in asked if "root:" in http.get(path).text]


def forged_user() -> list[str]:
    """Another user's memory by a token that is bound to one."""
    found = []
    bearer = {"Authorization": f"Bearer {GIVEN['bound']}"}
    for name, arguments in (
        ("recall", {"query": "secret", "user_id": "victim"}),
        ("user.facts", {}),
        ("semantic.list", {"user_id": "victim"}),
        ("semantic.remember", {"type": "fact", "content": "Forged.", "user_id": "victim"}),
        ("recall", {"query": "secret", "all_users": True}),
    ):
        for body in ({"arguments": arguments, "user_id": "victim"}, {"arguments": arguments, "user_id": ""}):
            if name == "user.facts" and not body["user_id"]:
                continue
            answer = http.post(f"/v1/client/{name}", json=body, headers=bearer)
            found += [f"{name}: {answer.text[:80]}"] * (answer.status_code < 400)
    return found


ATTACKS = (
    environment, driver, process_memory, files, load_csv, other_ports, other_workspaces, private_calls, traversal,
    forged_user,
)  # fmt: skip

if __name__ == "__main__":
    print(json.dumps({attack.__name__: attack() for attack in ATTACKS}), flush=True)
    sys.stdin.read()
