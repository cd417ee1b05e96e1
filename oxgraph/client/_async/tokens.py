"""Bearer tokens: how they are made and told apart."""

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, TypeAlias

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.transitions import OPERATOR
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import NotFound, Unauthenticated
from oxgraph.ids import new_id
from oxgraph.types import NewToken, Role, TokenRow
from oxgraph.types.inputs import TokenId, TokenRequest

if TYPE_CHECKING:
    from oxgraph.client._async.client import AsyncClient


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


class AsyncTokens:
    """The tokens of one workspace; for its admins."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def create(self, role: Role, name: str) -> NewToken:
        """Makes a token. Its `secret` is shown this once: only a hash is kept. Raises InvalidInput."""
        asked = TokenRequest(role=role, name=name)
        token = new()
        (row,) = await self._access.audited_write(
            "tokens.create",
            "token/create",
            id=new_id(),
            token_hash=digest(token),
            role=asked.role,
            name=asked.name,
            inputs=transitions.given(asked.model_dump()),
        )
        return NewToken(**row, secret=token)

    async def revoke(self, id: str) -> None:
        """Ends a token at once; again changes nothing. Raises NotFound."""
        asked = TokenId(id=id)
        if not await self._access.audited_write("tokens.revoke", "token/revoke", id=asked.id):
            raise NotFound(kind="token", id=asked.id)

    async def list(self) -> TokenRows:
        """Every token of the workspace, oldest first, the revoked too."""
        return [TokenRow(**row) for row in await self._access.read("tokens.list", "token/list")]


class AsyncAllTokens:
    """Makes, lists and revokes tokens of any workspace."""

    def __init__(self, client: "AsyncClient") -> None:
        self._client = client

    async def create(self, workspace: str, role: Role, name: str) -> NewToken:
        """Makes a token of a workspace, named by its name. Its `secret` is shown this once: only a hash is kept.

        Raises InvalidInput, WorkspaceNotFound, WorkspaceDeleted.
        """
        memory = await self._client.workspace(workspace)
        return await memory.tokens.create(role, name)

    async def revoke(self, id: str) -> None:
        """Ends a token at once, also one of a deleted workspace; again changes nothing. Raises NotFound."""
        asked = TokenId(id=id)
        graph = self._client.graph
        row = await graph.single(statement("token/workspace_of"), id=asked.id)
        if row is None:
            raise NotFound(kind="token", id=asked.id)
        await graph.write(
            statement("token/revoke"),
            workspace_id=row["workspace_id"],
            id=asked.id,
            transition_id=new_id(),
            by=OPERATOR,
            by_id=None,
            now=present(self._client.clock),
        )

    async def list(self, workspace: str | None = None) -> TokenRows:
        """Every token, or every one of a workspace, oldest first, the revoked too. Raises WorkspaceNotFound."""
        if workspace is not None:
            return await (await self._client.workspace(workspace)).tokens.list()
        rows = await self._client.graph.read(statement("token/list"), workspace_id=None)
        return [TokenRow(**row) for row in rows]
