"""`python -m tests.fuzz --calls N --seed S`: exits with 0 where nothing failed; the last line has the figures."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from oxgraph import local
from oxgraph.local import Home
from tests.fuzz.run import SHARES, fuzz


def _show(failure: str) -> None:
    print(failure, flush=True)


def main() -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--calls", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(SHARES), action="append", help="only this surface; may be repeated")
    asked = parser.parse_args()
    shares = {name: share for name, share in SHARES.items() if not asked.only or name in asked.only}
    home = Home(Path(tempfile.mkdtemp(prefix="oxgraph-fuzz-")))
    try:
        report = fuzz(local.up(home, heap="768m"), asked.calls, asked.seed, shares=shares, on_failure=_show)
    finally:
        local.down(home)
        shutil.rmtree(home.path, ignore_errors=True)
    print("\n".join(report.lines()))
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
