"""The files of hooks in the home: the program, its launcher, and for each installation one with address and token."""

import hashlib
import os
import re
import shlex
import sys
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from urllib.parse import urlsplit

from oxgraph import environment
from oxgraph.errors import InvalidInput
from oxgraph.whole_files import write_whole

LAUNCHER = "oxgraph-hook"
LAUNCH = """#!/bin/sh
# Written by `oxgraph hooks install`. Does nothing where the interpreter is gone.
[ -x {python} ] && exec {python} -ISE "${{0%/*}}/hook_program.py" "$@" 2>/dev/null
exit 0
"""
OWN_COMMAND = re.compile(r"/hooks/oxgraph-hook\b")
LOOPBACK = ("127.0.0.1", "::1")


@dataclass(frozen=True)
class Connection:
    """How the hooks of an agent reach the server: `address` ('' for the one of the home), the token and its id, the
    workspace's name, and the settings files that use it."""

    address: str
    token: str
    token_id: str
    workspace: str
    files: tuple[str, ...] = ()

    def text(self) -> str:
        """As a file."""
        return "\n".join([self.address, self.token, self.token_id, self.workspace, *self.files]) + "\n"


def folder() -> Path:
    """The folder of hooks in the home."""
    return environment.home() / "hooks"


def key_of(agent: str, workspace: str) -> str:
    """AGENT@WORKSPACE, as a file's name may be."""
    slug = re.sub(r"[^A-Za-z0-9._-]+", "-", workspace)[:60]
    more = "" if slug == workspace else "-" + hashlib.sha256(workspace.encode()).hexdigest()[:8]
    return f"{agent}@{slug}{more}"


def connection_file(key: str) -> Path:
    """The file of an installation's address and token."""
    return folder() / f"{key}.conf"


def connection(key: str) -> Connection | None:
    """An installation's address and token; None where there is none."""
    try:
        address, token, token_id, workspace, *files = connection_file(key).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    return Connection(address, token, token_id, workspace, tuple(files))


def keys(agent: str) -> list[str]:
    """The installations of an agent."""
    return sorted(file.stem for file in folder().glob(f"{agent}@*.conf"))


def write(key: str, found: Connection) -> None:
    """Writes an installation's file, and the program and its launcher as this version has them."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    source = resources.files("oxgraph.integrations.hooks").joinpath("hook_program.py").read_text(encoding="utf-8")
    python = shlex.quote(os.path.realpath(sys.executable))
    write_whole(folder() / "hook_program.py", source)
    write_whole(folder() / LAUNCHER, LAUNCH.format(python=python), 0o700)
    write_whole(connection_file(key), found.text())


def command(key: str, event: str, *, portable: bool, block: bool) -> str:
    """The command of an event; with `block` it denies a call that memory warns of.

    A `portable` one is for a repository's settings: it has no path of this machine, and does nothing on a machine
    without these hooks.
    """
    words = f"{key} {event} block" if block else f"{key} {event}"
    if portable:
        place = f'"${{OXGRAPH_HOME:-$HOME/.oxgraph}}/hooks/{LAUNCHER}"'
        return f"[ ! -x {place} ] || {place} {words}"
    place = shlex.quote(str(folder() / LAUNCHER))
    return f"[ ! -x {place} ] || {place} {words}"


def is_own(text: object) -> bool:
    """Whether a command is one of ours."""
    return isinstance(text, str) and OWN_COMMAND.search(text) is not None


def checked_address(address: str) -> str:
    """An address that a hook can reach. Raises InvalidInput."""
    if not address or (address.startswith("unix:///") and "\n" not in address):
        return address
    try:
        found = urlsplit(address)
        good = (
            found.scheme == "http"
            and found.hostname in LOOPBACK
            and found.port is not None
            and not found.path.strip("/")
        )
    except ValueError:
        good = False
    if not good:
        reason = "must be http://127.0.0.1:PORT or unix:///PATH: hooks reach a server of this machine only"
        raise InvalidInput(field="server", reason=reason)
    return address.rstrip("/")
