"""The episodic layer of one workspace."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.conversation_deletion import AsyncDeletingMessages
from oxgraph.client._async.import_chats import AsyncImportingChats
from oxgraph.client._async.messages import AsyncMessages, AsyncReadingMessages, AsyncSearchingMessages
from oxgraph.client._async.summaries import AsyncSummarising


class AsyncEpisodic(
    AsyncMessages,
    AsyncReadingMessages,
    AsyncDeletingMessages,
    AsyncSearchingMessages,
    AsyncSummarising,
    AsyncImportingChats,
):
    """What was said in the workspace's conversations, and what was summed up of it."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
