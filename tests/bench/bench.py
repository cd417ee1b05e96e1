"""The benches by name, and the Neo4j that is started for them."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

import oxgraph
from oxgraph import local
from tests.bench import (
    append,
    archives,
    capture,
    ends,
    fence,
    hooks,
    imports,
    inject,
    large,
    mining,
    mirror,
    passes,
    recall,
    remember,
    servers,
    stamp,
    turn,
    working,
)
from tests.bench.figures import Figure
from tests.bench.sizes import Sizes


@dataclass(frozen=True)
class Ground:
    """What a bench is given."""

    server: local.Server
    client: oxgraph.Client
    sizes: Sizes


BENCHES: dict[str, Callable[[Ground], Iterable[Figure]]] = {
    "capture": lambda ground: capture.run(ground.client, ground.sizes),
    "inject": lambda ground: inject.run(ground.client, ground.sizes),
    "append": lambda ground: append.run(ground.client, ground.sizes),
    "import": lambda ground: imports.run(ground.client, ground.server, ground.sizes),
    "passes": lambda ground: passes.run(ground.client, ground.sizes),
    "ends": lambda ground: ends.run(ground.client, ground.sizes),
    "mining": lambda ground: mining.run(ground.client, ground.sizes),
    "remember": lambda ground: remember.run(ground.client, ground.sizes),
    "recall": lambda ground: recall.run(ground.server, ground.sizes),
    "large": lambda ground: large.run(ground.server, ground.sizes),
    "working": lambda ground: working.run(ground.client, ground.sizes),
    "stamp": lambda ground: stamp.run(ground.client.graph, ground.sizes),
    "mirror": lambda ground: mirror.run(ground.client, ground.server, ground.sizes),
    "turn": lambda ground: turn.run(ground.server, ground.sizes),
    "fence": lambda ground: fence.run(ground.server, ground.sizes),
    "hooks": lambda ground: hooks.run(ground.client, ground.server, ground.sizes),
    "archives": lambda ground: archives.run(ground.client, ground.server, ground.sizes),
    "servers": lambda ground: servers.run(ground.server, ground.sizes),
}


@contextmanager
def ground(sizes: Sizes) -> Iterator[Ground]:
    """A real Neo4j in a folder of its own, gone at the end."""
    home = local.Home(Path(tempfile.mkdtemp(prefix="oxgraph-bench-")))
    try:
        server = local.up(home)
        with oxgraph.connect(server.uri, server.auth) as client:
            yield Ground(server, client, sizes)
    finally:
        local.down(home)
        rmtree(home.path, ignore_errors=True)
