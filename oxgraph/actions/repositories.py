"""The name of the repository that a call was about: the only part of a path that is kept."""

import re
from functools import lru_cache
from pathlib import Path, PurePosixPath

from oxgraph.types import limits

NODE_TYPE = "Repository"
PREFIX = "repository:"
HOME = re.compile(r"/(?:home|Users|export/home)/[^/]+|/root|[A-Za-z]:/Users/[^/]+|/[a-z]/Users/[^/]+|~")
TEMPORARY = re.compile(r"(?:/private)?(?:/var)?/tmp(?:/.*)?|/var/folders/.*|[A-Za-z]:/?|/", re.DOTALL)
NAME = re.compile(r"[A-Za-z0-9_.@+-][A-Za-z0-9_.@+ -]{0,99}")
GENERIC = frozenset({
    "testbed", "workspace", "workspaces", "app", "src", "repo", "code", "project", "projects", "work", "opt", "mnt",
    "srv", "home", "data", "usr", "var", "etc", ".claude", ".codex", ".", "..",
})  # fmt: skip
"""Folders that say nothing of which repository it was."""


def repository_target(name: str) -> str:
    """The node id of a repository: `repository:NAME`."""
    return PREFIX + name


@lru_cache(4096)
def repository_of(folder: str | None, remote: str | None = None) -> str | None:
    """The name of a repository, without any path.

    Args:
        folder: The working folder of the call. Where it is on this machine, the folder that holds `.git` counts; else
            its last part.
        remote: The address of the remote repository, if known; its last part goes first.

    Returns:
        The name; None for a home folder, a temporary one, and one that says nothing (`/app`).
    """
    return _last(remote) if remote else _of_folder(folder) if folder else None


def _last(address: str) -> str | None:
    return _name(re.split(r"[/:]", address.strip().rstrip("/").removesuffix(".git"))[-1])


def _of_folder(folder: str) -> str | None:
    path = folder.strip().replace("\\", "/").rstrip("/")
    if checkout := _checkout(path):
        return _name(checkout.name)
    return None if not path or HOME.fullmatch(path) or TEMPORARY.fullmatch(path) else _name(PurePosixPath(path).name)


def _checkout(folder: str) -> Path | None:
    """The folder with `.git` at or above a folder of this machine; of a worktree its main folder."""
    try:
        start = Path(folder)
        for one in (start, *start.parents) if start.is_absolute() and start.is_dir() else ():
            entry = one / ".git"
            if entry.is_dir():
                return one
            if entry.is_file():
                return _main_folder(entry) or one
    except OSError:
        return None
    return None


def _main_folder(entry: Path) -> Path | None:
    """The repository that a worktree's `.git` file names: `gitdir: MAIN/.git/worktrees/NAME`."""
    with entry.open(encoding="utf-8", errors="replace") as file:
        named = Path(file.readline(4096).partition("gitdir:")[2].strip())
    return named.parents[2] if named.parent.name == "worktrees" and len(named.parents) > 2 else None


def _name(text: str) -> str | None:
    if text.lower() in GENERIC or not NAME.fullmatch(text):
        return None
    return text[: limits.ID - len(PREFIX)]
