"""The mirror's tables once more, filled from the beginning of the feed, as temporary ones of a session."""

from oxgraph.mirror.connection import Rows
from oxgraph.mirror.copier import Progress
from oxgraph.mirror.feed import Feed, Page, Standing
from oxgraph.mirror.pages import OWN_TABLES, applied
from oxgraph.mirror.sql import statement


class Fresh:
    """Empty tables like the mirror's, and where they stand. They go with the connection."""

    def __init__(self, connection: Rows, feed: Feed) -> None:
        self.connection = connection
        self.feed = feed
        self.position = 0
        self.standing: Standing = feed.standing()
        connection.execute(statement("copy_tables"), {"schema": OWN_TABLES})

    def fill(self, progress: Progress | None = None) -> None:
        """Brings them to where the graph stands."""
        total = self.feed.waiting(self.position).changes if progress else 0
        done = 0
        for page in self.feed.pages(self.position):
            self._write(page)
            done += page.rows
            if progress:
                progress(min(done, total), total)

    def _write(self, page: Page) -> None:
        with self.connection.transaction():
            applied(self.connection, page, OWN_TABLES)
        self.position, self.standing = page.position, page.standing
