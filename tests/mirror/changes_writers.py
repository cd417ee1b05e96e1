"""Eight who write, delete, pause and give up at random."""

import random
import threading
import time
import uuid

from neo4j import Session, Transaction
from neo4j.exceptions import Neo4jError

from oxgraph.graph import Graph
from tests.mirror.changes_samples import query

WRITERS = 8
THINGS = 400
NAMES = ("write_thing", "write_thing", "write_thing", "delete_thing", "delete_thing", "supersede_thing")


class Writers:
    """Each in a thread and a session of its own, all on the same nodes; `broken` counts who lost the server."""

    def __init__(self, graph: Graph, workspace_id: str, seed: int) -> None:
        self.graph = graph
        self.workspace_id = workspace_id
        self.seed = seed
        self.ids = [str(uuid.UUID(int=random.Random(f"{seed}-{number}").getrandbits(128))) for number in range(THINGS)]
        self.committed = 0
        self.aborted = 0
        self.broken = 0
        self._lock = threading.Lock()

    def run(self, transactions: int) -> None:
        """So many from each, or until the server is gone."""
        threads = [threading.Thread(target=self._write, args=(number, transactions)) for number in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _write(self, number: int, transactions: int) -> None:
        chance = random.Random(f"{self.seed}/{number}")
        with self.graph.driver.session() as session:
            for _ in range(transactions):
                try:
                    self._count(self._once(session, chance))
                except Neo4jError:
                    self._count(False)  # A deadlock, or a node that another has deleted.
                except Exception:
                    self.broken += 1
                    return

    def _once(self, session: Session, chance: random.Random) -> bool:
        with session.begin_transaction() as transaction:
            for _ in range(chance.randint(1, 4)):
                self._change(transaction, chance)
            time.sleep(chance.choice((0, 0, 0.001, 0.05)))
            if chance.random() < 0.2:
                transaction.rollback()
                return False
            transaction.commit()
            return True

    def _change(self, transaction: Transaction, chance: random.Random) -> None:
        file = query(chance.choice(NAMES))
        given = {
            "workspace_id": self.workspace_id,
            "id": chance.choice(self.ids),
            "later": chance.choice(self.ids),
            "text": f"text {chance.random()}",
        }
        transaction.run(file.text, {name: given[name] for name in file.params}).consume()

    def _count(self, committed: bool) -> None:
        with self._lock:
            self.committed += committed
            self.aborted += not committed
