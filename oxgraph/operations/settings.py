"""Operations on a workspace's settings: read them, read them with defaults and bounds, change them."""

from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, create_model

from oxgraph.client import AsyncMemory
from oxgraph.operations.definition import Page, operation
from oxgraph.settings import WorkspaceSettings
from oxgraph.types.results import Result

SWITCHES = {"memory": "memory_enabled", "injection": "injection_enabled"}
"""Settings that are shown as objects, by their names there: `{"memory": {"enabled": true}}`."""


class Switch(Result):
    """Whether something is on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool


def _settings_models() -> tuple[type[Result], type[BaseModel]]:
    """The model of the settings as they are returned, and of a change, in which every field is optional."""
    plain = {name: field for name, field in WorkspaceSettings.model_fields.items() if name not in SWITCHES.values()}
    returned: dict[str, Any] = {name: (field.annotation, field) for name, field in plain.items()}
    returned |= dict.fromkeys(SWITCHES, (Switch, ...))
    change: dict[str, Any] = {
        name: (_with_bounds(field) | None, Field(None, description=field.description)) for name, field in plain.items()
    }
    change |= dict.fromkeys(SWITCHES, (Switch | None, None))
    closed = ConfigDict(extra="forbid", frozen=True)
    return (
        create_model("Settings", __base__=Result, __doc__="The settings of a workspace.", **returned),
        create_model("SettingsChange", __config__=closed, __doc__="The settings to change; others stay.", **change),
    )


def _with_bounds(field: Any) -> Any:
    return Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation


Settings: Any
SettingsChange: Any
Settings, SettingsChange = _settings_models()


def _returned(settings: WorkspaceSettings) -> Any:
    """The settings with the switches as objects."""
    values = settings.model_dump()
    for name, setting in SWITCHES.items():
        values[name] = {"enabled": values.pop(setting)}
    return Settings(**values)


@operation("workspace.settings", "GET /settings", call="settings", effect="reads")
async def settings(memory: AsyncMemory) -> Settings:
    """Read the workspace's settings."""
    return _returned(await memory.settings())


@operation(
    "workspace.update_settings",
    "PUT /settings",
    call="update_settings",
    effect="writes",
    takes=SettingsChange,
    example={"memory": {"enabled": True}, "promote_samples": 3},
)
async def update_settings(memory: AsyncMemory, change: BaseModel) -> Settings:
    """Change the settings that are named; the others stay as they are."""
    given = {name: getattr(change, name) for name in change.model_fields_set}
    changes = {name: value for name, value in given.items() if value is not None}
    for name, setting in SWITCHES.items():
        if name in changes:
            changes[setting] = changes.pop(name).enabled
    return _returned(await memory.update_settings(**changes))


class DescribedSetting(Result):
    """A setting with its description, value, default and bounds.

    `minimum` and `maximum` are null where there is no bound; `above`, `below`: the bound itself is excluded. `choices`
    are the allowed texts; `whole` marks integers.
    """

    name: str
    description: str | None = None
    value: float | int | str
    default: float | int | str
    minimum: float | None = None
    maximum: float | None = None
    above: bool = False
    below: bool = False
    whole: bool = False
    choices: tuple[str, ...] = ()


@operation("workspace.described_settings", "GET /settings/described", call="settings", effect="reads")
async def described_settings(memory: AsyncMemory) -> Page[DescribedSetting]:
    """List the workspace's settings with their defaults and bounds, without the two switches."""
    values = (await memory.settings()).model_dump()
    return Page(items=tuple(_described(name, value) for name, value in values.items() if name not in SWITCHES.values()))


def _described(name: str, value: Any) -> DescribedSetting:
    field = WorkspaceSettings.model_fields[name]
    bounds = {key: getattr(one, key) for one in field.metadata for key in ("ge", "gt", "le", "lt") if hasattr(one, key)}
    literal = get_origin(field.annotation) is Literal
    return DescribedSetting(
        name=name,
        description=field.description,
        value=value,
        default=field.default,
        minimum=bounds.get("ge", bounds.get("gt")),
        maximum=bounds.get("le", bounds.get("lt")),
        above="gt" in bounds,
        below="lt" in bounds,
        whole=field.annotation is int,
        choices=get_args(field.annotation) if literal else (),
    )
