"""A temporary workspace for one replay."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from oxgraph.client import Client, Memory
from oxgraph.client._async import workspaces
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import WorkspaceNotFound
from oxgraph.ids import SYSTEM_WORKSPACE, new_id, stable_id
from oxgraph.settings import WorkspaceSettings

LOCK = "replay"
SHOWN = 100
"""Maximum number of characters of the workspace's name in that of its temporary workspace."""


def scratch_name(target: Memory, digest: str) -> str:
    """Returns the name of the temporary workspace of a history: deterministic, so that derived ids are too."""
    return f"{target.name[:SHOWN]} replay {stable_id(target.workspace_id, LOCK, [digest])[:13]}"


@contextmanager
def scratch(client: Client, target: Memory, digest: str, keep: bool, notify: Callable[[str], None]) -> Iterator[Memory]:
    """Creates a workspace with the given memory's settings, on the client's clock; purges it at the end in any case.

    Replays of one workspace run one after another, so anything found was left by a killed replay and is purged first.
    The worker skips the workspace, since its clock is simulated.
    """
    name = scratch_name(target, digest)
    with client.graph.exclusive(target.workspace_id, LOCK):
        _purge(client, name)
        try:
            yield _made(client, name, _settings(target))
        finally:
            if not keep:
                notify("Removing the replay's workspace.")
                _purge(client, name)


def _purge(client: Client, name: str) -> None:
    with suppress(WorkspaceNotFound):
        client.delete_workspace(name, hard=True)


def _settings(target: Memory) -> dict[str, Any]:
    """Enables memory and turns the holdout off, so that every warning is measured."""
    found = target.settings().model_dump()
    fixed = {"memory_enabled": True, "injection_enabled": True, "holdout_rate": 0.0}
    return found | {name: value for name, value in fixed.items() if name in WorkspaceSettings.model_fields}


def _made(client: Client, name: str, settings: dict[str, Any]) -> Memory:
    with client.graph.exclusive(SYSTEM_WORKSPACE, "workspaces"):
        (row,) = client.graph.write(
            statement("workspace/create"),
            name=name,
            settings=settings | {"scratch": True},
            metrics=workspaces.METRICS,
            transition_id=new_id(),
            now=present(client.clock),
        )
    return client.memory_of(row["workspace_id"], name)
