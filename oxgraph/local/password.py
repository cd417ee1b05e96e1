"""Rotates the password of the server on this machine: in Neo4j and in the home."""

import secrets

from oxgraph.cypher import statement
from oxgraph.errors import AuthenticationFailed, NotRunning
from oxgraph.graph import Graph
from oxgraph.local import process
from oxgraph.local.home import Home
from oxgraph.local.launch import USER, uri
from oxgraph.whole_files import write_whole

SYSTEM = "system"
"""The database that knows the users."""


def rotate(home: Home) -> None:
    """Give the database login a new random password.

    Connections that are open stay; a program that opens new ones with the old password is refused, so start `oxgraph
    serve` and `oxgraph worker` again. The new password is kept beside the old one before Neo4j gets it: after an
    interruption the same call goes on. Raises NotRunning, AuthenticationFailed, HomeBusy, HomeUnusable.
    """
    with home.lock():
        record = home.record()
        if record is None or record.stopped or not process.is_alive(record.pid, record.started):
            raise NotRunning(home=home.path)
        draft = home.path / "password.new"
        if draft.exists() and _opens(uri(record), draft.read_text(encoding="utf-8").strip()):
            draft.replace(home.password_file)  # a rotation was interrupted after Neo4j had the new one
        old, new = home.password() or "", secrets.token_hex(24)
        write_whole(draft, new + "\n")
        with Graph.open(uri(record), (USER, old), database=SYSTEM, check=False) as graph:
            graph.write(statement("local/set_password"), old=old, new=new)
        draft.replace(home.password_file)


def _opens(address: str, password: str) -> bool:
    try:
        Graph.open(address, (USER, password), check=False).close()
    except AuthenticationFailed:
        return False
    return True
