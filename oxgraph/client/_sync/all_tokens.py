# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The tokens of every workspace; for operators of the database."""

from typing import TYPE_CHECKING, TypeAlias

from oxgraph.client.audit import OPERATOR
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import NotFound
from oxgraph.ids import new_id
from oxgraph.types import NewToken, Role, TokenRow
from oxgraph.types.inputs import TokenId

if TYPE_CHECKING:
    from oxgraph.client._sync.client import Client

Rows: TypeAlias = list[TokenRow]


class AllTokens:
    """Makes, lists and revokes tokens of any workspace."""

    def __init__(self, client: "Client") -> None:
        self._client = client

    def create(self, workspace: str, role: Role, name: str) -> NewToken:
        """Makes a token of a workspace, named by its name. Its `secret` is shown this once: only a hash is kept.

        Raises InvalidInput, WorkspaceNotFound, WorkspaceDeleted.
        """
        memory = self._client.workspace(workspace)
        return memory.tokens.create(role, name)

    def revoke(self, id: str) -> None:
        """Ends a token at once, also one of a deleted workspace; again changes nothing. Raises NotFound."""
        asked = TokenId(id=id)
        graph = self._client.graph
        row = graph.single(statement("token/workspace_of"), id=asked.id)
        if row is None:
            raise NotFound(kind="token", id=asked.id)
        graph.write(
            statement("token/revoke"),
            workspace_id=row["workspace_id"],
            id=asked.id,
            transition_id=new_id(),
            by=OPERATOR,
            by_id=None,
            now=present(self._client.clock),
        )

    def list(self, workspace: str | None = None) -> Rows:
        """Every token, or every one of a workspace, oldest first, the revoked too. Raises WorkspaceNotFound."""
        if workspace is not None:
            return (self._client.workspace(workspace)).tokens.list()
        rows = self._client.graph.read(statement("token/list"), workspace_id=None)
        return [TokenRow(**row) for row in rows]
