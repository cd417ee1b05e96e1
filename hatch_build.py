"""Builds the plugin's jar into the wheel; an editable install builds it at the first `oxgraph up` instead."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PluginBuildHook(BuildHookInterface[Any]):
    """Puts the compiled Neo4j plugin beside the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles the plugin with Maven for a standard wheel."""
        if version == "editable":
            return
        import sys

        sys.path.insert(0, self.root)
        from oxgraph.local.plugin import build

        jar = build(Path(self.root) / "procedures")
        build_data["force_include"][str(jar)] = f"oxgraph/local/plugin/{jar.name}"
