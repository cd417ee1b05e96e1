"""Language models of any server with OpenAI's chat completions API."""

import functools
from typing import Any

from pydantic import BaseModel

from oxgraph.errors import ExtraMissing
from oxgraph.models.language_model import ChatModel, Message

NO_KEY = "none"
"""The key sent to a server that needs none."""


class OpenAICompatibleModel(ChatModel):
    """A model by its name on a server by its address; without an address, OpenAI's own.

    The shape is requested as `json_schema`; if the server does not support it as `json_object`, then in
    words alone. Needs the extra [openai], else the first answer raises `ExtraMissing`.
    """

    def __init__(self, name: str, url: str | None = None, key: str | None = None) -> None:
        self.name = name
        self._url = url
        self._key = key
        self._format = 0

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

        formats = _formats(schema)
        while True:
            try:
                return self._ask(client, system, messages, formats[self._format], seconds)
            except openai.APITimeoutError as error:
                raise self._failed("timeout", str(error)) from error
            except openai.APIConnectionError as error:
                raise self._failed("unreachable", str(error)) from error
            except openai.APIStatusError as error:
                if error.status_code not in (400, 422) or self._format + 1 == len(formats):
                    raise self._failed("refused", f"HTTP {error.status_code}: {error.message}") from error
                self._format += 1
            except openai.OpenAIError as error:
                raise self._failed("refused", str(error)) from error

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


def _formats(schema: type[BaseModel]) -> list[dict[str, Any]]:
    described = {"name": schema.__name__, "schema": schema.model_json_schema()}
    return [
        {"response_format": {"type": "json_schema", "json_schema": described}},
        {"response_format": {"type": "json_object"}},
        {},
    ]
