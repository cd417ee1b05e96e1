"""How the calls of a memory travel to `oxgraph serve`: which there are, their arguments as JSON, their errors.

`tables/client_calls.tsv` lists every public call and where it is performed. A call that is not listed is refused.
"""

import base64
import binascii
import dataclasses
import functools
import inspect
import json
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, TypeAdapter, ValidationError

from oxgraph import tables
from oxgraph.errors import InvalidInput, OxgraphError, ServerError, error_classes
from oxgraph.evaluation.gold import Gold
from oxgraph.ids import new_id
from oxgraph.types import Action, AsOf, NewMemory, limits
from oxgraph.types.entities import NamedEntity
from oxgraph.types.episodic import ConversationRow
from oxgraph.types.fields import Input, refusal
from oxgraph.types.ingest import NewMessage
from oxgraph.types.inputs import SessionImport
from oxgraph.types.results import MetricRow
from oxgraph.types.turn import TurnRequest

# The calls


class RemoteCall(NamedTuple):
    """One row of the table.

    `performed` is server, stream (the server too, for long: with progress, beyond the time limit of other calls), or
    here (in the caller's process). `effect` is reads, writes, or once (never repeated, as its answer holds a secret).
    `role_of` is its name in `roles.REQUIRED_ROLES`. `id` names the argument that makes a repetition harmless.
    """

    name: str
    performed: Literal["server", "stream", "here"]
    effect: Literal["reads", "writes", "once", ""]
    role_of: str
    id: str

    @property
    def is_long(self) -> bool:
        """Whether it may take long, and its progress is sent."""
        return self.performed == "stream"


@functools.cache
def table() -> dict[str, RemoteCall]:
    """The rows of the table, by call."""
    columns = ("performed", "effect", "role_of", "id")
    return {
        row["call"]: RemoteCall(row["call"], *(row[name] for name in columns))  # type: ignore[arg-type]
        for row in tables.read("client_calls")
    }


def served() -> dict[str, RemoteCall]:
    """The calls that the server performs, by name."""
    return {name: call for name, call in table().items() if call.performed != "here"}


def arguments_of(call: RemoteCall, signature: inspect.Signature, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as they are sent: JSON, without what has its default, with an id where the call takes one.

    Raises InvalidInput for what cannot be sent.
    """
    found = {}
    for name, value in _flat(signature, given).items():
        parameter = signature.parameters.get(name)
        if parameter is None or value is not parameter.default:
            found[name] = value
    return {name: encode(name, value) for name, value in _with_id(call, found).items()}


def _flat(signature: inspect.Signature, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments by name, those of `**` among them."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        found |= value if signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD else {name: value}
    return found


def _with_id(call: RemoteCall, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments; the id is made before they are sent, so that a call that is repeated is one."""
    name = call.id.removesuffix("[]")
    if not name:
        return given
    if name == call.id:
        return {name: new_id()} | {key: value for key, value in given.items() if (key, value) != (name, None)}
    if not isinstance(given.get(name), Iterable) or isinstance(given[name], str | bytes | Mapping):
        return given
    return given | {name: [{"id": new_id()} | one if isinstance(one, dict) else one for one in given[name]]}


# Arguments as JSON

MODELS: dict[str, type[BaseModel] | type[Gold]] = {
    kind.__name__: kind
    for kind in (
        Action,
        AsOf,
        ConversationRow,
        Gold,
        MetricRow,
        NamedEntity,
        NewMemory,
        NewMessage,
        SessionImport,
        TurnRequest,
    )
}
"""The classes of values that can be sent."""

DEPTH = 150
OBJECTS = ("model", "mirror", "embedder", "cross_encoder")
"""Parameters that take an object with a connection or a model of its own."""

ON_SERVER = (
    "is set where the memory is served (`oxgraph serve` takes it from its options and environment), "
    "not by a process with a token"
)
NOT_SENT = "is a {kind}, which cannot be sent to the server"


def encode(field: str, value: object, depth: int = 0) -> Any:
    """A value as JSON. What JSON has no form for is an object with one key that begins with `$`.

    Raises InvalidInput, which names the field.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if depth > DEPTH:
        raise InvalidInput(field=field, reason=f"is nested more than {DEPTH} deep")
    for kinds, form in FORMS:
        if isinstance(value, kinds):
            return form(value, lambda inner: encode(field, inner, depth + 1))
    if hasattr(value, "tolist"):  # an array of numbers
        return encode(field, value.tolist(), depth + 1)
    if field in OBJECTS:
        raise InvalidInput(field=field, reason=ON_SERVER)
    if isinstance(value, Iterable):
        return {"$iterator": [encode(field, one, depth + 1) for one in value]}
    raise InvalidInput(field=field, reason=NOT_SENT.format(kind=type(value).__name__))


Inner = Callable[[object], Any]


def _number(value: float, inner: Inner) -> Any:
    return value if math.isfinite(value) else {"$float": repr(value)}


def _list(value: Iterable[object], inner: Inner) -> Any:
    return [inner(one) for one in value]


def _mapping(value: Mapping[Any, object], inner: Inner) -> Any:
    plain = all(isinstance(key, str) and not key.startswith("$") for key in value)
    if plain:
        return {key: inner(one) for key, one in value.items()}
    return {"$map": [[inner(key), inner(one)] for key, one in value.items()]}


def _model(value: Any, inner: Inner) -> Any:
    kind = type(value).__name__
    if MODELS.get(kind) is not type(value):
        raise InvalidInput(field="arguments", reason=NOT_SENT.format(kind=kind))
    if dataclasses.is_dataclass(value):
        return {"$model": kind, "fields": inner(TypeAdapter(type(value)).dump_python(value))}
    return {"$model": kind, "fields": {name: inner(getattr(value, name)) for name in type(value).model_fields}}


FORMS: tuple[tuple[Any, Callable[[Any, Inner], Any]], ...] = (
    (float, _number),
    (Mapping, _mapping),
    ((list, tuple), _list),
    ((set, frozenset), lambda value, inner: {"$set": _list(value, inner)}),
    (datetime, lambda value, inner: {"$time": value.isoformat()}),
    (date, lambda value, inner: {"$date": value.isoformat()}),
    (timedelta, lambda value, inner: {"$seconds": value.total_seconds()}),
    ((bytes, bytearray), lambda value, inner: {"$bytes": base64.b64encode(value).decode()}),
    ((BaseModel, Gold), _model),
)


def decode(value: Any) -> Any:
    """What `encode` has made JSON of. Raises InvalidInput."""
    if isinstance(value, list):
        return [decode(one) for one in value]
    if not isinstance(value, dict):
        return value
    tag = next((key for key in value if key.startswith("$")), None)
    if tag is None:
        return {key: decode(one) for key, one in value.items()}
    try:
        return TAGS[tag](value)
    except (KeyError, TypeError, ValueError, OverflowError, binascii.Error) as error:
        if isinstance(error, ValidationError):
            raise refusal(error) from None
        raise InvalidInput(field="arguments", reason=f"has no valid value of the form {tag[:20]}") from None


def _made(value: dict[str, Any]) -> Any:
    kind, fields = MODELS[value["$model"]], decode(value["fields"])
    if issubclass(kind, Input):
        return kind(**fields)
    return TypeAdapter(kind).validate_python(fields)


TAGS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "$float": lambda value: {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[value["$float"]],
    "$map": lambda value: {decode(key): decode(one) for key, one in value["$map"]},
    "$set": lambda value: set(decode(value["$set"])),
    "$iterator": lambda value: iter(decode(value["$iterator"])),
    "$time": lambda value: datetime.fromisoformat(value["$time"]),
    "$date": lambda value: date.fromisoformat(value["$date"]),
    "$seconds": lambda value: timedelta(seconds=value["$seconds"]),
    "$bytes": lambda value: base64.b64decode(value["$bytes"], validate=True),
    "$model": _made,
}


def written(value: Mapping[str, Any]) -> bytes:
    """JSON as bytes. Raises InvalidInput for a number of more digits than JSON is read with."""
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    except ValueError:
        raise InvalidInput(field="arguments", reason="hold a number of more digits than JSON is read with") from None


def require_none(**given: object) -> None:
    """Refuses what only a process with the database can use, by name. Raises InvalidInput."""
    for name, value in given.items():
        if value is not None:
            raise InvalidInput(field=name, reason=ON_SERVER)


# Results and errors


@functools.cache
def adapter(returned: Any) -> TypeAdapter[Any]:
    """What writes and reads the values of a call's return type."""
    return TypeAdapter(Any if returned is inspect.Signature.empty else returned)


MEMBERS = frozenset(("type", "title", "status", "detail", "code", "instance"))
"""Members of every problem; the others are the error's values."""


def error_of(status: int, body: bytes) -> OxgraphError:
    """The error that a response tells of, of its own class."""
    try:
        problem = json.loads(body)
        kind, text = error_classes().get(problem["code"], ServerError), str(problem["detail"])
    except (ValueError, TypeError, KeyError):
        return ServerError(f"The server answered with the HTTP status {status}, which is none of oxgraph's answers.")
    return kind(text[: limits.CONTENT], **{key: value for key, value in problem.items() if key not in MEMBERS})
