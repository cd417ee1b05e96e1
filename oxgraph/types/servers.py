"""What the directory of servers and moves of workspaces give back."""

from datetime import datetime

from oxgraph.types.results import Result


class Placement(Result):
    """On which server a workspace is. `epoch` grows with every move.

    `step` is that of a move under way: copying, fenced (its writes wait), switched (served at the new place, not
    deleted at the old one); `target` is the other server.
    """

    workspace_id: str
    workspace: str
    server: str
    epoch: int
    step: str | None = None
    target: str | None = None
    attempt: str | None = None
    fence: str | None = None
    step_at: datetime | None = None
    moved_at: datetime | None = None


class ServerRow(Result):
    """A server of the directory; `reachable` is whether it answered now, with the reason where it did not."""

    name: str
    address: str
    draining: bool
    has_login: bool
    workspaces: int
    reachable: bool | None = None
    reason: str = ""


class ServersStatus(Result):
    """The servers, the moves under way, and workspaces that are not where the directory says they are."""

    servers: tuple[ServerRow, ...]
    moves: tuple[Placement, ...]
    entered: tuple[str, ...]
    missing: tuple[str, ...]


class MoveReport(Result):
    """What a move did. `moved` is false where the workspace was there already.

    `fence_ms` is how long its writes waited, `closed_ms` how long of that its reads did too, `changes` how many nodes
    were read while they did; `digest` that of the content at that moment, equal on both servers.
    """

    workspace: str
    workspace_id: str
    source: str
    target: str
    epoch: int
    moved: bool
    nodes: int = 0
    relationships: int = 0
    tokens: int = 0
    slots: int = 0
    changes: int = 0
    fence_ms: float = 0.0
    closed_ms: float = 0.0
    digest: str = ""
