"""Tokens: made, hashed, listed and revoked, of one workspace or of all."""

import hashlib
import re
import secrets
from typing import TypeAlias

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.workspaces import find_served
from oxgraph.client.transitions import OPERATOR
from oxgraph.clock import Clock, present
from oxgraph.cypher import statement
from oxgraph.errors import NotFound, Unauthenticated
from oxgraph.graph import AsyncGraph
from oxgraph.ids import new_id
from oxgraph.types import NewToken, Role, TokenRow
from oxgraph.types.inputs import TokenId, TokenRequest

TOKEN = re.compile(r"oxg_[0-9a-f]{64}")


def new() -> str:
    """A new token: 256 random bits."""
    return f"oxg_{secrets.token_hex(32)}"


def hashed(text: str) -> str:
    """The hash of a token (of any text), which is stored and looked up in an index.

    The lookup compares hashes, so that its duration reveals nothing about the token.
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

    async def create(self, role: Role, name: str, *, user_id: str | None = None) -> NewToken:
        """Makes a token. Its `secret` is shown this once: only a hash is kept.

        With `user_id` it is bound to that user: its holder reads what is shared and what belongs to the user, writes
        the latter, and cannot name another user. Only a token of the role agent can be bound. Raises InvalidInput.
        """
        asked = TokenRequest(role=role, name=name, user_id=user_id)
        token = new()
        (row,) = await self._access.audited_write(
            "tokens.create",
            "token/create",
            id=new_id(),
            token_hash=digest(token),
            role=asked.role,
            name=asked.name,
            user_id=asked.user_id,
            inputs=transitions.given(asked.model_dump(exclude={"user_id"})),
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

    def __init__(self, graph: AsyncGraph, clock: Clock) -> None:
        self._graph = graph
        self._clock = clock

    async def create(self, workspace: str, role: Role, name: str, *, user_id: str | None = None) -> NewToken:
        """Makes a token of a workspace, named by its name. Its `secret` is shown this once: only a hash is kept.

        `user_id` binds it to a user.

        Raises InvalidInput, WorkspaceNotFound, WorkspaceDeleted.
        """
        return await (await self._of(workspace)).create(role, name, user_id=user_id)

    async def revoke(self, id: str) -> None:
        """Ends a token at once, also one of a deleted workspace; again changes nothing. Raises NotFound."""
        asked = TokenId(id=id)
        row = await self._graph.single(statement("token/find_to_revoke"), id=asked.id)
        if row is None:
            raise NotFound(kind="token", id=asked.id)
        await self._graph.write(
            statement("token/revoke"),
            workspace_id=row["workspace_id"],
            id=asked.id,
            transition_id=new_id(),
            by=OPERATOR,
            by_id=None,
            now=present(self._clock),
        )

    async def list(self, workspace: str | None = None) -> TokenRows:
        """Every token, or every one of a workspace, oldest first, the revoked too. Raises WorkspaceNotFound."""
        if workspace is not None:
            return await (await self._of(workspace)).list()
        rows = await self._graph.read(statement("token/list"), workspace_id=None)
        return [TokenRow(**row) for row in rows]

    async def _of(self, workspace: str) -> AsyncTokens:
        id_, name = await find_served(self._graph, workspace)
        return AsyncTokens(AsyncAccess(self._graph, id_, name, "admin", None, self._clock, None))
