"""What an operator sets of a server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ServerConfig:
    """Limits of a server; each protects it from one caller's haste or mistake.

    `host`, `port`: where it listens. `call_seconds`: a call that takes longer is ended (504). `body_bytes`: a longer
    body is refused (413). `calls_at_once`: more wait up to `wait_seconds`, then are told to come back (503).
    `calls_per_minute`, of one token, in a burst of as many at most (429). `drain_seconds`: what is under way at a
    shutdown may take so long. `session_idle_seconds`, `session_seconds`: when a login of the explorer ends.
    `secure_cookies`: behind HTTPS. `trusted_hosts`: names by which browsers may reach it, beside localhost and `host`.
    `graph_seconds`: how long a call waits for a Neo4j that is away (503). `refusals_per_minute`: refused tokens from
    one address, in a burst of as many at most (429). `news_seconds`: how often at most an agent's session is looked at
    for news about its tools.
    """

    host: str = "127.0.0.1"
    port: int = 7600
    call_seconds: float = 30.0
    body_bytes: int = 4 * 2**20
    calls_at_once: int = 64
    wait_seconds: float = 20.0
    calls_per_minute: int = 6_000
    drain_seconds: float = 20.0
    session_idle_seconds: float = 3_600.0
    session_seconds: float = 12 * 3_600.0
    secure_cookies: bool = False
    trusted_hosts: tuple[str, ...] = ()
    graph_seconds: float = 4.0
    refusals_per_minute: int = 120
    news_seconds: float = 30.0
