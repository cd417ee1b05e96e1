"""OpenTelemetry traces in: spans of tools become actions (`POST /v1/traces`, OTLP over HTTP).

`encoding` reads requests and writes responses in both forms of OTLP, `traces` captures what they hold. Which spans are
calls of tools, and what they say of them, is read by `oxgraph.file_formats.sessions.spans`, as of files.
"""
