"""Values for arguments: of the right type, at the edges, and of wrong types."""

import types
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

TEXTS = (
    "", " ", "Ada", "Ada works at Acme.", "x" * 200, "x" * 201, "x" * 512, "x" * 513, "x" * 20_001, "a\x00b", "a\nb",
    "\ud800", "\u202e\ufeff", "日本語", "👩‍👩‍👧‍👦", "../../etc/passwd", "%00", "' OR 1=1 --", "'}) DETACH DELETE n //",
    "`x`", "$param", "<script>alert(1)</script>", "*:*", "/(a+)+/", "_mem", "_mem:token", "null", "true", "1e999",
    "NaN", "2026-01-01T00:00:00Z", "2026-13-45", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    "fact", "person", "get", "success", "failure", "agent", "outcome == 'success'", "action_count < 5", "minilm", "en",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 3, 10, 100, 1_000, 10_001, 2**31, 2**53, 2**63, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308,
           float("nan"), float("inf"), -float("inf"))  # fmt: skip
TIMES = (
    datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1), datetime(1, 1, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), date(2026, 1, 1), timedelta(days=1), timedelta.max,
)  # fmt: skip
ODD: tuple[Any, ...] = (None, True, False, b"\x00\xff", 1j, object(), [], {}, (), set(), [None], [[]], {"a": None},
                        {1: 2}, [1, "a"], {"a": {"b": [1]}}, Exception, range(3), lambda: 1)  # fmt: skip


class Values:
    """Makes values. `known` are texts that stand for something in the workspace, such as ids."""

    def __init__(self, random: Random, known: Iterable[str] = ()) -> None:
        self.random = random
        self.known = list(known)

    def text(self) -> str:
        """A text, often one that stands for something."""
        if self.known and self.random.random() < 0.5:
            return self.random.choice(self.known)
        if self.random.random() < 0.1:
            return "".join(chr(self.random.choice((9, 32, 65, 97, 0xE9, 0x4E00, 0x1F600))) for _ in range(12))
        return self.random.choice(TEXTS)

    def any(self, json: bool = False) -> Any:
        """A value of any type; with `json`, one that JSON has."""
        pool: list[Any] = [self.text(), self.random.choice(NUMBERS)]
        pool += [None, True, [], {}, [self.text()], {self.text(): self.text()}, [[[[[]]]]], {"a": {"b": None}}]
        if not json:
            pool += [self.random.choice(ODD), self.random.choice(TIMES)]
        return self.random.choice(pool)

    def of(self, annotation: Any) -> Any:
        """A value that an annotation accepts, at times one that it does not."""
        if self.random.random() < 0.2:
            return self.any()
        origin = get_origin(annotation)
        if origin is Annotated:
            return self.of(get_args(annotation)[0])
        if origin is Literal:
            return self.random.choice(get_args(annotation))
        if origin in (Union, types.UnionType):
            return self.of(self.random.choice(get_args(annotation)))
        return self._of_class(origin or annotation, get_args(annotation))

    def _of_class(self, kind: Any, inner: tuple[Any, ...]) -> Any:  # noqa: PLR0911
        if not isinstance(kind, type):
            return self.any()
        if kind is Callable:
            return lambda *args, **options: None
        if issubclass(kind, bool):
            return self.random.random() < 0.5
        if issubclass(kind, int):
            return self.random.choice((1, 5, *NUMBERS[:10]))
        if issubclass(kind, float):
            return self.random.choice((0.5, *NUMBERS))
        if issubclass(kind, str):
            return self.text()
        if issubclass(kind, date | timedelta):
            return self.random.choice(TIMES)
        if issubclass(kind, BaseModel):
            return {
                name: self.of(one.annotation) for name, one in kind.model_fields.items() if self.random.random() < 0.7
            }
        if issubclass(kind, Mapping):
            return {self.text(): self.of(inner[1] if len(inner) > 1 else str) for _ in range(self.random.randrange(3))}
        if issubclass(kind, Iterable):
            return [self.of(inner[0] if inner else str) for _ in range(self.random.randrange(4))]
        return None if kind is type(None) else self.any()

    def of_schema(self, schema: Mapping[str, Any], defs: Mapping[str, Any], depth: int = 0) -> Any:  # noqa: PLR0911
        """A JSON value that a schema accepts, at times one that it does not."""
        if self.random.random() < 0.05 or depth > 5:
            return self.any(json=True)
        if "$ref" in schema:
            return self.of_schema(defs.get(schema["$ref"].rsplit("/", 1)[1], {}), defs, depth + 1)
        if "anyOf" in schema:
            return self.of_schema(self.random.choice(schema["anyOf"]), defs, depth + 1)
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        if schema.get("type") == "object":
            given = {name: self.of_schema(one, defs, depth + 1) for name, one in schema.get("properties", {}).items()
                     if name in schema.get("required", ()) or self.random.random() < 0.4}  # fmt: skip
            return given or {self.text(): self.any(json=True)}
        if schema.get("type") == "array":
            return [self.of_schema(schema.get("items", {}), defs, depth + 1) for _ in range(self.random.randrange(4))]
        simple = {"string": self.text, "boolean": lambda: self.random.random() < 0.5, "null": lambda: None,
                  "integer": lambda: self.random.choice((1, 5, *NUMBERS[:12])),
                  "number": lambda: self.random.choice(NUMBERS[:17])}  # fmt: skip
        make: Callable[[], Any] = simple.get(str(schema.get("type")), lambda: self.any(json=True))
        return make()
