"""The episodic layer of one workspace."""

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.episodic.deleting import AsyncDeletingMessages
from oxgraph.client._async.episodic.importing import AsyncImportingChats
from oxgraph.client._async.episodic.messages import AsyncMessages
from oxgraph.client._async.episodic.reading import AsyncReadingMessages
from oxgraph.client._async.episodic.searching import AsyncSearchingMessages
from oxgraph.client._async.episodic.summarising import AsyncSummarising


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
