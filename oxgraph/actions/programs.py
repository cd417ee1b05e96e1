"""The words of one command as an action type: `git commit`, `sed -i`, `pytest` for `sudo python -m pytest`.

tables/programs.tsv says which words are shown: no argument is, unless it stands there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from oxgraph import tables

OTHER = "command"
"""A command whose program is a path or a word that is no program's name."""

SCRIPT = "script"
OF_SYSTEM = " (system)"
"""Follows the name of what an interpreter runs that is called by its path, such as /usr/bin/python3."""

NAME = re.compile(r"[a-z][a-z_+.-]*[a-z0-9+_-]{0,4}|[a-z]")
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
COMMAND_OPTION = re.compile(r"-[a-z]*c")
SYSTEM = re.compile(r"(?:/usr(?:/local)?|/opt/homebrew)?/s?bin")
OWN_OF_SYSTEM = frozenset({"/usr/bin", "/bin"})
"""Where the system's own interpreters are; /usr/local has those that a person or an image has installed."""

SHELLS = frozenset({"bash", "sh", "zsh"})
LONGEST_NAME = 32
WEIGHTS = {"trivial": 0, "light": 1}
DECISIVE = 2


@dataclass(frozen=True, slots=True)
class Program:
    """A row of the table."""

    name: str
    role: str
    words: frozenset[str]
    valued: frozenset[str]


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it is named; `weight` says how likely it is that it decides an exit code.

    `inner` is the command line that it was given as one argument (`bash -c`).
    """

    name: str
    weight: int = DECISIVE
    inner: str | None = None


@cache
def _programs() -> dict[str, Program]:
    rows = (
        Program(row["program"], row["role"], frozenset(row["words"].split()), frozenset(row["valued"].split()))
        for row in tables.read("programs")
    )
    return {one.name: one for one in rows}


def named(words: Sequence[str], *, writes: bool = False) -> Command:
    """Names a command by its words.

    Args:
        words: The program and its arguments, without quotes.
        writes: Whether its output goes to a file.
    """
    rest = _after_assignments(words)
    for _ in range(8):
        if not rest:
            break
        found, taken = _lookup(rest)
        if found is None or found.role != "wrapper":
            return _as(found, rest[0], rest[taken:], writes)
        inside = _inside(found, rest[taken:])
        if not inside:
            return Command(found.name)
        rest = inside
    return Command("assignment", WEIGHTS["trivial"]) if not rest else Command(OTHER)


def _lookup(words: Sequence[str]) -> tuple[Program | None, int]:
    """The row of the first two words, or of the first, and how many words it covers."""
    programs = _programs()
    folder, _, own = words[0].rpartition("/")
    if len(words) > 1 and (both := programs.get(f"{own} {words[1]}")):
        return both, 2
    found = programs.get(own) or programs.get(own.rstrip("0123456789."))
    ours = found is not None and found.role in WEIGHTS and folder and not SYSTEM.fullmatch(folder)
    return None if ours else found, 1  # a project's own bin/test is no test of the shell


def _after_assignments(words: Sequence[str]) -> Sequence[str]:
    place = 0
    while place < len(words) and ASSIGNMENT.match(words[place]):
        place += 1
    return words[place:]


def _inside(wrapper: Program, arguments: Sequence[str]) -> Sequence[str]:
    """The command that a wrapper runs."""
    rest = _after_assignments(_after_options(arguments, wrapper.valued))
    own = next((int(word) for word in wrapper.words if word.isdigit()), 0)
    return _after_assignments(rest[own:])


def _after_options(arguments: Sequence[str], valued: frozenset[str]) -> Sequence[str]:
    place = 0
    while place < len(arguments) and arguments[place].startswith("-") and arguments[place] != "-":
        if arguments[place] == "--":
            return arguments[place + 1 :]
        place += 2 if arguments[place] in valued else 1
    return arguments[place:]


def _as(found: Program | None, word: str, arguments: Sequence[str], writes: bool) -> Command:
    if found is None:
        return Command(_unknown(word))
    weight = WEIGHTS.get(found.role, DECISIVE)
    if found.role == "command":
        return Command(_with_subcommand(found, arguments))
    if found.role == "marked":
        shown = next((mark for one in arguments if (mark := _mark(one, found.words))), None)
        return Command(f"{found.name} {shown}" if shown else found.name)
    if found.role == "interpreter":
        command = _interpreted(found, arguments)
        return replace(command, name=command.name + OF_SYSTEM) if _is_of_system(found, word) else command
    return Command(f"{found.name} >", WEIGHTS["light"]) if writes and weight < DECISIVE else Command(found.name, weight)


def _is_of_system(found: Program, word: str) -> bool:
    """Whether a language's interpreter is called by its path in the system.

    That leaves out the environment of the project, and fails where its packages are needed.
    """
    folder, _, _ = word.rpartition("/")
    return found.name not in SHELLS and folder in OWN_OF_SYSTEM


def _unknown(word: str) -> str:
    """A program that the table does not have: by its name, where that looks like one; never by its path."""
    if "/" in word:
        return SCRIPT
    return word if len(word) <= LONGEST_NAME and NAME.fullmatch(word) else OTHER


def _with_subcommand(found: Program, arguments: Sequence[str]) -> str:
    first = next(iter(arguments), "")
    rest = arguments if first in found.words else _after_options(arguments, found.valued)
    word = rest[0] if rest else ""
    return f"{found.name} {word}" if word in found.words else found.name


def _mark(argument: str, marks: frozenset[str]) -> str | None:
    """The option that is shown for an argument such as `-i.bak` or `-rf`."""
    if argument in marks:
        return argument
    return next((mark for mark in sorted(marks) if len(mark) == 2 and argument.startswith(mark)), None)


def _interpreted(found: Program, arguments: Sequence[str]) -> Command:
    """What an interpreter runs: a module by its name, a line given to it, a script."""
    name = "python" if found.name.startswith(("python", "pypy")) else found.name
    rest = list(arguments)
    while rest and rest[0].startswith("-"):
        option = rest[0]
        if name in SHELLS and COMMAND_OPTION.fullmatch(option):
            return Command(name, inner=rest[1] if len(rest) > 1 else None)
        if option == "-m" and name == "python":
            return _module(rest[1:])
        if mark := _mark(option, found.words):
            return Command(f"{name} {mark}")
        rest = rest[2:] if option in found.valued else rest[1:]
    if not rest:
        return Command(name)
    own = _programs().get(rest[0].rpartition("/")[2])
    return _as(own, rest[0], rest[1:], False) if own else Command(f"{name} {SCRIPT}")


def _module(rest: Sequence[str]) -> Command:
    own = _programs().get(rest[0]) if rest else None
    return _as(own, rest[0], rest[1:], False) if own else Command("python -m")
