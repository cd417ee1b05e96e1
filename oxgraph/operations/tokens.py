"""Who may call in the name of a workspace."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.operation import Done, Page, operation
from oxgraph.types import NewToken, Role, TokenRow
from oxgraph.types.fields import Name, Uuid


@operation("tokens.list", "GET /tokens", call="tokens.list", effect="reads", tool=False)
async def list_tokens(memory: AsyncMemory) -> Page[TokenRow]:
    """List the tokens, the revoked too, with their last use; never a secret."""
    return Page(items=tuple(await memory.tokens.list()))


@operation("tokens.create", "POST /tokens", call="tokens.create", effect="writes", tool=False, status=201)
async def create(
    memory: AsyncMemory,
    role: Annotated[Role, Field(description="What it may do: agent, operator, admin.")],
    name: Annotated[Name, Field(description="Who is to use it.", examples=["research agent"])],
) -> NewToken:
    """Make a token. Its `secret` is shown this once and kept nowhere."""
    return await memory.tokens.create(role, name)


@operation("tokens.revoke", "DELETE /tokens/{token_id}", call="tokens.revoke", effect="destroys", tool=False)
async def revoke(memory: AsyncMemory, token_id: Uuid) -> Done:
    """Revoke a token: it opens nothing from now on. Again changes nothing."""
    await memory.tokens.revoke(token_id)
    return Done()
