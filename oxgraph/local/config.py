"""The configuration of Neo4j: its settings file, the flags of its Java, and its class path."""

import os
import re
from pathlib import Path

from oxgraph.errors import InvalidInput
from oxgraph.local.home import Home
from oxgraph.local.java import VECTORS, Java
from oxgraph.local.ports import HOST

MAIN = "org.neo4j.server.Neo4jCommunity"
ADMIN = "org.neo4j.server.startup.Neo4jAdminCommand"
DEFAULT_HEAP = "1g"
COLLECTOR = re.compile(r"-XX:\+Use\w+GC\b")
SIZE = re.compile(r"^[1-9]\d*[kmg]$", re.IGNORECASE)
UNITS = {"k": 10, "m": 20, "g": 30}
OPENED = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch", "java.base/java.util.concurrent")

CONF = """\
# Written anew by every `oxgraph up`.
server.default_listen_address={host}
server.default_advertised_address={host}
server.bolt.enabled=true
server.bolt.listen_address={host}:{bolt}
server.bolt.advertised_address={host}:{bolt}
server.http.enabled=true
server.http.listen_address={host}:{http}
server.http.advertised_address={host}:{http}
server.https.enabled=false
dbms.security.auth_enabled=true
dbms.security.procedures.allowlist=oxgraph.*
dbms.security.procedures.unrestricted=oxgraph.*
# LOAD CSV reads no file and no address: with it, a holder of the login could read what the server's account can.
server.directories.import=import
dbms.security.allow_csv_import_from_file_urls=false
internal.dbms.cypher_ip_blocklist=0.0.0.0/0,::/0
dbms.usage_report.enabled=false
client.allow_telemetry=false
server.fleet_discovery.enabled=false
# Neo4j waits this long for Bolt when it stops, whether or not anyone is connected (5 s each by default).
internal.server.bolt.connection_shutdown_wait_time=500ms
internal.server.bolt.thread_pool_shutdown_wait_time=500ms
# While a statement runs Neo4j says every 5 s that it is there, and has drivers give up a connection that is silent for
# four times that; by its defaults a call waits 2 minutes for a Neo4j that stands still.
server.bolt.connection_keep_alive=5s
server.bolt.connection_keep_alive_streaming_scheduling_interval=5s
server.bolt.connection_keep_alive_probes=4
db.temporal.timezone=Z
server.memory.pagecache.size=512m
# A statement is planned once, not anew for each power of ten of the length of its text and list parameters; each plan
# takes 50 to 300 ms, which a caller would wait for.
internal.cypher.use_parameter_size=false
# Neo4j keeps vectors in segments and searches each by itself. With its default, 50, there are dozens of a million.
internal.dbms.index.vector.standard_merge_factor=2
db.tx_log.rotation.size=64m
db.tx_log.rotation.retention_policy=1 days 512M
"""


OWN_SETTINGS = "OXGRAPH_NEO4J_CONF"
"""The environment variable with the path of a file with settings of the user's own."""


def conf(bolt: int, http: int) -> str:
    """neo4j.conf for these ports: loopback only, no usage reports, oxgraph's procedures alone.

    The settings of the file that OXGRAPH_NEO4J_CONF names replace those of the same name. Raises InvalidInput if the
    file cannot be read.
    """
    own = own_settings()
    named = {_name(line) for line in own.splitlines()}
    lines = CONF.format(host=HOST, bolt=bolt, http=http).splitlines()
    return "\n".join([*(line for line in lines if line.startswith("#") or _name(line) not in named), own])


def own_settings() -> str:
    """The text of the file that OXGRAPH_NEO4J_CONF names, empty where it names none. Raises InvalidInput."""
    path = os.environ.get(OWN_SETTINGS)
    try:
        return Path(path).expanduser().read_text(encoding="utf-8") if path else ""
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(field=OWN_SETTINGS, reason=f"{path} cannot be read: {error}") from error


def _own_java_options() -> list[str]:
    """The options of Java among the user's own settings, as neo4j.conf has them: one a line."""
    lines = [line.partition("=") for line in own_settings().splitlines()]
    return [value.strip() for name, _, value in lines if name.strip() == "server.jvm.additional"]


def _name(line: str) -> str:
    return line.partition("=")[0].strip()


def heap_size(given: str | None = None) -> str:
    """Neo4j's maximum heap size: `given`, else OXGRAPH_HEAP, else 1g. Raises InvalidInput.

    Neo4j does not start with a heap that is larger than the machine's memory.
    """
    size = given or os.environ.get("OXGRAPH_HEAP") or DEFAULT_HEAP
    if not SIZE.match(size):
        raise InvalidInput(field="heap", reason=f"{size!r} is not a size such as 512m or 2g")
    import psutil

    memory = psutil.virtual_memory().total
    if int(size[:-1]) << UNITS[size[-1].lower()] > memory:
        raise InvalidInput(field="heap", reason=f"{size} is more than this machine's memory, {memory >> 20}m")
    return size


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def class_path(jars: list[Path]) -> str:
    """The class path as a line for Java's argument file, which has no limit of length."""
    return f"-cp {_quoted(os.pathsep.join(str(jar) for jar in jars))}\n"


def java_flags(java: Java, heap: str) -> list[str]:
    """Java's flags for the server, with those of the user's own settings.

    A garbage collector that these choose, or JAVA_TOOL_OPTIONS, replaces the default, G1. Raises InvalidInput if the
    file of the settings cannot be read.
    """
    own = _own_java_options()
    chosen = COLLECTOR.search(" ".join([os.environ.get("JAVA_TOOL_OPTIONS", ""), *own]))
    opened = [f"--add-opens={name}=ALL-UNNAMED" for name in OPENED]
    return [
        f"-Xmx{heap}",
        *([] if chosen else ["-XX:+UseG1GC"]),
        "-XX:-OmitStackTraceInFastThrow",
        "-XX:+ExitOnOutOfMemoryError",
        "-Doxgraph.exit_on_panic=true",
        "-Dfile.encoding=UTF-8",
        *opened,
        *([f"--add-modules={VECTORS}"] if java.has_vectors else []),
        "--enable-native-access=ALL-UNNAMED",
        *own,
    ]


def server_command(java: Java, arguments: Path, home: Home, heap: str) -> list[str]:
    """The command that runs Neo4j in the foreground; `arguments` is the file with the class path."""
    folders = [f"--home-dir={home.neo4j}", f"--config-dir={home.folder('conf')}"]
    return [str(java.command), *java_flags(java, heap), f"@{arguments}", MAIN, *folders]


def admin_command(java: Java, arguments: Path, *words: str) -> list[str]:
    """A neo4j-admin command; the environment must name NEO4J_HOME and NEO4J_CONF."""
    return [str(java.command), "-Xmx256m", f"@{arguments}", ADMIN, *words]
