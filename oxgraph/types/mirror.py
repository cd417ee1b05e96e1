"""What the mirror answers."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, computed_field


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True)


class Copied(_Row):
    """What a run of the copier did: `rows` written, `deleted` rows, in `pages`; it stands at `position`."""

    rows: int = 0
    deleted: int = 0
    pages: int = 0
    position: int = 0


class TableCount(_Row):
    """How many rows a table has."""

    table: str
    rows: int


class MirrorStatus(_Row):
    """How far the mirror is behind a graph; `source` is the name of its server, `tables` counts the rows of all.

    `lag_seconds` is the age of the oldest change not yet copied (0 if there is none), `lag_changes` their number.
    `waiting_since` is the start of the oldest open transaction that the copier must wait for, if any. `last_error` is
    that of the last run, None if it succeeded. `unavailable` has an error text for each of the two servers that could
    not be reached; fields that only that server knows are None.
    """

    server: str
    source: str = "main"
    version: str | None = None
    position: int | None = None
    lag_seconds: float | None = None
    lag_changes: int | None = None
    waiting_since: datetime | None = None
    copied_at: datetime | None = None
    rebuilt_at: datetime | None = None
    last_error: str | None = None
    last_error_at: datetime | None = None
    tables: tuple[TableCount, ...] = ()
    unavailable: tuple[str, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def away(self) -> tuple[str, ...]:
        """Deprecated name of `unavailable`."""
        return self.unavailable


class Drift(_Row):
    """A row that is not as the graph has it: `missing`, `surplus` (in Postgres alone) or `different` in `columns`."""

    table: str
    workspace_id: str
    id: str
    how: str
    columns: tuple[str, ...] = ()


class CheckedTable(_Row):
    """A table of one workspace on both sides: counts, and checksums of all that its rows say."""

    table: str
    workspace_id: str
    expected: int
    found: int
    expected_checksum: str
    found_checksum: str


class MirrorCheck(_Row):
    """Whether the rows say what the graph says, at `position`.

    `drift` names at most 1,000 rows, `drifted` counts all.
    """

    position: int
    tables: tuple[CheckedTable, ...] = ()
    drifted: int = 0
    drift: tuple[Drift, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing differs."""
        return self.drifted == 0


class Reader(_Row):
    """A login that reads the rows of one workspace; the password is returned only here. `dsn` contains both."""

    role: str
    workspace_id: str
    password: str
    dsn: str


class ReadingLogin(_Row):
    """A login that reads the rows of a workspace; `workspace` is its name."""

    role: str
    workspace_id: str
    workspace: str | None
    created_at: datetime


class MirrorRemains(_Row):
    """A row in which a name that was erased still stands."""

    table: str
    id: str
    column: str
