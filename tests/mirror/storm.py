"""Sixteen who write at random, and somebody who kills the servers and the copier under them."""

import contextlib
import os
import random
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from pathlib import Path

import psycopg
from neo4j import GraphDatabase
from neo4j.exceptions import DriverError, Neo4jError

import oxgraph
from oxgraph import local
from oxgraph.local import Home, Server
from oxgraph.local import postgres as local_postgres
from tests.campaign.processes import kill_server

WRITERS = 16
THINGS = 100
KINDS = {"action": "outcome", "memory:fact": "content", "metric": "name", "episode": "summary"}
NODE = "(n:_mem:{label} {{workspace_id: $w, id: $id}})"
WRITE = f"MERGE {NODE} SET n.{{column}} = $text"
"""Nodes without created_at, which the guard takes as they are in tests."""
DELETE = f"MATCH {NODE} DETACH DELETE n"
VICTIMS = ("copier",) * 3 + ("postgres", "neo4j")
"""Who is killed in a round, in an order by chance."""
BUSY = 30
"""Commits that are waited for, and that a page of them is copied, before the next one is killed."""
PAUSES = (0, 0, 0.002, 0.05, 0.4)
"""Seconds between the changes of a transaction and its end."""


class Storm:
    """Servers in a home of their own, writers, and a copier in a process of its own."""

    def __init__(self, home: Home, seed: int) -> None:
        self.home = home
        self.chance = random.Random(seed)
        self.seed = seed
        self.ids = {label: [self._id() for _ in range(THINGS)] for label in KINDS}
        self.stop = threading.Event()
        self.counts: Counter[str] = Counter()
        self.server: Server = self.up()
        with oxgraph.connect(self.server.uri, self.server.auth) as client:
            self.workspace_id = client.create_workspace("storm").workspace_id
        self.copier: subprocess.Popen[bytes] | None = None

    def _id(self) -> str:
        return str(uuid.UUID(int=self.chance.getrandbits(128)))

    def up(self) -> Server:
        """Starts what is not running."""
        self.server = local.up(self.home, heap="512m", mirror=True)
        return self.server

    @property
    def dsn(self) -> str:
        """The superuser's way to Postgres."""
        return local_postgres.running(self.home).dsn

    def copy(self) -> None:
        """Starts the copier."""
        command = [str(Path(sys.executable).with_name("oxgraph")), "mirror", "run", "--every", "0.1"]
        with (self.home.path / "copier.log").open("ab") as log:
            environment = {**os.environ, "OXGRAPH_HOME": str(self.home.path)}
            self.copier = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def rage(self, rounds: int) -> None:
        """Lets all write, and kills under them; at the end all servers are up, and nobody writes or copies."""
        threads = [threading.Thread(target=self._write, args=(number,)) for number in range(WRITERS)]
        for thread in threads:
            thread.start()
        self.copy()
        for victim in [one for _ in range(rounds) for one in self.chance.sample(VICTIMS, len(VICTIMS))]:
            self._wait_for_work()
            time.sleep(self.chance.uniform(0, 2.5))
            self._kill(victim)
        self._wait_for_work()
        self.stop.set()
        for thread in threads:
            thread.join()
        self._end_copier()
        self.up()

    def _wait_for_work(self, seconds: float = 60) -> None:
        enough, stood, until = self.counts["commits"] + BUSY, self._position(), time.monotonic() + seconds
        while (self.counts["commits"] < enough or self._position() == stood) and time.monotonic() < until:
            time.sleep(0.05)

    def _position(self) -> int:
        """Where the mirror stands."""
        with psycopg.connect(self.dsn) as connection:
            row = connection.execute("SELECT position FROM app.mirror").fetchone()
        return row[0] if row else 0

    def _kill(self, victim: str) -> None:
        self.counts[victim] += 1
        if victim == "copier":
            self._end_copier()
            self.copy()
            return
        pid = self.server.pid if victim == "neo4j" else local_postgres.running(self.home).pid
        kill_server(pid)
        time.sleep(self.chance.uniform(0, 1))
        if victim == "neo4j":
            self.up()
        else:
            local_postgres.up(self.home)

    def _end_copier(self) -> None:
        """A copier that is not there any more gave up by itself, which it should not."""
        if self.copier is not None:
            self.counts["gave up"] += self.copier.poll() is not None
            self.copier.kill()
            self.copier.wait()

    def close(self) -> None:
        """Ends everything."""
        self.stop.set()
        if self.copier is not None:
            self.copier.kill()
            self.copier.wait()

    def _write(self, number: int) -> None:
        chance = random.Random(f"{self.seed}/{number}")
        while not self.stop.is_set():
            with contextlib.suppress(DriverError, Neo4jError, OSError):
                self._until_broken(chance)
            time.sleep(0.2)

    def _until_broken(self, chance: random.Random) -> None:
        auth = (self.server.user, self.server.password)
        with GraphDatabase.driver(self.server.uri, auth=auth) as driver, driver.session(database="neo4j") as session:
            while not self.stop.is_set():
                try:
                    with session.begin_transaction() as transaction:
                        for _ in range(chance.randint(1, 5)):
                            label, column = chance.choice(list(KINDS.items()))
                            text = DELETE if chance.random() < 0.4 else WRITE
                            given = {
                                "w": self.workspace_id,
                                "id": chance.choice(self.ids[label]),
                                "text": str(chance.random()),
                            }
                            transaction.run(text.format(label=label, column=column), given).consume()
                        time.sleep(chance.choice(PAUSES))
                        if chance.random() < 0.2:
                            transaction.rollback()
                            self.counts["given up"] += 1
                            continue
                    self.counts["commits"] += 1
                except Neo4jError:
                    self.counts["aborts"] += 1  # a deadlock, or a node that another has deleted


LOG = """
CREATE TABLE public.log (n bigserial, tab text, id uuid, op text, was bigint, rev bigint);
CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO public.log (tab, id, op, was) VALUES (TG_TABLE_NAME, old.id, TG_OP, old.rev);
  ELSE
    INSERT INTO public.log (tab, id, op, rev) VALUES (TG_TABLE_NAME, new.id, TG_OP, new.rev);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_position() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.log (tab, op, was, rev) VALUES ('position', TG_OP, old.position, new.position);
  RETURN NULL;
END $$;
CREATE TRIGGER note AFTER UPDATE ON app.mirror FOR EACH ROW EXECUTE FUNCTION public.note_position();
"""


def keep_log(dsn: str, tables: list[str]) -> None:
    """Has the database note each row and each position that is written, in the order in which they are."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(LOG)
        for table in tables:
            text = f"CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW"
            connection.execute(f"{text} EXECUTE FUNCTION public.note()")


def out_of_order(dsn: str) -> list[tuple[object, ...]]:
    """Rows whose number did not grow from one writing to the next, or whose deletion was of another than the last."""
    found: list[tuple[object, ...]] = []
    last: dict[tuple[str, uuid.UUID | None], int] = {}
    with psycopg.connect(dsn) as connection:
        for table, key, op, was, rev in connection.execute("SELECT tab, id, op, was, rev FROM public.log ORDER BY n"):
            before = last.get((table, key), 0)
            wrong = (was != before) if op == "DELETE" or table == "position" else rev <= before
            if wrong or (table == "position" and rev < before):
                found.append((table, key, op, was, rev, before))
            last[table, key] = was if op == "DELETE" else rev
    return found
