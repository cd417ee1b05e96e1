"""Language models of Anthropic."""

import functools
from typing import Any

from pydantic import BaseModel

from oxgraph.errors import ExtraMissing
from oxgraph.models.language_model import ChatModel, Message, kind_of

MAX_TOKENS = 4_096


class AnthropicModel(ChatModel):
    """A model of Anthropic by its name. Needs the extra [anthropic], else the first answer raises `ExtraMissing`.

    Without a key, Anthropic's own settings (ANTHROPIC_API_KEY) are used.
    """

    def __init__(self, name: str, url: str | None = None, key: str | None = None) -> None:
        self.name = name
        self._url = url
        self._key = key

    @functools.cached_property
    def _client(self) -> Any:
        try:
            import anthropic
        except ImportError as error:
            raise ExtraMissing(feature=f"The language model {self.name}", extra="anthropic") from error
        return anthropic.Anthropic(base_url=self._url, api_key=self._key, max_retries=0)

    def _answer(self, system: str, messages: list[Message], schema: type[BaseModel], seconds: float) -> str:
        client = self._client
        import anthropic

        try:
            answer = client.messages.create(
                model=self.name, system=system, messages=messages, max_tokens=MAX_TOKENS, timeout=seconds
            )
        except anthropic.APITimeoutError as error:
            raise self._failed("timeout", str(error)) from error
        except anthropic.APIConnectionError as error:
            raise self._failed("unreachable", str(error)) from error
        except anthropic.APIStatusError as error:
            raise self._failed(kind_of(error.status_code), f"HTTP {error.status_code}: {error.message}") from error
        except (anthropic.AnthropicError, TypeError) as error:
            raise self._failed("refused", str(error)) from error
        return "".join(getattr(block, "text", "") for block in answer.content)
