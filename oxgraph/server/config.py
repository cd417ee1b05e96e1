"""The limits and addresses that an operator sets."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ServerConfig:
    """Limits of a server; each protects it from one caller's haste or mistake.

    Attributes:
        host: The address to listen on.
        port: The port; 0 for a free one.
        socket: The path of a Unix socket to listen on instead of a port.
        call_seconds: A call that takes longer is cancelled (504).
        header_seconds: A connection whose request's headers take longer is closed.
        body_seconds: A connection whose request's body takes longer is closed.
        body_bytes: A longer request body is refused (413).
        calls_at_once: Maximum number of calls at a time; others wait.
        calls_waiting: Maximum number of calls that wait; more are refused at once (503).
        wait_seconds: How long a call waits for its place before it is refused (503).
        calls_per_minute: Rate limit of one token, which is also its burst (429); a token may have its own.
        drain_seconds: At shutdown, the time for calls under way and captures.
        session_idle_seconds: A login of the explorer ends when it is unused for this long.
        session_seconds: A login of the explorer ends after this time in any case.
        secure_cookies: Whether browsers reach it by HTTPS.
        trusted_hosts: Host names by which browsers may reach it, besides localhost and `host`.
        graph_seconds: How long a call waits for a Neo4j that does not answer (503).
        refusals_per_minute: Refused tokens from one address in a minute before they get 429; valid ones never do.
        client_body_bytes: A longer body of a call of the Python client is refused (413); a batch has thousands of rows.
        long_call_seconds: A call of the Python client that reports its progress, such as ingest, is cancelled after
            this time.
        long_calls_at_once: Maximum number of these at a time; others wait.
        metrics: Whether GET /metrics is served, without a token.
        news_seconds: Minimum time between two checks whether a session's tool descriptions have changed.
        upload_bytes: A longer file of traces, sessions or chats is refused (413).
        event_streams: Maximum number of streams of events at a time; more are refused (503).
        event_seconds: Time between two looks of such a stream at the change feed.
    """

    host: str = "127.0.0.1"
    port: int = 7600
    socket: str | None = None
    call_seconds: float = 30.0
    header_seconds: float = 10.0
    body_seconds: float = 60.0
    body_bytes: int = 4 * 2**20
    calls_at_once: int = 64
    calls_waiting: int = 512
    wait_seconds: float = 20.0
    calls_per_minute: int = 6_000
    drain_seconds: float = 20.0
    session_idle_seconds: float = 3_600.0
    session_seconds: float = 12 * 3_600.0
    secure_cookies: bool = False
    trusted_hosts: tuple[str, ...] = ()
    graph_seconds: float = 4.0
    refusals_per_minute: int = 120
    client_body_bytes: int = 32 * 2**20
    long_call_seconds: float = 6 * 3_600.0
    long_calls_at_once: int = 8
    news_seconds: float = 30.0
    upload_bytes: int = 256 * 2**20
    event_streams: int = 100
    event_seconds: float = 1.0
    metrics: bool = False
