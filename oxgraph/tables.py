"""Reads `tables/*.tsv`: the facts that Python, the plugin, SQL and the docs share, each stated once.

Imports nothing but the standard library, so that the build of a wheel and the error classes can use it.
"""

import functools
from pathlib import Path

PACKAGE = Path(__file__).parent

Row = dict[str, str]
"""A row's cells by column name; an empty cell is an empty text."""


def root() -> Path:
    """The folder of tables: inside the package when installed from a wheel, else the checkout's."""
    packaged = PACKAGE / "_tables"
    return packaged if packaged.is_dir() else PACKAGE.parent / "tables"


@functools.cache
def read(name: str) -> tuple[Row, ...]:
    """The rows of a table, in the order of the file.

    Lines that begin with `#` are comments, the first other line names the columns, cells are separated by tabs.

    Args:
        name: The table's name, such as "settings".

    Returns:
        One dict a row, by column name.

    Raises:
        ValueError: A row has more or fewer cells than there are columns.
    """
    text = (root() / f"{name}.tsv").read_text(encoding="utf-8")
    columns, *rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return tuple(dict(zip(columns, cells, strict=True)) for cells in rows)
