"""Messages and conversations deleted for good."""

from oxgraph.client._async.access import AsyncAccess


class AsyncDeletingMessages:
    """What goes, with all that has no other source."""

    _access: AsyncAccess
