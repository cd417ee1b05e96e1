"""Reads a mapping file, and says where it is wrong."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from oxgraph.errors import InvalidInput

NAMES = {"rule": "[[rule]]", "argument": "[[argument]]", "error": "[[error]]"}


class Part(BaseModel):
    """A table of the file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Rule(Part):
    """What is said of some tools."""

    tools: list[str] = Field(min_length=1)
    action_type: str | None = Field(default=None, min_length=1, max_length=200)
    node_type: str | None = Field(default=None, max_length=200)
    targets: list[str] | None = None


class Argument(Part):
    """What is said of some arguments."""

    names: list[str] = Field(min_length=1)
    value: Literal["id", "path", "url"] = "id"
    node_type: str | None = Field(default=None, max_length=200)
    ignore: bool = False


class Phrase(Part):
    """Words of an error that say what it is."""

    text: str = Field(min_length=3, max_length=100)
    code: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$")


class MappingFile(Part):
    """A whole file."""

    ignore: list[str] = []
    rule: list[Rule] = []
    argument: list[Argument] = []
    error: list[Phrase] = []


def shipped() -> MappingFile:
    """The defaults that come with oxgraph."""
    text = resources.files("oxgraph.server.proxy").joinpath("mapping.toml").read_text(encoding="utf-8")
    return _read("mapping.toml", text)


def of_file(path: Path) -> MappingFile:
    """A person's own file. Raises InvalidInput, which names the file, the place and what to do."""
    try:
        return _read(str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is not UTF-8"
        raise InvalidInput(field="mapping", reason=f"{path} cannot be read: {reason}") from None


def _read(name: str, text: str) -> MappingFile:
    try:
        return MappingFile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        _refuse(name, "", f"{error}; mend the TOML there")
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        _refuse(name, _place(first["loc"]), _reason(first))


def _place(loc: tuple[Any, ...]) -> str:
    """Such as `[[rule]] 2, tools`: tables are counted from 1, as a person counts."""
    table, *rest = loc
    words = [str(one + 1) if isinstance(one, int) else f", {one}" for one in rest]
    return "".join([NAMES.get(str(table), str(table)), " " if rest and isinstance(rest[0], int) else "", *words])


def _reason(first: Any) -> str:
    kind, message = first["type"], first["msg"].replace("Input should", "must")
    if kind == "extra_forbidden":
        return "is not a known key; take it out or see docs/proxy.md for the ones there are"
    if kind == "missing":
        return "is missing; add it"
    return f"{message[:1].lower()}{message[1:]}"


def _refuse(name: str, place: str, reason: str) -> NoReturn:
    raise InvalidInput(field="mapping", reason=f"{name}: {place + ': ' if place else ''}{reason}")
