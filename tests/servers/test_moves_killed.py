"""Some moves of `python -m tests.moves`, with a kill in each."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.deep

COMMAND = "--moves 4 --servers 2 --workspaces 4 --clients 4 --actions 100 --seed 3"


def test_nothing_is_lost_when_anything_is_killed() -> None:
    command = [sys.executable, "-m", "tests.moves", *COMMAND.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1_200, check=False)
    assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
    held = json.loads(done.stdout.splitlines()[-1])
    assert held["moves"] == 4
    assert held["checked"] > 100
    assert (held["lost"], held["doubled"], held["foreign"], held["misplaced"]) == (0, 0, 0, 0)
