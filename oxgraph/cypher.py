"""Loads the Cypher files and checks what they say of themselves. The header grammar is in cypher/README.md."""

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oxgraph.errors import CypherFileInvalid

PACKAGE = Path(__file__).parent
FOLDERS = {"pass": "passes", "audit": "audits", "query": "queries", "statement": "statements"}
HEADER = re.compile(r"^//@ (\w+): *(.*?) *$")
PARAMETER = re.compile(r"\$([a-z_]\w*)")
PASS_NAME = re.compile(r"^(\d+_)?(?P<name>[a-z_]+)\.v(?P<version>\d+)$")


@functools.cache
def root() -> Path:
    """The folder of Cypher files: inside the package when installed from a wheel, else the checkout's."""
    packaged = PACKAGE / "_cypher"
    return packaged if packaged.is_dir() else PACKAGE.parent / "cypher"


@dataclass(frozen=True)
class CypherFile:
    """One statement and what its header says.

    `kind` is pass, audit, query or statement; `params` and `yields` map names to Cypher types; `version` is 0
    for all but passes. `one_plan`: Neo4j is to plan it once, whichever of its parameters are given.
    """

    kind: str
    name: str
    version: int
    summary: str
    params: dict[str, str]
    yields: dict[str, str]
    text: str
    one_plan: bool = False

    @functools.cached_property
    def sent(self) -> str:
        """The text that Neo4j gets. With `one_plan` it reads its parameters from one list, as `$given[0]`.

        Neo4j keeps a plan for each combination of the types of a statement's parameters, and null is a type: a list
        with ten filters would be planned up to a thousand times, for 0.1 to 0.5 s each. Of a list it knows no types.
        """
        if not self.one_plan:
            return self.text
        places = {name: place for place, name in enumerate(self.params)}
        return PARAMETER.sub(lambda found: f"$given[{places[found[1]]}]", self.text)

    def arguments(self, params: dict[str, Any]) -> dict[str, Any]:
        """Of the parameters those that the statement has, as `sent` reads them.

        The others would be part of what Neo4j looks a plan up by, and cost it a second one.
        """
        if self.one_plan:
            return {"given": [params[name] for name in self.params]}
        return {name: params[name] for name in self.params if name in params}

    @property
    def body(self) -> str:
        """The statement without its header and comments."""
        return _body(self.text).strip()


def _typed(lines: list[str]) -> dict[str, str]:
    return {name: kind for name, _, kind in (line.partition(" ") for line in lines)}


def _header(path: Path, text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        match = HEADER.match(line)
        if match is None:
            break
        found.setdefault(match[1], []).append(match[2])
    if "summary" not in found:
        raise CypherFileInvalid(file=path.name, reason="the header has no summary")
    return found


def _body(text: str) -> str:
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("//"))
    return "\n".join(lines)


def _expected_name(path: Path, kind: str) -> tuple[str, int]:
    stem = path.name.removesuffix(".cypher")
    if kind == "pass":
        match = PASS_NAME.match(stem)
        if match is None:
            raise CypherFileInvalid(file=path.name, reason="a pass is named like 1_sequences.v1.cypher")
        return match["name"], int(match["version"])
    if kind == "statement":
        return f"{path.parent.name}/{stem}", 0
    return stem, 0


def _check(path: Path, file: CypherFile, declared: str, version: int) -> None:
    used = set(PARAMETER.findall(_body(file.text)))
    if declared != file.name or version != file.version:
        raise CypherFileInvalid(
            file=path.name,
            reason=f"the header says {declared} {version}, the name {file.name} {file.version}",
        )
    if used != set(file.params):
        raise CypherFileInvalid(
            file=path.name,
            reason=f"parameters used and declared differ in {sorted(used ^ set(file.params))}",
        )


@functools.cache
def load(path: Path, kind: str) -> CypherFile:
    """The file at `path`, checked. Raises CypherFileInvalid."""
    text = path.read_text(encoding="utf-8")
    header = _header(path, text)
    name, version = _expected_name(path, kind)
    file = CypherFile(
        kind=kind,
        name=name,
        version=version,
        summary=header["summary"][0],
        params=_typed(header.get("param", [])),
        yields=_typed(header.get("yields", [])),
        text=text,
        one_plan=header.get("plan") == ["one"],
    )
    _check(path, file, header.get(kind, [""])[0], int(header.get("version", ["0"])[0]))
    if "plan" in header and (kind != "statement" or header["plan"] != ["one"]):
        raise CypherFileInvalid(file=path.name, reason="plan is one, of a statement, or is left out")
    return file


@functools.cache
def statement(name: str) -> CypherFile:
    """The client's statement of that name, such as 'workspace/create'."""
    return load(root() / "statements" / f"{name}.cypher", "statement")


def query(name: str) -> CypherFile:
    """An operator's query of that name, such as 'timeline'."""
    return load(root() / "queries" / f"{name}.cypher", "query")


def all_files(kind: str) -> list[CypherFile]:
    """Every file of a kind, in the order of their names."""
    folder = root() / FOLDERS[kind]
    return [load(path, kind) for path in sorted(folder.rglob("*.cypher"))]


def passes() -> list[CypherFile]:
    """The newest version of each pass, in the order in which they run."""
    newest: dict[str, tuple[str, CypherFile]] = {}
    for path in sorted((root() / FOLDERS["pass"]).glob("*.cypher")):
        file = load(path, "pass")
        if file.name not in newest or newest[file.name][1].version < file.version:
            newest[file.name] = (path.name, file)
    return [file for _, file in sorted(newest.values(), key=lambda entry: entry[0])]
