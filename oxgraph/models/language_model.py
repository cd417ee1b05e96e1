"""The protocol of language models, and their common base: prompt, check, second attempt, time limit."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from oxgraph.errors import LanguageModelFailed, OxgraphError

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")
Kind = Literal["unreachable", "timeout", "refused", "rejected", "nonsense"]

TIMEOUT = 30.0
"""Time limit of one answer in seconds, including its second attempt."""

TRIES = 2
MAX_ANSWER = 100_000
"""Maximum length of an answer in characters; the rest is ignored."""

Message = dict[str, str]
"""One message of a chat: `role` (user, assistant) and `content`."""


class LanguageModel(Protocol):
    """Answers in the shape of a pydantic model.

    `name` says which model answers.
    """

    @property
    def name(self) -> str:
        """The name of the model."""

    def complete(self, system: str, user: str, schema: type[M], *, timeout: float = TIMEOUT) -> M:
        """Returns the answer as `schema`; an invalid answer is requested once more.

        `timeout` are the seconds of the whole call. Raises LanguageModelFailed, whose `values["kind"]` is
        unreachable, timeout, refused (the server answered with an error), rejected (it cannot answer this request:
        HTTP 400, 413 or 422) or nonsense (twice no such object), and
        ExtraMissing when the model's package is not installed.
        """


class GuardedModel:
    """A caller's model: whatever it raises is a LanguageModelFailed, as is an answer of another shape."""

    def __init__(self, model: LanguageModel) -> None:
        self.model = model

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def complete(self, system: str, user: str, schema: type[M], *, timeout: float = TIMEOUT) -> M:
        """Returns the answer as `schema`; see LanguageModel."""
        found = guarded(self.name, "refused", lambda: self.model.complete(system, user, schema, timeout=timeout))
        if not isinstance(found, schema):
            raise _failure(self.name, "nonsense", f"a {type(found).__name__}, where a {schema.__name__} was asked for")
        return found


class ChatModel:
    """The common base of models: the prompt for the schema, the check, the second attempt, the time limit.

    A subclass says how a chat gets its next message in `_answer`.
    """

    name: str

    def complete(self, system: str, user: str, schema: type[M], *, timeout: float = TIMEOUT) -> M:
        """Returns the answer as `schema`; see LanguageModel."""
        until = time.monotonic() + timeout
        system = f"{system}\n\n{_form(schema)}"
        messages = [{"role": "user", "content": user}]
        problem = ""
        for _ in range(TRIES):
            text = self._within(until, system, messages, schema)
            try:
                return schema.model_validate_json(_json_of(text))
            except (ValidationError, ValueError) as error:
                problem = _problem(error)
            messages += [{"role": "assistant", "content": text or "{}"}, {"role": "user", "content": _again(problem)}]
        raise self._failed("nonsense", problem)

    def _within(self, until: float, system: str, messages: list[Message], schema: type[BaseModel]) -> str:
        """Returns one answer; gives up at `until`, even if the server still sends bytes now and then."""
        left = until - time.monotonic()
        if left <= 0:
            raise self._failed("timeout", "no time was left")
        done = _in_thread(lambda: self._answer(system, messages, schema, left))
        answer = done(left)
        if answer is None:
            raise self._failed("timeout", f"no answer within {left:.0f} s")
        return answer[:MAX_ANSWER]

    def _answer(self, system: str, messages: list[Message], schema: type[BaseModel], seconds: float) -> str:
        """Returns the text of the next message. Raises LanguageModelFailed."""
        raise NotImplementedError

    def _failed(self, kind: Kind, reason: str) -> LanguageModelFailed:
        return _failure(self.name, kind, reason)


def guarded(model: str, kind: Kind, work: Callable[[], T]) -> T:
    """What `work` returns. What it raises is a LanguageModelFailed of `model`, unless it is an error of ours."""
    try:
        return work()
    except OxgraphError:
        raise
    except Exception as error:
        raise _failure(model, kind, f"{type(error).__name__}: {error}") from error


def _failure(model: str, kind: Kind, reason: str) -> LanguageModelFailed:
    return LanguageModelFailed(model=model, kind=kind, reason=" ".join(reason.split())[:300])


def kind_of(status: int) -> Kind:
    """Returns the kind of failure of an HTTP status: whether the request is at fault, or the server."""
    return "rejected" if status in (400, 413, 422) else "refused"


def _in_thread(work: Callable[[], str]) -> Callable[[float], str | None]:
    """Starts `work` in a thread; the returned function waits that many seconds for the result, else returns None."""
    result: list[str] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, name="language model", daemon=True)
    thread.start()

    def wait(seconds: float) -> str | None:
        thread.join(seconds)
        if raised:
            raise raised[0]
        return result[0] if result else None

    return wait


def _form(schema: type[BaseModel]) -> str:
    described = json.dumps(schema.model_json_schema(), ensure_ascii=False)
    return f"Answer with one JSON object and nothing else. It must fit this JSON schema:\n{described}"


def _again(problem: str) -> str:
    return f"That does not fit the schema ({problem}). Answer once more, with the corrected JSON object alone."


def _json_of(text: str) -> str:
    """Returns the JSON object of an answer, without code fences, <think> blocks and text around it."""
    text = text.rpartition("</think>")[2]
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        raise ValueError("no JSON object in the answer")
    return text[begin : end + 1]


def _problem(error: Exception) -> str:
    """Returns what is wrong without the values, which may be private text."""
    if isinstance(error, ValidationError):
        return "; ".join(f"{_place(one['loc'])}: {one['msg']}" for one in error.errors(include_input=False)[:3])
    return str(error)


def _place(location: tuple[Any, ...]) -> str:
    return ".".join(str(part) for part in location) or "the answer"
