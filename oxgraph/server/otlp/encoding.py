"""OTLP over HTTP: requests in protobuf or JSON, plain or compressed; responses in the form of the request."""

import json
import zlib
from typing import Any

from oxgraph.errors import ExtraMissing, InvalidInput, TooLarge
from oxgraph.server.rest.bodies import strict_json

PROTOBUF = "application/x-protobuf"
JSON = "application/json"
PLAIN = ("", "identity")
COMPRESSED = {"gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
"""The formats of compressed bodies, as zlib names them."""
Row = dict[str, Any]


def unpacked(body: bytes, encoding: str, max_bytes: int) -> bytes:
    """The body without its compression. Raises TooLarge as soon as it is longer than `max_bytes`, InvalidInput."""
    if encoding in PLAIN:
        return body
    if encoding not in COMPRESSED:
        raise InvalidInput(field="Content-Encoding", reason="must be gzip, deflate or identity")
    inflating = zlib.decompressobj(COMPRESSED[encoding])
    try:
        found = inflating.decompress(body, max_bytes + 1)
    except zlib.error:
        raise InvalidInput(field="body", reason=f"must be {encoding}") from None
    if len(found) > max_bytes:
        raise TooLarge(limit=max_bytes)
    if not inflating.eof:
        raise InvalidInput(field="body", reason=f"must be a whole {encoding} stream")
    return found


def decoded(body: bytes, media_type: str) -> Row:
    """The request as OTLP JSON has it. Raises InvalidInput; ExtraMissing for protobuf without its package."""
    if media_type == PROTOBUF:
        return _of_protobuf(body)
    found = strict_json(body)
    spans = found.get("resourceSpans", found.get("resource_spans", [])) if isinstance(found, dict) else None
    if not isinstance(spans, list):
        raise InvalidInput(field="body", reason="must be an object with the list resourceSpans")
    return found  # type: ignore[no-any-return]


def _of_protobuf(body: bytes) -> Row:
    try:
        from google.protobuf.json_format import MessageToDict
        from google.protobuf.message import DecodeError
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
    except ImportError as error:
        raise ExtraMissing(feature="OTLP in protobuf", extra="server") from error
    try:
        message = ExportTraceServiceRequest.FromString(body)
    except DecodeError:
        raise InvalidInput(field="body", reason="must be an ExportTraceServiceRequest") from None
    ids = [
        (span.trace_id.hex(), span.span_id.hex())
        for resource in message.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    found: Row = MessageToDict(message)
    spans = [
        span
        for resource in found.get("resourceSpans", ())
        for scope in resource.get("scopeSpans", ())
        for span in scope.get("spans", ())
    ]
    for span, (trace_id, span_id) in zip(spans, ids, strict=True):  # base64 there, hexadecimal in OTLP JSON
        span["traceId"], span["spanId"] = trace_id, span_id
    return found


def status(media_type: str, message: str) -> bytes:
    """The body of an error: a google.rpc.Status with its message, field 2, alone, so that protobuf needs no package."""
    if media_type == JSON:
        return json.dumps({"message": message}).encode()
    text = message.encode()
    length, size = len(text), bytearray()
    while length > 0x7F:
        size.append(length & 0x7F | 0x80)
        length >>= 7
    return b"\x12" + bytes([*size, length]) + text


def response(media_type: str, rejected: int, reason: str) -> bytes:
    """The body of a response; with `rejected` spans a partial success."""
    if media_type == JSON:
        partial = {"partialSuccess": {"rejectedSpans": str(rejected), "errorMessage": reason}} if rejected else {}
        return json.dumps(partial).encode()
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse

    message = ExportTraceServiceResponse()
    if rejected:
        message.partial_success.rejected_spans = rejected
        message.partial_success.error_message = reason
    return bytes(message.SerializeToString())
