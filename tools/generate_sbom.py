"""Writes oxgraph.cdx.json, the software bill of materials (CycloneDX) that the wheel carries in its .dist-info/sboms.

It lists what a wheel contains of others (the explorer's libraries, with their sums), what it needs (the packages of
pyproject.toml, by extra) and what `oxgraph up` fetches (the jars of Neo4j, with their sums). `--check` fails where the
file is not what this writes. The same project gives the same file: it has no time and no serial number.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement

from oxgraph import __version__
from oxgraph.local.jars import pins

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "oxgraph.cdx.json"
VENDOR = ROOT / "oxgraph" / "server" / "explorer" / "static" / "vendor" / "README.md"
ROW = re.compile(
    r"\| `(?P<file>[^`]+)` \| (?P<name>\w+) (?P<version>[\d.]+),.*?\| (?P<licence>[^(|]+?) \(.*\| `(?P<sum>\w+)`"
)
UNSTABLE = ("serialNumber", "timestamp", "tools")


def vendored() -> Iterator[Component]:
    """The explorer's libraries, as their README lists them."""
    for row in ROW.finditer(VENDOR.read_text(encoding="utf-8")):
        yield Component(
            type=ComponentType.LIBRARY,
            name=row["name"],
            version=row["version"],
            bom_ref=f"vendor/{row['file']}",
            purl=PackageURL("npm", name=row["name"], version=row["version"]),
            licenses=[DisjunctiveLicense(id=row["licence"].strip())],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=row["sum"])],
            properties=[Property(name="oxgraph:file", value=row["file"])],
        )


def required() -> Iterator[Component]:
    """The packages that pip installs with oxgraph and with its extras, without those of development."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, tuple[Requirement, list[str]]] = {}
    groups = {"": project["dependencies"], **project["optional-dependencies"]}
    for extra, requirements in groups.items():
        for text in requirements if extra != "dev" else ():
            asked = Requirement(text)
            found.setdefault(asked.name, (asked, []))[1].append(extra)
    for name, (asked, extras) in sorted(found.items()):
        yield Component(
            type=ComponentType.LIBRARY,
            name=name,
            bom_ref=f"pypi/{name}",
            purl=PackageURL("pypi", name=name.lower()),
            scope=ComponentScope.REQUIRED if "" in extras else ComponentScope.OPTIONAL,
            properties=[
                Property(name="oxgraph:versions", value=str(asked.specifier) or "any"),
                *(Property(name="oxgraph:extra", value=extra) for extra in extras if extra),
            ],
        )


def fetched() -> Iterator[Component]:
    """The jars of Neo4j, which `oxgraph up` fetches."""
    for pin in pins():
        group, name, version, *_ = pin.coordinate.split(":")
        yield Component(
            type=ComponentType.LIBRARY,
            group=group,
            name=name,
            version=version,
            bom_ref=f"maven/{pin.coordinate}",
            purl=PackageURL("maven", namespace=group, name=name, version=version),
            scope=ComponentScope.OPTIONAL,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=pin.sha256)],
            properties=[Property(name="oxgraph:fetched-by", value="oxgraph up")],
        )


def document() -> str:
    """The whole file."""
    bom = Bom()
    root = Component(
        type=ComponentType.APPLICATION,
        name="oxgraph",
        version=__version__,
        bom_ref="oxgraph",
        purl=PackageURL("pypi", name="oxgraph", version=__version__),
        licenses=[DisjunctiveLicense(id="Apache-2.0")],
    )
    bom.metadata.component = root
    needed = list(required())
    bom.components.update([*vendored(), *needed, *fetched()])
    bom.register_dependency(root, [one for one in needed if one.scope is ComponentScope.REQUIRED])
    made = json.loads(JsonV1Dot6(bom).output_as_string())
    for key in UNSTABLE:
        made.pop(key, None)
        made["metadata"].pop(key, None)
    return json.dumps(made, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> int:
    """Writes the file, or compares it with --check; the exit status."""
    text = document()
    if "--check" in sys.argv[1:]:
        if FILE.exists() and FILE.read_text(encoding="utf-8") == text:
            return 0
        print(f"{FILE.name} is out of date; run python tools/generate_sbom.py", file=sys.stderr)
        return 1
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
