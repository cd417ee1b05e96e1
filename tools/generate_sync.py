"""Generate each `_sync` package from its `_async` twin with unasync; `--check` reports stale ones instead."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import unasync

ROOT = Path(__file__).parent.parent
NAME = re.compile(r"\b[A-Za-z_]\w*")
PREFIXED = re.compile(r"Async[A-Z]")
SUFFIXED = re.compile(r"[a-z]\w*_async$")
FIXED = {
    "require_coroutine": "require_plain",
    "asynccontextmanager": "contextmanager",
    "AbstractAsyncContextManager": "AbstractContextManager",
    "enter_async_context": "enter_context",
    "aclose": "close",
    "aread": "read",
    "aiter_bytes": "iter_bytes",
    "_async": "_sync",
    "asyncio": "time",
}
"""Names whose synchronous counterpart does not follow from the rule in `renames`."""

# Each generated file names its source, so that nobody edits it by mistake.
NOTICE = "# Generated from its _async twin by tools/generate_sync.py; edit that one.\n"


def packages() -> list[Path]:
    """Every `_async` package of the project."""
    return sorted((ROOT / "oxgraph").glob("**/_async"))


def renames(source: Path) -> dict[str, str]:
    """The names to replace in a package: `AsyncX` becomes `X` and `x_async` becomes `x`, besides FIXED."""
    names = {name for path in source.rglob("*.py") for name in NAME.findall(path.read_text(encoding="utf-8"))}
    prefixed = {name: name.removeprefix("Async") for name in names if PREFIXED.match(name)}
    return prefixed | {name: name.removesuffix("_async") for name in names if SUFFIXED.match(name)} | FIXED


def generate(source: Path, target: Path) -> None:
    """Writes the synchronous twin of `source` into `target`."""
    rule = unasync.Rule(str(source), str(target), additional_replacements=renames(source))
    files = [str(path) for path in sorted(source.rglob("*.py"))]
    unasync.unasync_files(files, [rule])
    for path in target.rglob("*.py"):
        path.write_text(NOTICE + path.read_text(encoding="utf-8"), encoding="utf-8")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "ruff",
            "check",
            "-q",
            "--fix-only",
            "--no-cache",
            "--config",
            "extend-exclude=[]",
            "--config",
            "exclude=[]",
            str(target),
        ],
        check=True,
    )
    subprocess.run(
        [
            sys.executable,
            "-m",
            "ruff",
            "format",
            "-q",
            "--no-cache",
            "--config",
            "extend-exclude=[]",
            "--config",
            "exclude=[]",
            str(target),
        ],
        check=True,
    )


def same(left: Path, right: Path) -> bool:
    """Whether two folders hold the same Python files."""

    def content(folder: Path) -> dict[str, str]:
        return {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in sorted(folder.rglob("*.py"))}

    return content(left) == content(right)


def main() -> int:
    """Generates all twins, or checks them."""
    stale = []
    for source in packages():
        target = source.with_name("_sync")
        if "--check" not in sys.argv:
            shutil.rmtree(target, ignore_errors=True)
            generate(source, target)
            continue
        with tempfile.TemporaryDirectory() as folder:
            generate(source, Path(folder) / "_sync")
            if not same(Path(folder) / "_sync", target):
                stale.append(str(target.relative_to(ROOT)))
    if stale:
        print("stale, run tools/generate_sync.py:", *stale)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
