"""Loads the SQL files; sql/README.md says how they are named."""

import functools
from pathlib import Path
from typing import LiteralString

PACKAGE = Path(__file__).parent.parent


def root() -> Path:
    """The folder of SQL files: inside the package when installed from a wheel, else the checkout's."""
    packaged = PACKAGE / "_sql"
    return packaged if packaged.is_dir() else PACKAGE.parent / "sql"


@functools.cache
def _read(path: Path) -> LiteralString:
    """The only place where text becomes a statement: it reads the project's own files and inserts nothing."""
    return path.read_text(encoding="utf-8")


def statement(name: str) -> LiteralString:
    """The statement of that name, such as 'apply_page'. Parameters are written %(name)s."""
    return _read(root() / "statements" / f"{name}.sql")


def migrations() -> list[Path]:
    """The files of the schema, in the order in which they are applied."""
    return sorted((root() / "migrations").glob("*.sql"))
