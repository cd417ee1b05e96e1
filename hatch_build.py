"""Builds the plugin's jar into the wheel; an editable install builds it at the first `oxgraph up` instead."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PluginBuildHook(BuildHookInterface[Any]):
    """Puts the compiled Neo4j plugin beside the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles the plugin with Maven for a standard wheel."""
        if version == "editable":
            return
        _name_package(Path(self.root) / "oxgraph")
        from oxgraph.local.plugin import build

        jar = build(Path(self.root) / "procedures")
        build_data["force_include"][str(jar)] = f"oxgraph/local/plugin/{jar.name}"


def _name_package(folder: Path) -> None:
    """Makes the package's modules importable without running its __init__, which needs what a build has not."""
    spec = spec_from_file_location("oxgraph", folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    sys.modules["oxgraph"] = module_from_spec(spec)
