# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The episodic layer of one workspace."""

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.conversation_deletion import DeletingMessages
from oxgraph.client._sync.import_chats import ImportingChats
from oxgraph.client._sync.messages import Messages, ReadingMessages, SearchingMessages
from oxgraph.client._sync.summaries import Summarising


class Episodic(
    Messages,
    ReadingMessages,
    DeletingMessages,
    SearchingMessages,
    Summarising,
    ImportingChats,
):
    """What was said in the workspace's conversations, and what was summed up of it."""

    def __init__(self, access: Access) -> None:
        self._access = access
