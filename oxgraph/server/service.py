"""What the doors of one server share."""

from oxgraph.client import AsyncClient
from oxgraph.server.callers import Callers
from oxgraph.server.calls import Calls
from oxgraph.server.config import ServerConfig
from oxgraph.server.experience import Experience
from oxgraph.server.health import Health


class Service:
    """One connection, its callers, the way of every call, and the experience round the calls of tools."""

    def __init__(self, client: AsyncClient, config: ServerConfig) -> None:
        self.client = client
        self.config = config
        self.health = Health(client)
        self.callers = Callers(client, self.health)
        self.calls = Calls(config, self.health)
        self.experience = Experience()

    async def close(self) -> None:
        """Waits for captures under way, up to `drain_seconds`; the connection stays its maker's."""
        await self.experience.close(self.config.drain_seconds)
        await self.health.close()
