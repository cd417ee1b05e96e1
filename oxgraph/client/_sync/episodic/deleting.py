# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Messages and conversations deleted for good."""

from oxgraph.client._sync.access import Access


class DeletingMessages:
    """What goes, with all that has no other source."""

    _access: Access
