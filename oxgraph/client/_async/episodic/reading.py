"""What was said, read back: the latest messages, whole conversations, lists of them."""

from oxgraph.client._async.access import AsyncAccess


class AsyncReadingMessages:
    """Conversations as they stand."""

    _access: AsyncAccess
