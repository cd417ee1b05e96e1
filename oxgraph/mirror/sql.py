"""Loads the SQL files; sql/README.md says how they are named."""

import functools
import re
from collections.abc import Container
from pathlib import Path
from typing import LiteralString

PACKAGE = Path(__file__).parent.parent
ABOUT_VIEW = r"^(?:CREATE (?:OR REPLACE )?VIEW {0} AS|COMMENT ON VIEW {0} IS|COMMENT ON COLUMN {0}\.\w+ IS)\s.*?;$"
"""The statements of a migration that make a view, or say what it and its columns mean."""


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


def statements_about_view(view: str, names: Container[str]) -> list[LiteralString]:
    """What the migrations of these names say to make a view, such as 'app.current', in the order of their files."""
    pattern = re.compile(ABOUT_VIEW.format(re.escape(view)), re.MULTILINE | re.DOTALL)
    files = [path for path in migrations() if path.stem in names]
    return [found.group() for path in files for found in pattern.finditer(_read(path))]
