# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The episodic layer of one workspace."""

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.episodic.deleting import DeletingMessages
from oxgraph.client._sync.episodic.importing import ImportingChats
from oxgraph.client._sync.episodic.messages import Messages
from oxgraph.client._sync.episodic.reading import ReadingMessages
from oxgraph.client._sync.episodic.searching import SearchingMessages
from oxgraph.client._sync.episodic.summarising import Summarising


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
