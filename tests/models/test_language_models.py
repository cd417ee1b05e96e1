"""Language models behind their protocol, against a server that answers well, badly, slowly or not at all."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pydantic import BaseModel, Field

from oxgraph.errors import InvalidInput, LanguageModelFailed
from oxgraph.models import GuardedModel, LanguageModel, OpenAICompatibleModel, language_model

pytest.importorskip("openai")


class Answer(BaseModel):
    city: str
    population: int = Field(ge=0)


GOOD = '{"city": "Berlin", "population": 3700000}'


class Chat:
    """A chat server whose every answer the test chooses; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.answers: list[str | int | Callable[[Any], None]] = []
        chat = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                chat.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                answer = chat.answers.pop(0) if chat.answers else GOOD
                if callable(answer):
                    answer(self)
                elif isinstance(answer, int):
                    self._send(answer, {"error": {"message": "no"}})
                else:
                    self._send(200, {"choices": [{"index": 0, "message": {"role": "assistant", "content": answer}}]})

            def _send(self, status: int, body: dict[str, Any]) -> None:
                content = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *args: Any) -> None:
                """Says nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"


@pytest.fixture
def chat() -> Iterator[Chat]:
    chat = Chat()
    yield chat
    chat.server.shutdown()
    chat.server.server_close()


def ask(model: LanguageModel, **options: Any) -> Answer:
    return model.complete("You know cities.", "The capital of Germany?", Answer, **options)


def failure(model: LanguageModel, **options: Any) -> str:
    with pytest.raises(LanguageModelFailed) as caught:
        ask(model, **options)
    return str(caught.value.values["kind"])


@pytest.mark.parametrize(
    "text", [GOOD, f"```json\n{GOOD}\n```", f"Sure! {GOOD} Anything else?", f"<think>{{</think>{GOOD}"]
)
def test_an_answer_is_found_and_checked(chat: Chat, text: str) -> None:
    chat.answers = [text]
    assert ask(OpenAICompatibleModel("m", chat.url, "k")) == Answer(city="Berlin", population=3_700_000)
    assert chat.asked[0]["model"] == "m"
    assert chat.asked[0]["response_format"]["json_schema"]["name"] == "Answer"
    assert "JSON schema" in chat.asked[0]["messages"][0]["content"]


def test_what_does_not_fit_is_asked_for_once_more_and_then_reported(chat: Chat) -> None:
    model = OpenAICompatibleModel("m", chat.url)
    chat.answers = ['{"city": "Berlin", "population": -1}', GOOD]
    assert ask(model).population == 3_700_000
    assert [message["role"] for message in chat.asked[1]["messages"]] == ["system", "user", "assistant", "user"]
    assert "population" in chat.asked[1]["messages"][3]["content"]
    chat.answers = ["Berlin, of course.", ""]
    assert failure(model) == "nonsense"
    assert len(chat.asked) == 4


def formats(chat: Chat) -> list[str | None]:
    return [asked.get("response_format", {}).get("type") for asked in chat.asked]


def rejects(message: str) -> Callable[[Any], None]:
    """A server that rejects the request, and says why."""

    def answer(handler: Any) -> None:
        body = json.dumps({"error": {"message": message}}).encode()
        handler.send_response(400)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


@pytest.mark.parametrize(
    ("schema", "plain"),
    [
        ("response_format json_schema is not supported", "Unsupported: response_format.type json_object"),
        (
            "Invalid value: 'json_schema'. Supported values are: 'text'.",
            "Unrecognized request argument: response_format",
        ),
    ],
)
def test_a_server_that_knows_no_schemas_is_asked_in_words(chat: Chat, schema: str, plain: str) -> None:
    model = OpenAICompatibleModel("m", chat.url)
    chat.answers = [rejects(schema), rejects(plain), GOOD, GOOD]
    ask(model)
    ask(model)
    assert formats(chat) == ["json_schema", "json_object", None, None], "found out once"


@pytest.mark.parametrize(
    "message", ["no", "context length exceeded", "Invalid schema for response_format 'Answer': 'required' is missing"]
)
def test_a_rejected_request_says_nothing_of_the_next_one(chat: Chat, message: str) -> None:
    model = OpenAICompatibleModel("m", chat.url)
    chat.answers = [rejects(message), GOOD, GOOD]
    ask(model)
    ask(model)
    assert formats(chat) == ["json_schema", "json_object", "json_schema"]


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_request_that_a_server_rejects_in_every_form(chat: Chat, status: int) -> None:
    chat.answers = [status, status, status]
    assert failure(OpenAICompatibleModel("m", chat.url)) == "rejected"


@pytest.mark.parametrize("status", [401, 404, 429, 500])
def test_a_server_that_refuses(chat: Chat, status: int) -> None:
    chat.answers = [status]
    assert failure(OpenAICompatibleModel("m", chat.url)) == "refused"
    assert len(chat.asked) == 1


def test_no_server() -> None:
    assert failure(OpenAICompatibleModel("m", "http://127.0.0.1:1/v1")) == "unreachable"


def dribble(handler: Any) -> None:
    """A byte now and then: the connection is never silent for long."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    try:
        for _ in range(100):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.05)
    except OSError:
        pass


@pytest.mark.parametrize("slow", [lambda handler: time.sleep(5), dribble])
def test_a_slow_answer_is_given_up_in_time(chat: Chat, slow: Callable[[Any], None]) -> None:
    chat.answers = [slow]
    began = time.monotonic()
    assert failure(OpenAICompatibleModel("m", chat.url), timeout=0.5) == "timeout"
    assert time.monotonic() - began < 4.5


def test_the_environment_names_the_model(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OXGRAPH_MODEL", "OXGRAPH_MODEL_URL", "OXGRAPH_MODEL_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert language_model() is None
    monkeypatch.setenv("OXGRAPH_MODEL", "some-model")
    monkeypatch.setenv("OXGRAPH_MODEL_URL", chat.url)
    model = language_model()
    assert model is not None
    assert (model.name, ask(model).city) == ("some-model", "Berlin")
    assert language_model("none") is None
    named = language_model("anthropic:claude")
    assert named is not None
    assert named.name == "claude"
    for address in ("127.0.0.1:8000/v1", "http://"):
        monkeypatch.setenv("OXGRAPH_MODEL_URL", address)
        with pytest.raises(InvalidInput, match="OXGRAPH_MODEL_URL"):
            language_model()


def test_an_error_never_repeats_the_answer(chat: Chat) -> None:
    chat.answers = ['{"city": 7, "population": "SECRET"}'] * 2
    with pytest.raises(LanguageModelFailed) as caught:
        ask(OpenAICompatibleModel("m", chat.url))
    assert "SECRET" not in str(caught.value)


def test_a_model_of_the_callers_fails_as_ours_do() -> None:
    class Own:
        name = "own"

        def complete(self, system: str, user: str, schema: Any, *, timeout: float = 30.0) -> Any:
            if user == "raise":
                raise RuntimeError("rate limit")
            return Answer(city="Berlin", population=1) if user == "answer" else {"city": "Berlin"}

    own = GuardedModel(Own())
    assert own.complete("", "answer", Answer).city == "Berlin"
    for asked, kind in (("raise", "refused"), ("a dict", "nonsense")):
        with pytest.raises(LanguageModelFailed) as failed:
            own.complete("", asked, Answer)
        assert failed.value.values["kind"] == kind
