"""Tokens: who may call in the name of a workspace."""

from typing import TypeAlias

from oxgraph.client import audit, secret
from oxgraph.client._async.access import AsyncAccess
from oxgraph.errors import NotFound
from oxgraph.ids import new_id
from oxgraph.types import NewToken, Role, TokenRow
from oxgraph.types.inputs import TokenId, TokenRequest

Rows: TypeAlias = list[TokenRow]


class AsyncTokens:
    """The tokens of one workspace; for its admins."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def create(self, role: Role, name: str) -> NewToken:
        """Makes a token. Its `secret` is shown this once: only a hash is kept. Raises InvalidInput."""
        asked = TokenRequest(role=role, name=name)
        token = secret.new()
        (row,) = await self._access.signed(
            "tokens.create",
            "token/create",
            id=new_id(),
            token_hash=secret.digest(token),
            role=asked.role,
            name=asked.name,
            inputs=audit.given(asked.model_dump()),
        )
        return NewToken(**row, secret=token)

    async def revoke(self, id: str) -> None:
        """Ends a token at once; again changes nothing. Raises NotFound."""
        asked = TokenId(id=id)
        if not await self._access.signed("tokens.revoke", "token/revoke", id=asked.id):
            raise NotFound(kind="token", id=asked.id)

    async def list(self) -> Rows:
        """Every token of the workspace, oldest first, the revoked too."""
        return [TokenRow(**row) for row in await self._access.read("tokens.list", "token/list")]
