"""Checks that every file that a generator of this folder writes is up to date; names all that are not."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).parent
AT_ONCE = 2


def generators() -> list[Path]:
    """The generators that check; the others need a mirror or a browser, and tests compare what they wrote."""
    return [path for path in sorted(FOLDER.glob("generate_*.py")) if '"--check"' in path.read_text(encoding="utf-8")]


def check(generator: Path) -> int:
    """Runs a generator's check, which says what is stale; its exit status."""
    return subprocess.run([sys.executable, str(generator), "--check"], check=False).returncode


def main() -> int:
    """The exit status: 1 where anything is stale."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return int(any(list(pool.map(check, generators()))))


if __name__ == "__main__":
    sys.exit(main())
