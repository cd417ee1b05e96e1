"""Pydantic AI: memory for an agent's runs, or a conversation's messages alone. Needs the extra [pydantic-ai]."""

from oxgraph.errors import ExtraMissing

try:
    import pydantic_ai.capabilities  # noqa: F401
except ImportError as error:
    raise ExtraMissing(feature="The adapter for Pydantic AI", extra="pydantic-ai") from error

from oxgraph.integrations.pydantic_ai.conversation import OxgraphConversation
from oxgraph.integrations.pydantic_ai.memory import OxgraphMemory

__all__ = ["OxgraphConversation", "OxgraphMemory"]
