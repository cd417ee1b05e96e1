"""What the drivers of frameworks share: a script for a stand-in model, tools, and what a run showed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from oxgraph import AsyncMemory, Memory
from tests.integrations.conftest import RESULT


@dataclass(frozen=True)
class Call:
    """The model calls a tool."""

    name: str
    arguments: dict[str, Any]


Step = str | Call
"""What the model does when it is asked: an answer, or a call."""


class CardExpired(Exception):
    """What a tool raises."""


@dataclass
class Shop:
    """Two tools, and how often each was really called."""

    called: list[str] = field(default_factory=list)

    def tools(self) -> list[Callable[..., str]]:
        """The functions that frameworks make tools of."""

        def charge(order_id: str, card: str) -> str:
            """Charge an order.

            Args:
                order_id: The order.
                card: The card's number.
            """
            self.called.append("charge")
            raise CardExpired(card)

        def refund(order_id: str, card: str) -> str:
            """Refund an order.

            Args:
                order_id: The order.
                card: The card's number.
            """
            self.called.append("refund")
            return RESULT

        return [charge, refund]


@dataclass
class Ran:
    """The answer, and what the model was given each time that it was asked, as text."""

    answer: str
    given: list[str]


class Driver(Protocol):
    """Lets an agent that was made for it answer one question."""

    IS_ASYNC: bool
    """Whether the framework awaits, so that an AsyncMemory serves it."""

    def scripted(self, given: list[str], *script: Step) -> Any: ...

    async def run(
        self, memory: Memory | AsyncMemory, question: str, *script: Step, shop: Shop | None = None, **options: Any
    ) -> Ran: ...
