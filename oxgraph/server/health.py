"""Whether Neo4j can be reached: checked in the background, so that no call waits for a Neo4j that is down."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any

from oxgraph import migrations
from oxgraph.client import AsyncClient
from oxgraph.cypher import statement
from oxgraph.errors import ConnectionFailed, Overloaded, OxgraphError, ServerError, SetupError

log = logging.getLogger("oxgraph.server")

CHECK_EVERY_SECONDS = 1.0
"""Pause between two checks while it cannot be reached."""

CHECK_SECONDS = 5.0
"""How long a caller waits for a check. The check itself continues: a Neo4j that has just started needs time, and each
cancelled connection costs it more."""

MAX_CHECK_SECONDS = 60.0
"""How long a check may take; in a network that drops every packet nothing else would end it."""

UNAVAILABLE_CODES = (
    "Neo.TransientError.General.DatabaseUnavailable",
    "Neo.TransientError.Database.",
    "Neo.ClientError.Database.",
    "Neo.ClientError.Transaction.Terminated",
    "Neo.ClientError.Transaction.LockClientStopped",
)
"""Prefixes of the codes of a Neo4j that is stopping (`oxgraph down` ends transactions first) or has just started."""

TRANSIENT_CODES = ("Neo.TransientError.",)
"""Prefixes of the codes of errors that may not recur a moment later."""


def is_unavailable(error: OxgraphError) -> bool:
    """Whether an error means that Neo4j cannot be reached now, whatever the query."""
    if isinstance(error, ServerError):
        return _neo4j_code(error).startswith(UNAVAILABLE_CODES)
    return isinstance(error, SetupError) and error.http_status == 503


def _neo4j_code(error: ServerError) -> str:
    return str(error.values.get("neo4j_code", ""))


WhenUp = Callable[[AsyncClient], Coroutine[Any, Any, None]]


class Health:
    """The known state of Neo4j; taken to be available until the first check.

    A call that finds it unavailable starts checks in the background until it is back; meanwhile `require` refuses
    calls at once.
    """

    def __init__(self, client: AsyncClient, when_up: WhenUp) -> None:
        """`when_up` is done in the background each time that Neo4j is there: at the start, and when it is back."""
        self._client = client
        self._when_up = when_up
        self._background: asyncio.Task[None] | None = None
        self._error: OxgraphError | None = None
        self._checks: asyncio.Task[None] | None = None
        self._check: asyncio.Task[OxgraphError | None] | None = None

    @property
    def is_up(self) -> bool:
        """Whether Neo4j is available, as far as is known."""
        return self._error is None

    def require(self) -> None:
        """Raise the last error where Neo4j is unavailable."""
        if self._error is not None:
            raise self._error

    @contextlib.asynccontextmanager
    async def monitored(self) -> AsyncIterator[None]:
        """Around queries: refuse while Neo4j is unavailable, and learn from errors that it is.

        Raises ConnectionFailed for what Neo4j reports while it stops or starts, Overloaded for transient errors.
        """
        self.require()
        began = time.monotonic()
        try:
            yield
        except ServerError as error:
            if is_unavailable(error):
                self._lost(error)
                raise ConnectionFailed(uri=self._client.graph.uri, reason=str(error)) from error
            if _neo4j_code(error).startswith(TRANSIENT_CODES):
                raise Overloaded(seconds=round(time.monotonic() - began, 1)) from error
            raise
        except SetupError as error:
            if is_unavailable(error):
                self._lost(error)
            raise

    async def check(self, seconds: float = CHECK_SECONDS) -> OxgraphError | None:
        """Check now that Neo4j answers and has the plugin and schema of this version; returns what is wrong.

        Concurrent callers wait for the same check.
        """
        if self._check is None or self._check.done():
            self._check = asyncio.create_task(self._checked())
        await asyncio.wait({self._check}, timeout=seconds)
        return self._check.result() if self._check.done() else self._no_answer(seconds)

    async def _checked(self) -> OxgraphError | None:
        try:
            async with asyncio.timeout(MAX_CHECK_SECONDS):
                await self._client.graph.check_plugin()
                found = await self._client.graph.read(statement("system/applied_migrations"))
                indexes = await self._client.graph.read(statement("system/indexes"))
            migrations.require_current(found)
            migrations.require_complete(indexes)
        except OxgraphError as error:
            return error
        except TimeoutError:
            return self._no_answer(MAX_CHECK_SECONDS)
        return None

    def _no_answer(self, seconds: float) -> OxgraphError:
        return ConnectionFailed(uri=self._client.graph.uri, reason=f"no answer in {seconds:.0f} s")

    async def start(self) -> None:
        """Check once; where Neo4j is unavailable, keep checking in the background."""
        error = await self.check()
        if error is not None:
            self._lost(error)
        else:
            self._is_there()

    def _is_there(self) -> None:
        self._error = None
        if self._background is None or self._background.done():
            self._background = asyncio.create_task(self._when_up(self._client))

    def _lost(self, error: OxgraphError) -> None:
        self._error = error
        if self._checks is None or self._checks.done():
            log.error("unavailable", extra={"fields": {"code": error.code, "detail": str(error)}})
            self._checks = asyncio.create_task(self._check_until_back())

    async def _check_until_back(self) -> None:
        began = time.monotonic()
        while (error := await self.check(MAX_CHECK_SECONDS)) is not None:
            self._error = error
            await asyncio.sleep(CHECK_EVERY_SECONDS)
        self._is_there()
        log.info("available", extra={"fields": {"seconds": round(time.monotonic() - began, 1)}})

    async def close(self) -> None:
        """Stop the checks, and what is done in the background."""
        for task in (self._checks, self._check, self._background):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task


def monitored(health: Health | None) -> AbstractAsyncContextManager[None]:
    """`health.monitored()`, or nothing without a health."""
    return contextlib.nullcontext() if health is None else health.monitored()
