"""The measured effect of patterns, over REST and on the command line."""

import httpx
import pytest

from oxgraph.client import Memory
from oxgraph.graph import Graph
from tests.fixtures.cli import Cli, cli
from tests.fixtures.client_samples import NOON, pattern
from tests.server.conftest import Site, Tokens

__all__ = ["cli"]


def asked(client: httpx.Client, path: str, **query: str) -> httpx.Response:
    return client.get(path, params=query)


@pytest.mark.parametrize("name", ["effect", "lift"])
def test_effect_over_rest(name: str, site: Site, tokens: Tokens, workspace: Memory, graph: Graph) -> None:
    found = pattern(graph, tokens.workspace_id, promoted_at=NOON)
    with site.client(tokens.agent) as client:
        path = f"{site.of(tokens)}/patterns/{name}"
        assert client.get(path).json()["holdout_since"] is None
        workspace.update_settings(holdout_rate=0.25)
        report = asked(client, path, pattern_id=found, since="2026-05-01T00:00:00Z").raise_for_status().json()
        assert (report["holdout_rate"], report["holdout_since"] is None) == (0.25, False)
        (row,) = report["patterns"]
        assert (row["pattern_id"], row["verdict"], row["risk_reduction"], row["lift"]) == (found, "untried", None, None)
        unknown = asked(client, path, pattern_id="0b9f4c1e-5a7d-4e0f-9a53-0f6f6f0f2a11")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")
        assert asked(client, path, pattern_id="x").status_code == 422


def test_forecast_over_rest(site: Site, tokens: Tokens) -> None:
    with site.client(tokens.agent) as client:
        state = client.get(f"{site.of(tokens)}/forecast").raise_for_status().json()
    assert (state["drifting"], state["cases"], state["fitted_at"]) == (False, 0, None)


def test_both_on_the_command_line(cli: Cli, workspace: Memory, graph: Graph) -> None:
    found, name = pattern(graph, workspace.workspace_id, promoted_at=NOON), ("--workspace", workspace.name)
    assert "No holdout" in cli("patterns", "effect", *name).out
    cli("workspace", "settings", "holdout_rate=0.2", *name)
    assert "not tried in both arms yet" in cli("patterns", "effect", found, *name).out
    assert cli("patterns", "effect", "--json", *name).json["holdout_rate"] == 0.2
    assert cli("patterns", "effect", "0b9f4c1e-5a7d-4e0f-9a53-0f6f6f0f2a11", *name, ok=False).status != 0
    assert "nothing was fitted yet" in cli("patterns", "forecast", *name).out
    assert cli("patterns", "forecast", "--json", *name).json["threshold"] == 0.44
