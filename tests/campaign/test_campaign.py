"""A campaign as a process: a short one holds and says what it covered; an interrupted one leaves nothing running."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.campaign.report import KINDS

pytestmark = [pytest.mark.deep, pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")]
COMMAND = [sys.executable, "-m", "tests.campaign"]
SEEDS = os.environ.get("OXGRAPH_CAMPAIGN_SEED", "1").split()
"""Seeds of the campaigns. Of 8 minutes each, 103 and 106 have found passes that kills cut off."""
MINUTES = os.environ.get("OXGRAPH_CAMPAIGN_MINUTES", "1")


def started(tmp_path: Path, seed: str = SEEDS[0]) -> "subprocess.Popen[str]":
    """A campaign whose folder lies below the test's."""
    return subprocess.Popen(
        [*COMMAND, "--minutes", MINUTES, "--seed", seed],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )


def left(folder: Path) -> list[str]:
    """Processes and mounts of a campaign in a folder."""
    others = (one for one in psutil.process_iter(["cmdline"]) if one.pid != os.getpid())
    words = (" ".join(one.info["cmdline"] or ()) for one in others)
    mounts = (one.mountpoint for one in psutil.disk_partitions(all=True))
    return [text for text in (*words, *mounts) if str(folder) in text]


def figures(output: str) -> dict[str, Any]:
    return dict(json.loads(output.splitlines()[-1]))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_short_campaign_holds(tmp_path: Path, seed: str) -> None:
    process = started(tmp_path, seed)
    output, _ = process.communicate(timeout=float(MINUTES) * 60 + 600)
    found = figures(output)
    assert (process.returncode, found["findings"]) == (0, []), output
    assert found["held"]
    assert {kind: found[kind] for kind in KINDS} == dict.fromkeys(KINDS, 0)
    assert found["checked"] > 0
    assert found["killed"].keys() >= {"up", "serve", "worker", "copier"}
    assert found["checks"].keys() >= {"settle", "ledgers", "passes", "foreign texts", "mirror", "doctor", "audits"}
    assert left(tmp_path) == []


def test_an_interrupted_campaign_leaves_nothing(tmp_path: Path) -> None:
    process = started(tmp_path)
    assert process.stdout is not None
    assert "the first start" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=300)
    found = figures(output)
    assert (process.returncode, found["held"], found["failed"]) == (1, False, 1)
    assert left(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
