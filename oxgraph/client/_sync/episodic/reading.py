# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What was said, read back: the latest messages, whole conversations, lists of them."""

from oxgraph.client._sync.access import Access


class ReadingMessages:
    """Conversations as they stand."""

    _access: Access
