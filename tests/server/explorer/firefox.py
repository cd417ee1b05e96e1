"""A Firefox as it is installed, driven over WebDriver BiDi: Playwright drives only builds of its own."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

from websockets.sync.client import connect
from websockets.sync.connection import Connection

SECONDS = 60
ENTER = "\ue007"

ALONE = {"services.settings.server": "data:,#remote-settings.dummy/v1", "app.normandy.enabled": False}
"""Settings with which it asks nothing of its makers."""

WHEN = """new Promise((done, fail) => {
  const end = Date.now() + 30000;
  const look = () => {
    if ((%s)()) done(true);
    else if (Date.now() > end) fail(new Error(document.body.innerText));
    else requestAnimationFrame(look);
  };
  look();
})"""


def program() -> str | None:
    """The path of Firefox, or None where there is none."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A window of Firefox; `slips` are the errors and warnings of its console."""

    def __init__(self, socket: Connection) -> None:
        self._socket = socket
        self._ids = count(1)
        self.slips: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url: str) -> None:
        """Goes to an address."""
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def run(self, expression: str) -> Any:
        """The value of an expression of JavaScript, or what its promise has."""
        target = {"context": self._context}
        found = self._send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return found["result"].get("value")

    def wait(self, function: str) -> None:
        """Waits until a function of JavaScript returns something true."""
        self.run(WHEN % function)

    def type(self, text: str) -> None:
        """Types on the keyboard."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._send("input.performActions", context=self._context, actions=[{"type": "key", "id": "k", "actions": keys}])

    def size(self, width: int, height: int) -> None:
        """Gives the page so many pixels."""
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=viewport)

    def close(self) -> None:
        """Ends the browser."""
        self._send("browser.close")

    def _send(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=SECONDS))
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                self.slips += [entry["text"]] if entry["level"] in ("error", "warn") else []
            elif message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]


@contextmanager
def opened(path: str, profile: Path, settings: dict[str, Any]) -> Iterator[Firefox]:
    """A Firefox with an empty profile and these settings (of about:config)."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in (ALONE | settings).items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            found = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
            address = next(match[1] for match in found if match)
            Thread(target=process.stderr.read, daemon=True).start()  # A full pipe would hold it up.
            with connect(f"{address}/session", max_size=None) as socket:
                firefox = Firefox(socket)
                yield firefox
                firefox.close()
        finally:
            process.kill()
