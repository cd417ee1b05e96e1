"""Tokens: made, hashed, listed, rotated and revoked, of one workspace or of all."""

import hashlib
import json
import re
import secrets
from datetime import datetime, timedelta
from typing import TypeAlias

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.servers import AsyncServers
from oxgraph.client._async.workspaces import find_served
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.readable import results
from oxgraph.client.transitions import OPERATOR
from oxgraph.clock import Clock, present
from oxgraph.cypher import statement
from oxgraph.errors import ConnectionFailed, InvalidInput, NotFound, OxgraphError, Unauthenticated
from oxgraph.ids import new_id
from oxgraph.types import NewToken, Role, TokenRow
from oxgraph.types.inputs import TokenId, TokenRequest, TokenRotation, in_lifetime

TOKEN = re.compile(r"oxg_[0-9a-f]{64}")
OVERLAP = timedelta(days=1)
"""How long a rotated token stays valid, so that its holder can be given the new one."""

REPLACED = "was rotated already; rotate its successor, {successor}, or revoke this one to end it before its time"


def new() -> str:
    """A new token: 256 random bits."""
    return f"oxg_{secrets.token_hex(32)}"


def hashed(text: str) -> str:
    """The hash of a token (of any text), which is stored and looked up in an index.

    The lookup compares hashes, so that its duration reveals nothing about the token.
    """
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def digest(token: str) -> str:
    """The hash of a token, with or without blanks round it. Raises Unauthenticated for what cannot be one."""
    given = token.strip() if isinstance(token, str) else ""
    if TOKEN.fullmatch(given) is None:
        raise Unauthenticated()
    return hashed(given)


TokenRows: TypeAlias = list[TokenRow]


@typed_arguments
class AsyncTokens:
    """The tokens of one workspace; for its admins."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def create(
        self,
        role: Role,
        name: str,
        *,
        user_id: str | None = None,
        expires_at: datetime | None = None,
        calls_per_minute: int | None = None,
    ) -> NewToken:
        """Makes a token. Its `secret` is shown this once: only a hash is kept.

        With `user_id` it is bound to that user: its holder reads what is shared and what belongs to the user, writes
        the latter, and cannot name another user. Only a token of the role agent can be bound. It ends at `expires_at`,
        at most ten years ahead; without one it does not expire. `calls_per_minute` is its rate limit at
        `oxgraph serve`, instead of the server's. Raises InvalidInput.
        """
        asked = TokenRequest(
            role=role, name=name, user_id=user_id, expires_at=expires_at, calls_per_minute=calls_per_minute
        )
        in_lifetime(asked.expires_at, self._access.now())
        token = new()
        (row,) = await self._access.audited_write(
            "tokens.create",
            "token/create",
            id=new_id(),
            token_hash=digest(token),
            inputs=transitions.given(asked.model_dump(mode="json", exclude={"user_id"}, exclude_none=True)),
            **asked.model_dump(),
        )
        return NewToken(**row, secret=token)

    async def rotate(self, id: str, *, overlap: timedelta = OVERLAP, expires_at: datetime | None = None) -> NewToken:
        """Makes a token's successor, with its role, name, user and rate limit; the `secret` is shown this once.

        The former one stays valid for `overlap` (0 ends it at once), and with it the explorer's logins. Without
        `expires_at` the new one lives as long as the former one was to live. A token is rotated once, then its
        successor is. Raises InvalidInput, also for a token that has a successor, and NotFound for one that is revoked
        or has expired.
        """
        if not isinstance(overlap, timedelta):
            raise InvalidInput(field="overlap", reason="must be a timedelta")
        asked = TokenRotation(id=id, overlap_seconds=int(overlap.total_seconds()), expires_at=expires_at)
        token, now = new(), self._access.now()
        rows = await self._access.audited_write(
            "tokens.rotate",
            "token/rotate",
            id=asked.id,
            new_id=(successor := new_id()),
            token_hash=digest(token),
            expires_at=in_lifetime(asked.expires_at, now),
            overlap_until=now + timedelta(seconds=asked.overlap_seconds),
            inputs=transitions.given({"successor": successor, "overlap_seconds": asked.overlap_seconds}),
        )
        if not rows:
            await self._require_no_successor(asked.id, now)
            raise NotFound(kind="valid token", id=asked.id)
        return NewToken(**rows[0], secret=token)

    async def _require_no_successor(self, id: str, now: datetime) -> None:
        """Raises InvalidInput for a valid token that was rotated, with the one to rotate instead."""
        found = await self._access.read("tokens.rotate", "token/successor", id=id, now=now)
        if found:
            successor = json.loads(found[0]["inputs"])["successor"]
            raise InvalidInput(field="id", reason=REPLACED.format(successor=successor))

    async def revoke(self, id: str) -> None:
        """Ends a token at once; again changes nothing. Raises NotFound."""
        asked = TokenId(id=id)
        if not await self._access.audited_write("tokens.revoke", "token/revoke", id=asked.id):
            raise NotFound(kind="token", id=asked.id)

    async def list(self) -> TokenRows:
        """Every token of the workspace, oldest first, the revoked too."""
        return results(TokenRow, await self._access.read("tokens.list", "token/list"))


@typed_arguments
class AsyncAllTokens:
    """Makes, lists and revokes tokens of any workspace, on whatever server it is."""

    def __init__(self, servers: AsyncServers, clock: Clock) -> None:
        self._servers = servers
        self._clock = clock

    async def create(
        self,
        workspace: str,
        role: Role,
        name: str,
        *,
        user_id: str | None = None,
        expires_at: datetime | None = None,
        calls_per_minute: int | None = None,
    ) -> NewToken:
        """Makes a token of a workspace, named by its name, as `AsyncTokens.create` does.

        Raises InvalidInput, WorkspaceNotFound, WorkspaceDeleted.
        """
        tokens = await self._of(workspace)
        return await tokens.create(
            role, name, user_id=user_id, expires_at=expires_at, calls_per_minute=calls_per_minute
        )

    async def rotate(self, id: str, *, overlap: timedelta = OVERLAP, expires_at: datetime | None = None) -> NewToken:
        """Makes a token's successor, as `AsyncTokens.rotate` does. Raises InvalidInput, NotFound."""
        workspace_id = await self._workspace_of(TokenId(id=id).id)
        graph = self._servers.graph(workspace_id)
        access = AsyncAccess(graph, workspace_id, "", "admin", None, self._clock, None)
        return await AsyncTokens(access).rotate(id, overlap=overlap, expires_at=expires_at)

    async def revoke(self, id: str) -> None:
        """Ends a token at once, also one of a deleted workspace; again changes nothing. Raises NotFound."""
        asked = TokenId(id=id)
        workspace_id = await self._workspace_of(asked.id)
        await self._servers.graph(workspace_id).write(
            statement("token/revoke"),
            workspace_id=workspace_id,
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
        rows = await self._servers.ask_all(statement("token/list"), workspace_id=None)
        # One of a workspace that moves is on two servers.
        found = {one.id: one for one in results(TokenRow, (row for _, row in rows))}
        return sorted(found.values(), key=lambda one: (one.workspace, one.created_at, one.id))

    async def _workspace_of(self, id: str) -> str:
        """The workspace of a token, whose place is asked anew. Raises NotFound, and ServerUnreachable."""
        failed: OxgraphError | None = None
        for name, graph in (await self._servers.all()).items():
            try:
                row = await graph.single(statement("token/find_to_revoke"), id=id)
            except ConnectionFailed as error:
                failed = self._servers.unreachable(name, error)
                continue
            if row is not None:
                if self._servers.are_several:
                    await self._servers.refresh(row["workspace_id"])
                return str(row["workspace_id"])
        raise failed or NotFound(kind="token", id=id)

    async def _of(self, workspace: str) -> AsyncTokens:
        _, graph = await self._servers.having(workspace)
        id_, name = await find_served(graph, workspace)
        return AsyncTokens(AsyncAccess(self._servers.graph(id_), id_, name, "admin", None, self._clock, None))
