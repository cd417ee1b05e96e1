"""Lines that are messages, and the answer to those that are none: the SDK only logs them, and the agent would wait."""

import json
from typing import Any

import mcp_types as types
from pydantic import ValidationError

from oxgraph.errors import InvalidInput, MalformedJson, OxgraphError
from oxgraph.server.mcp.results import ERROR_KEY, error_data
from oxgraph.server.rest.bodies import strict_json

NO_MESSAGE = InvalidInput(field="message", reason="must be one JSON-RPC request, notification or response")


def refused(line: bytes) -> types.JSONRPCError | None:
    """The answer to a line that is no message, read as REST reads its bodies; None for a message.

    It has the request's id where that can be read, else null, as JSON-RPC requires.
    """
    try:
        value = strict_json(line.lstrip(b"\xef\xbb\xbf"), "The message")
        types.jsonrpc_message_adapter.validate_python(value, by_name=False)
    except MalformedJson as error:
        return _answer(types.PARSE_ERROR, line, error)
    except InvalidInput as error:
        return _answer(types.INVALID_REQUEST, line, error)
    except ValidationError:
        return _answer(types.INVALID_REQUEST, line, NO_MESSAGE)
    return None


def _answer(number: int, line: bytes, error: OxgraphError) -> types.JSONRPCError:
    data = types.ErrorData(code=number, message=str(error), data={ERROR_KEY: error_data(error)})
    return types.JSONRPCError(jsonrpc="2.0", id=_id_of(line), error=data)


def _id_of(line: bytes) -> str | int | None:
    """The message's id; None where it has none, or two."""
    try:
        members = json.loads(line, object_pairs_hook=lambda pairs: pairs)
        (found,) = [value for name, value in members if name == "id"]
        valid: Any = types.JSONRPCRequest(jsonrpc="2.0", id=found, method="").id
    except (ValueError, TypeError, RecursionError):
        return None
    return valid if not isinstance(valid, str) or valid.isprintable() else None
