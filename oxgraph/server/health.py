"""Whether the graph is there: looked at beside the calls, so that while it is away no call waits for it."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

from oxgraph import migrations
from oxgraph.client import AsyncClient
from oxgraph.cypher import statement
from oxgraph.errors import ConnectionFailed, Overloaded, OxgraphError, ServerError, SetupError

log = logging.getLogger("oxgraph.server")

EACH = 1.0
"""Seconds between two looks while it is away."""

LOOK_SECONDS = 5.0
"""How long somebody who asks waits for a look. The look goes on: a server that has just begun needs its time, and each
connection that is broken off costs it more."""

MOST_SECONDS = 60.0
"""How long a look may take; behind a network that swallows everything nothing else would end it."""

LEAVING = (
    "Neo.TransientError.General.DatabaseUnavailable",
    "Neo.TransientError.Database.",
    "Neo.ClientError.Database.",
)
"""Beginnings of the codes of a Neo4j that is about to stop, or has just begun."""

PASSING = ("Neo.TransientError.",)
"""Beginnings of the codes of what may go well a moment later."""


def away(error: OxgraphError) -> bool:
    """Whether an error says that the graph cannot be had now, whatever is asked of it."""
    if isinstance(error, ServerError):
        return _code(error).startswith(LEAVING)
    return isinstance(error, SetupError) and error.http_status == 503


def _code(error: ServerError) -> str:
    return str(error.values.get("neo4j_code", ""))


class Health:
    """What is known of the graph. Until the first look it is taken to be there.

    A call that finds it away starts the looking, which goes on until it is back; meanwhile `require` refuses at once.
    """

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._error: OxgraphError | None = None
        self._looking: asyncio.Task[None] | None = None
        self._look: asyncio.Task[OxgraphError | None] | None = None

    def require(self) -> None:
        """Raises what was seen last where the graph is away."""
        if self._error is not None:
            raise self._error

    @contextlib.asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Round what asks the graph: refuses while it is away, and learns from an error that it is.

        Raises ConnectionFailed for what Neo4j says while it stops or starts, Overloaded for what passes.
        """
        self.require()
        began = time.monotonic()
        try:
            yield
        except ServerError as error:
            if away(error):
                self._away(error)
                raise ConnectionFailed(uri=self._client.graph.uri, reason=str(error)) from error
            if _code(error).startswith(PASSING):
                raise Overloaded(seconds=round(time.monotonic() - began, 1)) from error
            raise
        except SetupError as error:
            if away(error):
                self._away(error)
            raise

    async def look(self, seconds: float = LOOK_SECONDS) -> OxgraphError | None:
        """Asks the graph now: is it there, with the plugin and the schema that this version needs? What is wrong.

        Who asks meanwhile waits for the same look.
        """
        if self._look is None or self._look.done():
            self._look = asyncio.create_task(self._looked())
        await asyncio.wait({self._look}, timeout=seconds)
        return self._look.result() if self._look.done() else self._no_answer(seconds)

    async def _looked(self) -> OxgraphError | None:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                await self._client.graph.check_plugin()
                found = await self._client.graph.read(statement("system/applied_migrations"))
            migrations.require_current(found)
        except OxgraphError as error:
            return error
        except TimeoutError:
            return self._no_answer(MOST_SECONDS)
        return None

    def _no_answer(self, seconds: float) -> OxgraphError:
        return ConnectionFailed(uri=self._client.graph.uri, reason=f"no answer in {seconds:.0f} s")

    async def start(self) -> None:
        """Looks once; where the graph is away, until it is back."""
        error = await self.look()
        if error is not None:
            self._away(error)

    def _away(self, error: OxgraphError) -> None:
        self._error = error
        if self._looking is None or self._looking.done():
            log.error("away", extra={"fields": {"code": error.code, "detail": str(error)}})
            self._looking = asyncio.create_task(self._until_back())

    async def _until_back(self) -> None:
        began = time.monotonic()
        while (error := await self.look(MOST_SECONDS)) is not None:
            self._error = error
            await asyncio.sleep(EACH)
        self._error = None
        log.info("back", extra={"fields": {"seconds": round(time.monotonic() - began, 1)}})

    async def close(self) -> None:
        """Looks no more."""
        for task in (self._looking, self._look):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task


def watched(health: Health | None) -> AbstractAsyncContextManager[None]:
    """`health.watched()`, where there is one."""
    return contextlib.nullcontext() if health is None else health.watched()
