# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Settings changed, with the transition that says so."""

from typing import Any

from oxgraph.client import audit
from oxgraph.client._sync.access import Access
from oxgraph.settings import WorkspaceSettings
from oxgraph.types.fields import checked


def change_settings(access: Access, call: str, rule: str, changes: dict[str, Any]) -> WorkspaceSettings:
    """Sets what is given, leaves the rest; the settings afterwards. Raises InvalidInput, PermissionDenied."""
    before = (access.settings(call)).model_dump()
    after: WorkspaceSettings = checked(WorkspaceSettings, before | changes)
    chosen = {name: value for name, value in after.model_dump().items() if name in changes}
    access.signed(call, "workspace/update", changes=chosen, rule=rule, inputs=audit.inputs(before, chosen))
    return after
