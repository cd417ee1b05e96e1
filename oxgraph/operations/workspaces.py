"""The workspace itself: what is set in it, who may call, and its end."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from oxgraph.client import AsyncMemory
from oxgraph.operations.operation import Done, operation
from oxgraph.settings import WorkspaceSettings
from oxgraph.types.results import Result

SWITCHES = {"memory": "memory_enabled", "injection": "injection_enabled"}
"""Settings that have a place of their own in the answers: `{"memory": {"enabled": true}}` (001)."""


class Switch(Result):
    """Whether something goes on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool


class Workspace(Result):
    """A workspace."""

    workspace_id: str
    name: str


def _settings_models() -> tuple[type[Result], type[BaseModel]]:
    """The settings as they are given back, and as they are changed, where nothing needs to be given."""
    numbers = {name: field for name, field in WorkspaceSettings.model_fields.items() if name not in SWITCHES.values()}
    shown: dict[str, Any] = {name: (field.annotation, field) for name, field in numbers.items()}
    shown |= dict.fromkeys(SWITCHES, (Switch, ...))
    change: dict[str, Any] = {
        name: (_bounded(field) | None, Field(None, description=field.description)) for name, field in numbers.items()
    }
    change |= dict.fromkeys(SWITCHES, (Switch | None, None))
    closed = ConfigDict(extra="forbid", frozen=True)
    return (
        create_model("Settings", __base__=Result, __doc__="What is set in a workspace.", **shown),
        create_model("SettingsChange", __config__=closed, __doc__="What is to be changed; the rest stays.", **change),
    )


def _bounded(field: Any) -> Any:
    return Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation


Settings: Any
SettingsChange: Any
Settings, SettingsChange = _settings_models()


def shown(settings: WorkspaceSettings) -> Any:
    """The settings in the shape of 001."""
    values = settings.model_dump()
    for name, setting in SWITCHES.items():
        values[name] = {"enabled": values.pop(setting)}
    return Settings(**values)


@operation("workspace.get", "GET ", call="settings", effect="reads", tool=False)
async def get(memory: AsyncMemory) -> Workspace:
    """Tell the workspace's name."""
    await memory.settings()
    return Workspace(workspace_id=memory.workspace_id, name=memory.name)


@operation("workspace.settings", "GET /settings", call="settings", effect="reads", tool=False)
async def settings(memory: AsyncMemory) -> Settings:
    """Tell what is set in the workspace."""
    return shown(await memory.settings())


@operation(
    "workspace.update_settings",
    "PUT /settings",
    call="update_settings",
    effect="writes",
    tool=False,
    takes=SettingsChange,
)
async def update_settings(memory: AsyncMemory, change: BaseModel) -> Settings:
    """Change settings: what is named changes, the rest stays as it is."""
    given = {name: getattr(change, name) for name in change.model_fields_set}
    changes = {name: value for name, value in given.items() if value is not None}
    for name, setting in SWITCHES.items():
        if name in changes:
            changes[setting] = changes.pop(name).enabled
    return shown(await memory.update_settings(**changes))


@operation("workspace.delete", "DELETE ", call="delete", effect="destroys", tool=False)
async def delete(
    memory: AsyncMemory,
    confirm: Annotated[str, Field(max_length=200, description="The workspace's name, so that it is no slip.")],
) -> Done:
    """Delete the workspace, so that nothing of it is served; an operator of the database can restore or purge it."""
    from oxgraph.errors import InvalidInput

    if confirm != memory.name:
        raise InvalidInput(field="confirm", reason="must be the workspace's name")
    await memory.delete()
    return Done()
