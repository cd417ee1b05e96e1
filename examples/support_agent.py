"""A support agent that remembers: two customers, kept apart, and a tool that fails until the agent is warned of it.

    oxgraph up
    python examples/support_agent.py

`model` stands for your language model: it gets the prompt and answers. Here it repeats the line of the prompt that has
most words of the question, and it obeys a warning, so that the example needs no key and prints the same each time.
"""

import re
import uuid
from datetime import UTC, datetime

import oxgraph
from oxgraph import Memory
from oxgraph.passes import evaluate

SYSTEM = "You are the support agent of a shop. Answer from what you know."


class AddressMissing(Exception):
    """What the shop's `refund` raises for an order without an address."""


def refund(order: str, *, address: str | None) -> str:
    """The tool: it needs an address."""
    if address is None:
        raise AddressMissing(order)
    return f"{order} is refunded to {address}"


def words(text: str) -> set[str]:
    """The longer words of a text."""
    return set(re.findall(r"[a-z]{4,}", text.lower()))


def model(prompt: str, question: str) -> str:
    """Your language model."""
    return max(prompt.splitlines(), key=lambda line: len(words(line) & words(question)))


def answer(memory: Memory, customer: str, question: str) -> str:
    """One turn: the prompt has what this customer said before, and what all customers share."""
    with memory.turn(f"chat with {customer}", question, user_id=customer, system=SYSTEM) as turn:
        turn.reply(model(turn.prompt, question))
        return turn.prompt


def handle(memory: Memory, order: str) -> str:
    """One refund: the warning, if there is one, makes the agent ask for the address first."""
    telemetry = memory.telemetry
    session = telemetry.start_session(intent=f"Refund {order}", agent_id="support")
    try:
        with telemetry.record(
            "refund", session_id=session, targets=[order], target_node_type="Order", inject=True
        ) as call:
            warned = "AddressMissing" in call.injection.block
            done = refund(order, address="the address that the customer gave when asked" if warned else None)
        telemetry.end_session(session, outcome="success")
    except AddressMissing:
        telemetry.end_session(session, outcome="failure")
        return "failed: AddressMissing"
    return done


def main() -> None:
    """What two customers say, what the agent then knows of each, and eight refunds."""
    with oxgraph.connect() as client:
        memory = client.create_workspace(f"support {uuid.uuid4()}")
        memory.semantic.remember(type="fact", subject="shop", content="The shop is closed on Sundays.")
        memory.ingest("I live in Lisbon and I prefer letters to email.", conversation_id="first", user_id="ana")
        memory.ingest("I live in Oslo.", conversation_id="first", user_id="bo")
        for customer in ("ana", "bo"):
            prompt = answer(memory, customer, "Where do I live, and is the shop closed on Sundays?")
            print(f"{customer}: Lisbon {'Lisbon' in prompt}, Oslo {'Oslo' in prompt}, Sundays {'Sundays' in prompt}")
        for number in range(6):
            print(handle(memory, f"order:{number}"))
        evaluate(client.graph, memory.workspace_id, now=datetime.now(UTC))  # `oxgraph serve` and `worker` do this
        for number in range(6, 8):
            print(handle(memory, f"order:{number}"))


if __name__ == "__main__":
    main()
