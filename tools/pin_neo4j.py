"""Writes oxgraph/local/neo4j-<version>.sha256 anew: resolves the coordinates with jgo and hashes what arrives.

Run it after changing NEO4J_VERSION in oxgraph/local/jars.py, and read the difference before committing it.
"""

from pathlib import Path

from oxgraph.local import jars

HEADER = """\
# The jars of Neo4j {version} and what they stand on, by Maven coordinate, with their SHA-256.
# Written by tools/pin_neo4j.py from {roots}.
"""


def coordinates() -> list[str]:
    """What Maven would put on the class path, sorted; '!' keeps jgo from importing the roots as BOMs."""
    maven = jars.context()
    roots = [maven.create_dependency(f"{root}!") for root in jars.ROOTS]
    inputs, transitive = maven.resolver.resolve(roots)
    found = [(d.groupId, d.artifactId, d.version, d.classifier) for d in [*inputs, *transitive]]
    return sorted(":".join(part for part in row if part) for row in found)


def main() -> None:
    """Writes the list."""
    maven = jars.context()
    lines = [f"{name}  {jars.sha256(Path(jars.artifact(maven, name).resolve()))}" for name in coordinates()]
    head = HEADER.format(version=jars.NEO4J_VERSION, roots=", ".join(jars.ROOTS))
    Path(jars.__file__).with_name(jars.PINS).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} jars")


if __name__ == "__main__":
    main()
