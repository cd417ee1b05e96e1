"""The examples of docs/integrations.md work as printed, in their order."""

import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from agents import set_tracing_disabled

from oxgraph.local import Server

PAGE = Path(__file__).parents[2] / "docs" / "integrations.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_examples(server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in (("URI", server.uri), ("USER", server.user), ("PASSWORD", server.password)):
        monkeypatch.setenv(f"OXGRAPH_{name}", value)
    monkeypatch.delenv("OXGRAPH_EMBEDDER", raising=False)
    for name in ("SECONDS", "WRITING_SECONDS"):
        monkeypatch.setattr(f"oxgraph.types.turn.{name}", 60.0)
    set_tracing_disabled(True)
    names: dict[str, Any] = {"__name__": "adapters"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
                exec(compile(text, PAGE.name, "exec"), names)
    finally:
        set_tracing_disabled(False)
        names["memory"].delete(hard=True)
        names["client"].close()
    assert capsys.readouterr().out.split("\n") == ["Tea.", "Tea.", "You are welcome.", ""]
