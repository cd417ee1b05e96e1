"""Language models of any server with OpenAI's chat completions API."""

import functools
import re
from typing import Any

from pydantic import BaseModel

from oxgraph.errors import ExtraMissing
from oxgraph.models.language_model import ChatModel, Message, kind_of

_FORMS = r"(?:response_format|json_schema|json_object|structured outputs?|json mode)"
_NOT = r"(?:not support\w*|not (?:available|implemented|allowed|permitted)|unsupported|unknown|unrecognized|unexpected)"
UNSUPPORTED = re.compile(
    rf"(?is){_FORMS}.{{0,100}}?{_NOT}|(?:{_NOT}|invalid value|extra (?:inputs|fields)).{{0,100}}?{_FORMS}"
)
"""What a server says that does not know a form of answers."""

NO_KEY = "none"
"""The key sent to a server that needs none."""


class OpenAICompatibleModel(ChatModel):
    """A model by its name on a server by its address; without an address, OpenAI's own.

    The shape is requested as `json_schema`; a request that the server rejects is repeated as `json_object`, then in
    words alone. Later requests leave a form out only if the server said that it does not support it. Needs the extra
    [openai], else the first answer raises `ExtraMissing`.
    """

    def __init__(self, name: str, url: str | None = None, key: str | None = None) -> None:
        self.name = name
        self._url = url
        self._key = key
        self._unsupported: set[str] = set()

    @functools.cached_property
    def _client(self) -> Any:
        try:
            import openai
        except ImportError as error:
            raise ExtraMissing(feature=f"The language model {self.name}", extra="openai") from error
        return openai.OpenAI(base_url=self._url, api_key=self._key or NO_KEY, max_retries=0)

    def _answer(self, system: str, messages: list[Message], schema: type[BaseModel], seconds: float) -> str:
        client = self._client
        import openai

        forms = [form for name, form in _forms(schema).items() if name not in self._unsupported]
        for form in forms:
            try:
                return self._ask(client, system, messages, form, seconds)
            except openai.APITimeoutError as error:
                raise self._failed("timeout", str(error)) from error
            except openai.APIConnectionError as error:
                raise self._failed("unreachable", str(error)) from error
            except openai.APIStatusError as error:
                kind = kind_of(error.status_code)
                if kind != "rejected" or form is forms[-1]:
                    raise self._failed(kind, f"HTTP {error.status_code}: {error.message}") from error
                self._learn(form, f"{error.message} {error.body}")
            except openai.OpenAIError as error:
                raise self._failed("refused", str(error)) from error
        raise AssertionError("the last form returns or raises")

    def _learn(self, form: dict[str, Any], message: str) -> None:
        """Remembers a form that the server says it does not support; any other rejection is of this request alone."""
        if UNSUPPORTED.search(message):
            self._unsupported.add(form["response_format"]["type"])

    def _ask(self, client: Any, system: str, messages: list[Message], form: dict[str, Any], seconds: float) -> str:
        answer = client.chat.completions.create(
            model=self.name,
            messages=[{"role": "system", "content": system}, *messages],
            temperature=0,
            timeout=seconds,
            **form,
        )
        choices = getattr(answer, "choices", None)
        return (choices[0].message.content or "") if choices else ""


def _forms(schema: type[BaseModel]) -> dict[str, dict[str, Any]]:
    """Returns how the shape can be requested, by name, the strictest first."""
    described = {"name": schema.__name__, "schema": schema.model_json_schema()}
    return {
        "json_schema": {"response_format": {"type": "json_schema", "json_schema": described}},
        "json_object": {"response_format": {"type": "json_object"}},
        "": {},
    }
