"""The Cypher files of each pass, in order."""

from typing import NamedTuple

from oxgraph import cypher
from oxgraph.cypher import CypherFile
from oxgraph.errors import InvalidInput

MAIN = {1: "sequences", 2: "patterns", 3: "benchmarks", 4: "freshness", 5: "garbage", 6: "user_memory"}
"""The main file of each pass, which gives its name and version."""

UPKEEP = 7
"""The number of the upkeep, which is no Cypher file as it needs models: vectors, questions, pending messages."""

NAMES = {**MAIN, UPKEEP: "upkeep"}

ALSO = {2: ("ageing", "succession")}
"""What runs at the end of a pass though it has another number: patterns that were counted are then of one date
with those that were not, and no memory stays active for a week after its successor began."""


class Pass(NamedTuple):
    """A pass: its name and version, and its files in the order in which they run."""

    name: str
    version: int
    files: list[CypherFile]


def _number(file: CypherFile) -> int | None:
    """Returns the number at the beginning of a pass file's name."""
    for path in (cypher.root() / cypher.FOLDERS["pass"]).glob(f"*_{file.name}.v{file.version}.cypher"):
        prefix = path.name.removesuffix(f"_{file.name}.v{file.version}.cypher")
        if prefix.isdigit():
            return int(prefix)
    return None


def number_of(name_or_number: str | int) -> int:
    """Returns the number of a pass given by number (2, '2') or by the name of one of its files. Raises InvalidInput."""
    for known, name in NAMES.items():
        if str(name_or_number) in (str(known), name):
            return known
    for file in cypher.passes():
        number = _number(file)
        if file.name == name_or_number and number in MAIN:
            return number
    raise InvalidInput(field="pass", reason=f"{name_or_number} is none of {sorted(NAMES)}")


def plan(number: int) -> Pass:
    """Returns the newest version of a pass."""
    if number == UPKEEP:
        return Pass(NAMES[UPKEEP], 1, [])
    files = {file.name: file for file in cypher.passes()}
    own = [file for file in files.values() if _number(file) == number]
    main = files[MAIN[number]]
    return Pass(main.name, main.version, own + [files[name] for name in ALSO.get(number, ())])
