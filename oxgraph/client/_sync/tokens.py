# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Bearer tokens: how they are made and told apart."""

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, TypeAlias

from oxgraph.client import transitions
from oxgraph.client._sync.access import Access
from oxgraph.client.transitions import OPERATOR
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import NotFound, Unauthenticated
from oxgraph.ids import new_id
from oxgraph.types import NewToken, Role, TokenRow
from oxgraph.types.inputs import TokenId, TokenRequest

if TYPE_CHECKING:
    from oxgraph.client._sync.client import Client


TOKEN = re.compile(r"oxg_[0-9a-f]{64}")


def new() -> str:
    """A new token: 256 random bits."""
    return f"oxg_{secrets.token_hex(32)}"


def hashed(text: str) -> str:
    """What is stored of a token and looked up in an index, so that no comparison's time tells anything.

    What cannot be a token has a hash too.
    """
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def digest(token: str) -> str:
    """The hash of a token. Raises Unauthenticated for what cannot be one."""
    if not isinstance(token, str) or TOKEN.fullmatch(token) is None:
        raise Unauthenticated()
    return hashed(token)


TokenRows: TypeAlias = list[TokenRow]


class Tokens:
    """The tokens of one workspace; for its admins."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def create(self, role: Role, name: str) -> NewToken:
        """Makes a token. Its `secret` is shown this once: only a hash is kept. Raises InvalidInput."""
        asked = TokenRequest(role=role, name=name)
        token = new()
        (row,) = self._access.audited_write(
            "tokens.create",
            "token/create",
            id=new_id(),
            token_hash=digest(token),
            role=asked.role,
            name=asked.name,
            inputs=transitions.given(asked.model_dump()),
        )
        return NewToken(**row, secret=token)

    def revoke(self, id: str) -> None:
        """Ends a token at once; again changes nothing. Raises NotFound."""
        asked = TokenId(id=id)
        if not self._access.audited_write("tokens.revoke", "token/revoke", id=asked.id):
            raise NotFound(kind="token", id=asked.id)

    def list(self) -> TokenRows:
        """Every token of the workspace, oldest first, the revoked too."""
        return [TokenRow(**row) for row in self._access.read("tokens.list", "token/list")]


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

    def list(self, workspace: str | None = None) -> TokenRows:
        """Every token, or every one of a workspace, oldest first, the revoked too. Raises WorkspaceNotFound."""
        if workspace is not None:
            return (self._client.workspace(workspace)).tokens.list()
        rows = self._client.graph.read(statement("token/list"), workspace_id=None)
        return [TokenRow(**row) for row in rows]
