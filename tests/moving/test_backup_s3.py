"""A backup in a bucket, at a real server that speaks S3."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from oxgraph import Client, errors
from oxgraph.ids import new_id

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty bucket; the environment says where its server is, as it would for another one."""
    for package in ("moto.server", "s3fs"):
        pytest.importorskip(package, reason="needs moto[server] and s3fs")
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = (tmp_path_factory.mktemp("s3") / "log").open("w")
    server = subprocess.Popen([sys.executable, "-m", "moto.server", "-p", str(port)], stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    patch = pytest.MonkeyPatch()
    settings = {
        "AWS_ENDPOINT_URL": url,
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_REGION": "us-east-1",
    }
    for name, value in settings.items():
        patch.setenv(name, value)
    try:
        _wait(url)
        httpx2.put(f"{url}/backups").raise_for_status()
        yield "s3://backups"
    finally:
        patch.undo()
        server.terminate()
        server.wait()
        log.close()


def _wait(url: str) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            httpx2.get(url)
            return
        except httpx2.HTTPError:
            time.sleep(0.2)
    raise TimeoutError(url)


def test_it_is_written_and_read_there(client: Client, bucket: str, tmp_path: Path) -> None:
    name = f"kept {new_id()}"
    memory = client.create_workspace(name)
    memory.semantic.remember(type="fact", subject="Bo", content="Bo likes chess")
    made = client.backup(f"{bucket}/memory", workspaces=[name])
    memory.semantic.remember(type="fact", subject="Bo", content="Bo plays go")
    later = client.backup(f"{bucket}/memory", workspaces=[name])
    assert (made.written, later.written) == (1, 1)
    assert client.backup(f"{bucket}/memory", workspaces=[name]).written == 0
    client.delete_workspace(name, hard=True)
    back = client.restore(f"{bucket}/memory")
    assert (back.written, back.digests) == (1, later.digests)
    assert client.digest_workspace(name).digest == later.digests[name]


def test_a_bucket_that_is_not_there_is_named(client: Client, bucket: str) -> None:
    with pytest.raises(errors.BackupMissing, match="no-such-bucket"):
        client.restore("s3://no-such-bucket/memory")


@pytest.mark.parametrize("folder", ["", "/memory"])
def test_a_backup_makes_no_bucket(client: Client, bucket: str, folder: str) -> None:
    """Where its name is mistyped."""
    with pytest.raises(errors.BackupPlaceFailed, match="bucket does not exist"):
        client.backup(f"s3://mistyped{folder}", workspaces=[client.create_workspace(f"kept {new_id()}").name])
    assert httpx2.head(f"{os.environ['AWS_ENDPOINT_URL']}/mistyped").status_code == 404
