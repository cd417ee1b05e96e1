"""Checks the types of what callers pass to the public methods, by the methods' own annotations.

What is wrong in a value is found by the models of `oxgraph.types`, each where it is used. This check comes before, so
that a value of a wrong type gives InvalidInput with the argument's name, whatever the method does with it, and nothing
is half written. It looks at the value alone, not at the items of a list or a dictionary. It accepts what those models
accept too: an ISO text for a time, any iterable for a list, a whole number for a number.
"""

import functools
import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from oxgraph.errors import InvalidInput
from oxgraph.surrogates import is_unicode

C = TypeVar("C")

WORDS: dict[type, str] = {
    str: "a text",
    bytes: "bytes",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    datetime: "a time with a zone",
    date: "a day",
    Mapping: "a dictionary",
    tuple: "a pair",
    Iterable: "a list",
    Callable: "a function",  # type: ignore[dict-item]
}
ALSO: dict[type, tuple[type, ...]] = {float: (int,), datetime: (str,), date: (str,), tuple: (Iterable,)}
"""Types that stand for another one: whole numbers are numbers, times and days may be ISO texts, a pair any iterable."""

SHOWN = tuple(WORDS)


@dataclass(frozen=True)
class _Accepted:
    """The types of an argument as `isinstance` takes them; `boolean` says whether true and false are among them."""

    types: tuple[type, ...]
    boolean: bool
    reason: str
    attributes: tuple[str, ...] = ()
    """Those of a protocol, such as an embedder's."""

    def refuses(self, value: object) -> bool:
        if self.attributes and all(hasattr(value, name) for name in self.attributes):
            return False
        return not isinstance(value, self.types) or (isinstance(value, bool) and not self.boolean)


def typed_arguments(cls: type[C]) -> type[C]:
    """A class decorator: every public method first checks the types of its arguments. Raises InvalidInput."""
    for name, member in list(vars(cls).items()):
        if not name.startswith("_") and inspect.isfunction(member):
            setattr(cls, name, _checked(member))
    return cls


def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.cache
    def plan() -> tuple[tuple[str, ...], dict[str, _Accepted]]:
        return _plan(function)

    def check(args: tuple[Any, ...], options: dict[str, Any]) -> None:
        names, accepted = plan()
        for name, value in (*zip(names, args[1:], strict=False), *options.items()):
            if name in accepted and accepted[name].refuses(value):
                raise InvalidInput(field=name, reason=accepted[name].reason)
            if isinstance(value, str) and not is_unicode(value):
                raise InvalidInput(field=name, reason="must be valid Unicode text")

    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def call_async(*args: Any, **options: Any) -> Any:
            check(args, options)
            return await function(*args, **options)

        return call_async

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        check(args, options)
        return function(*args, **options)

    return call


def _plan(function: Callable[..., Any]) -> tuple[tuple[str, ...], dict[str, _Accepted]]:
    """The names of the arguments by their position, without self, and what each may be."""
    hints = get_type_hints(function)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    positional = tuple(p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD or p.kind is p.POSITIONAL_ONLY)
    single = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    found = {name: _accepted(hints[name]) for name in single if name in hints}
    return positional, {name: one for name, one in found.items() if one is not None}


def _accepted(annotation: Any) -> _Accepted | None:
    """What an annotation accepts; None for anything."""
    kinds = _kinds(annotation)
    if kinds is None:
        return None
    protocols = {kind for kind in kinds if getattr(kind, "_is_protocol", False)}
    also = {extra for kind in kinds for extra in ALSO.get(kind, ())}
    named = sorted((kind for kind in kinds if kind is not type(None)), key=_place)
    words = list(dict.fromkeys(WORDS.get(kind, kind.__name__) for kind in named))
    reason = "must be " + (" or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words))
    attributes = tuple(sorted({name for kind in protocols for name in _attributes(kind)}))
    return _Accepted(tuple((kinds - protocols) | also), bool in kinds, reason, attributes)


def _attributes(protocol: type) -> set[str]:
    """The names of what a protocol's objects have."""
    named = [(*vars(base), *vars(base).get("__annotations__", ())) for base in protocol.__mro__[:-1]]
    return {name for names in named for name in names if not name.startswith("_")}


def _place(kind: type) -> tuple[int, str]:
    return (SHOWN.index(kind) if kind in SHOWN else len(SHOWN), kind.__name__)


def _kinds(annotation: Any) -> set[type] | None:
    """The types of an annotation, as `isinstance` takes them; None where it accepts anything."""
    if annotation is None:
        return {type(None)}
    origin = get_origin(annotation)
    if origin is Annotated:
        return _kinds(get_args(annotation)[0])
    if origin is Literal:
        return {type(value) for value in get_args(annotation)}
    if origin is tuple and Ellipsis not in get_args(annotation):
        return {tuple}
    if origin in (Union, types.UnionType):
        found = [_kinds(one) for one in get_args(annotation)]
        return None if any(one is None for one in found) else set().union(*(one for one in found if one is not None))
    return _kinds_of_class(origin or annotation)


def _kinds_of_class(kind: Any) -> set[type] | None:
    if not isinstance(kind, type) or kind in (Any, object, type):
        return None
    if issubclass(kind, str | bytes):
        return {kind}
    if issubclass(kind, Mapping):
        return {Mapping}
    if issubclass(kind, Iterable) and kind.__module__ in ("builtins", "collections.abc"):
        return {Iterable}
    return {kind}
