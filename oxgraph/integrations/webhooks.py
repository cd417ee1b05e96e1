"""Webhooks: the changes of a workspace, posted to an address in their order, each at least once.

The position in the change feed is written to a file after each delivery, so that a sender that was killed goes on
there: what it was delivering then comes again. A node's changes come in their order, as one delivery follows the other.
"""

import hashlib
import hmac
import http.client
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from oxgraph import tables
from oxgraph.client import Memory
from oxgraph.clock import backoff
from oxgraph.errors import ConnectionFailed, InvalidInput, Overloaded, RateLimited, ServerError, TimedOut
from oxgraph.near import did_you_mean
from oxgraph.types.changes import Changes
from oxgraph.whole_files import write_whole

SIGNATURE = "Oxgraph-Signature"
SECONDS = 10.0
"""How long a receiver may take."""

PAGE = 100
"""Maximum number of changes in one delivery."""

LOOK_SECONDS = 1.0
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
JITTER = (1.0, 1.5)
"""Seconds before the first retry, doubled for each further one up to the longest; and what each is multiplied by."""

LEAST_SECRET = 16
TOLERANCE_SECONDS = 300.0
PASSING = (ConnectionFailed, Overloaded, RateLimited, ServerError, TimedOut)
"""Errors of the memory after which it is asked again."""

Notify = Callable[[str], None]


def signature(body: bytes, secret: str, at: int) -> str:
    """The header of a delivery: `t=SECONDS,v1=HEX`, the HMAC-SHA256 of `SECONDS.BODY`."""
    found = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={found}"


def is_signed(body: bytes, header: str, secret: str, now: float, tolerance: float = TOLERANCE_SECONDS) -> bool:
    """Whether a delivery was signed with the secret, at most `tolerance` seconds ago; for receivers in Python."""
    given = dict(part.partition("=")[::2] for part in header.split(","))
    at = given.get("t", "")
    if not at.isascii() or not at.isdecimal() or abs(now - int(at)) > tolerance:
        return False
    return hmac.compare_digest(signature(body, secret, int(at)), header)


@dataclass
class Webhook:
    """Delivers the changes of a workspace to one address.

    `position_file` holds how far it has come; without one there, it begins with what changes from now on. `kinds` are
    the kinds of nodes that are delivered (default: all). Setting `stopping` ends it after the delivery under way.
    Raises InvalidInput for an address that is none, a short secret, an unknown kind, or a file that holds no position
    or cannot be written.
    """

    memory: Memory
    url: str
    secret: str
    position_file: Path
    kinds: frozenset[str] = frozenset()
    notify: Notify = lambda message: None
    stopping: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        if urlsplit(self.url).scheme not in ("http", "https") or not urlsplit(self.url).hostname:
            raise InvalidInput(field="url", reason="must be an address such as https://HOST/PATH")
        if len(self.secret) < LEAST_SECRET:
            raise InvalidInput(field="secret", reason=f"must have {LEAST_SECRET} characters at least")
        known = sorted({row["kind"] for row in tables.read("nodes")})
        for kind in self.kinds.difference(known):
            raise InvalidInput(field="kind", reason=f"{kind} is none of {', '.join(known)}.{did_you_mean(kind, known)}")
        self._opener = urllib.request.build_opener(_NoRedirects)

    def run(self) -> None:
        """Delivers until `stopping` is set. Raises what reading the changes raises, such as Unauthenticated."""
        position = self._position()
        while not self.stopping.is_set():
            page = self._changes(position)
            if page is None:
                return
            if not self._delivered(page):
                return
            if page.position != position:
                self._keep(page.position)
                position = page.position
            if not page.more:
                self.stopping.wait(LOOK_SECONDS)

    def _position(self) -> str:
        """Where to go on. A new file holds the present position before anything is delivered."""
        try:
            found = self.position_file.read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            found = self.memory.changes().position
            self._keep(found)
        if not found.isascii() or not found.isdecimal():
            raise InvalidInput(field=str(self.position_file), reason="holds no position of the change feed")
        return found

    def _keep(self, position: str) -> None:
        try:
            write_whole(self.position_file, position + "\n")
        except OSError as error:
            reason = f"{self.position_file} cannot be written: {error.strerror or error}"
            raise InvalidInput(field="position", reason=reason) from error

    def _changes(self, position: str) -> Changes | None:
        """The next changes; asks again while the memory is away. None where it is to end."""
        for pause in backoff(FIRST_PAUSE, LONGEST_PAUSE, JITTER):
            try:
                return self.memory.changes(position, PAGE)
            except PASSING as error:
                self.notify(f"The memory does not answer ({error.code}); asked again in {pause:.1f} s.")
            if self.stopping.wait(pause):
                return None
        return None

    def _delivered(self, page: Changes) -> bool:
        """Posts the changes of a page until the receiver takes them; False where it is to end before that."""
        items = [one for one in page.items if not self.kinds or one.kind in self.kinds]
        if not items:
            return True
        given = {
            "workspace_id": self.memory.workspace_id,
            "position": page.position,
            "changes": [one.model_dump(mode="json") for one in items],
        }
        body = json.dumps(given, separators=(",", ":")).encode()
        for pause in backoff(FIRST_PAUSE, LONGEST_PAUSE, JITTER):
            refusal = self._refusal(body, page.position)
            if refusal is None:
                return True
            self.notify(f"{self.url} did not take {len(items)} changes ({refusal}); sent again in {pause:.1f} s.")
            if self.stopping.wait(pause):
                return False
        return False

    def _refusal(self, body: bytes, position: str) -> str | None:
        """Posts a body; why it was not taken, None where it was (any status from 200 to 299)."""
        headers = {
            "Content-Type": "application/json",
            "Oxgraph-Delivery": position,
            SIGNATURE: signature(body, self.secret, int(time.time())),
        }
        request = urllib.request.Request(self.url, body, headers, method="POST")
        try:
            with self._opener.open(request, timeout=SECONDS):
                return None
        except urllib.error.HTTPError as error:
            return f"status {error.code}"
        except (OSError, ValueError, http.client.HTTPException) as error:
            return type(error).__name__


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A delivery goes to the address that was given, and to no other."""

    def redirect_request(self, *_: object) -> None:
        """None: the redirection is an error."""
