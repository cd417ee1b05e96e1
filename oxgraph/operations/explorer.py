"""What only the explorer's pages ask."""

from typing import Any, Literal, get_args, get_origin

from oxgraph.client import AsyncMemory
from oxgraph.operations.operation import Page, operation
from oxgraph.settings import WorkspaceSettings
from oxgraph.types.results import Result

SWITCHES = ("memory_enabled", "injection_enabled")


class DescribedSetting(Result):
    """A setting: its value, what it is for (`description`), what it is by default, and how far it goes.

    `minimum` and `maximum` are None where there is none; `above`, `below`: the bound itself is not allowed. `choices`
    are what a text may be; `whole` is for numbers without a fraction.
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


@operation("workspace.described_settings", "GET /settings/described", call="settings", effect="reads", tool=False)
async def described_settings(memory: AsyncMemory) -> Page[DescribedSetting]:
    """Tell the workspace's numbers with their defaults and bounds."""
    values = (await memory.settings()).model_dump()
    return Page(items=tuple(_described(name, value) for name, value in values.items() if name not in SWITCHES))


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
