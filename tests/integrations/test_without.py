"""Without a framework's package its adapter says which extra is missing."""

import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

from oxgraph.errors import ExtraMissing

ROOT = Path(__file__).parents[2]
NEEDED = {
    "langchain": ("langchain.agents", "langchain"),
    "openai_agents": ("agents", "openai-agents"),
    "pydantic_ai": ("pydantic_ai.capabilities", "pydantic-ai"),
    "llamaindex": ("llama_index.core.base.llms.types", "llamaindex"),
    "haystack": ("haystack.components.agents.state", "haystack"),
    "strands": ("strands", "strands"),
    "agent_framework": ("agent_framework", "agent-framework"),
    "crewai": ("crewai.hooks.contexts", "crewai"),
    "claude_agent": ("claude_agent_sdk", "claude-agent"),
    "adk": ("google.adk.events.event", "adk"),
}


def test_every_adapter_is_tried_here_has_its_extra_and_stands_in_a_guide() -> None:
    """Adapters are the modules in which `pyproject.toml` has the home of a framework's library."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    homes = next(one["homes"] for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "library_homes")
    assert set(re.findall(r"oxgraph\.integrations\.(\w+)", " ".join(homes))) == set(NEEDED)
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("integrations.md", "frameworks.md")]
    for adapter, (_, extra) in NEEDED.items():
        assert extra in project["project"]["optional-dependencies"], extra
        assert any(f"from oxgraph.integrations.{adapter} import" in page for page in pages), adapter


@pytest.mark.parametrize("adapter", NEEDED)
def test_extra_missing(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, extra = NEEDED[adapter]
    for name in [name for name in sys.modules if name.startswith(f"oxgraph.integrations.{adapter}")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ExtraMissing) as error:
        importlib.import_module(f"oxgraph.integrations.{adapter}")
    assert error.value.values["extra"] == extra


def test_the_adapters_are_loaded_by_nobody_else() -> None:
    import subprocess

    code = (
        "import sys, oxgraph, oxgraph.cli.app;print([m for m in sys.modules if m.startswith('oxgraph.integrations')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
