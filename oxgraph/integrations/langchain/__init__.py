"""LangChain and LangGraph: middleware for an agent with memory, a chat's history, a store. Needs the extra [langchain].

A checkpointer is neither: it keeps a graph's whole state, the arguments and results of tools with it, which oxgraph
never stores. Keep yours for resuming runs; it and the middleware go together.
"""

from oxgraph.errors import ExtraMissing

try:
    import langchain.agents  # noqa: F401
except ImportError as error:
    raise ExtraMissing(feature="The adapter for LangChain", extra="langchain") from error

from oxgraph.integrations.langchain.history import OxgraphChatMessageHistory
from oxgraph.integrations.langchain.middleware import OxgraphMiddleware
from oxgraph.integrations.langchain.store import OxgraphStore

__all__ = ["OxgraphChatMessageHistory", "OxgraphMiddleware", "OxgraphStore"]
