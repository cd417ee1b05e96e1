"""up, down, status, logs, doctor: the commands for the servers on this machine; and migrate, for any."""

from datetime import UTC, datetime

import click

from oxgraph import environment, local
from oxgraph.cli.connection import login
from oxgraph.cli.options import connecting, json_option
from oxgraph.cli.output import done, print_json, say, show
from oxgraph.cli.progress import Steps
from oxgraph.cli.sections import Group
from oxgraph.cypher import root
from oxgraph.local import ports

SIGNS = {True: "ok", False: "PROBLEM", None: "-"}

GUIDE = ":play {address}/browser/guide.html (in Browser's editor, while `oxgraph serve` runs)"


def guide(address: str) -> str:
    """What opens the guide in Neo4j Browser, served at an address. Browser takes guides from localhost."""
    return GUIDE.format(address=address.replace("//127.0.0.1:", "//localhost:"))


def _next_address() -> str:
    """The address of the home's server, or of the one that `oxgraph serve` would start now."""
    from oxgraph.local import serving

    found = serving.running(local.Home.default())
    return found.url if found else f"http://127.0.0.1:{ports.choose(ports.first(ports.SERVE))}"


@click.command()
@click.option("--heap", metavar="SIZE", help="Maximum size of Neo4j's heap, such as 2g. Default: OXGRAPH_HEAP, 1g.")
@click.option("--mirror", is_flag=True, help="Start a Postgres for the mirror too; later starts include it.")
@json_option
def up(heap: str | None, mirror: bool, as_json: bool) -> None:
    """Start a Neo4j with the plugin and the schema on this machine.

    Its data is in OXGRAPH_HOME (default ~/.oxgraph) and survives `oxgraph down`. It listens on the loopback
    address alone, on the ports 7687 and 7474 (5433 for Postgres), moved by OXGRAPH_PORT_OFFSET, or the next free ones.
    A second start changes nothing. OXGRAPH_NEO4J_CONF names a file with settings of Neo4j that replace ours from the
    next start on, and options of Java (server.jvm.additional). Postgres refuses to run as root: started by root, it
    runs as `postgres` or `nobody` and keeps its data in a folder of /var/lib/oxgraph.
    """
    with Steps() as report:
        server = local.up(heap=heap, mirror=mirror, progress=report)
    if as_json:
        print_json(server)
        return
    for note in server.notes:
        say(note)
    click.echo(f"Neo4j {'is up' if server.started else 'was up already'} at {server.uri}")
    click.echo(f"Browser   {server.browser}")
    click.echo(f"Guide     {guide(_next_address())}")
    click.echo(f"Style     drop {root() / 'browser' / 'oxgraph.grass'} onto Browser's window")
    click.echo(f"User      {server.user}")
    click.echo(f"Password  in {server.password_file}")
    if server.mirror:
        click.echo(f"Postgres  {server.mirror}, the copier's DSN in {server.mirror_dsn_file}")
    click.echo(f"Next      oxgraph {'mirror run' if mirror else 'workspace create NAME'}")


@click.command()
@json_option
def down(as_json: bool) -> None:
    """Stop the Neo4j of this machine, and the mirror's Postgres; their data stays."""
    result = local.down()
    if as_json:
        print_json({"result": result})
        return
    texts = {
        "stopped": "Stopped; the data stays.",
        "killed": "A server did not stop when asked and was ended by force; the next `oxgraph up` recovers its data.",
        "not running": "Nothing was running.",
    }
    click.echo(texts[result])


@click.command()
@json_option
def status(as_json: bool) -> None:
    """Show whether the Neo4j of this machine and the mirror's Postgres run, and where."""
    found = {key: value for key, value in local.status().as_dict().items() if as_json or value is not None}
    show(found, as_json)


@click.command()
@click.option("-n", "lines", type=click.IntRange(0), default=50, show_default=True, help="Number of lines.")
@click.option("-f", "--follow", is_flag=True, help="Follow the log until Ctrl-C.")
@click.option("--mirror", is_flag=True, help="Print the log of the mirror's Postgres instead.")
def logs(lines: int, follow: bool, mirror: bool) -> None:
    """Print the end of Neo4j's log."""
    for line in local.logs(lines=lines, follow=follow, mirror=mirror):
        click.echo(line)


@click.command()
@json_option
@connecting
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Check everything that oxgraph depends on; exit with 1 when there is a problem.

    With --uri, check that server from outside. The other servers of servers.json are checked too. Changes nothing.
    """
    from oxgraph.client.server_logins import ServerLogins

    uri, auth = login()
    asked = environment.connection(uri, auth)[1] if uri else None

    def others() -> "dict[str, tuple[str, tuple[str, str]]]":
        return {name: (one.address, one.auth) for name, one in ServerLogins().all().items()}

    checks = local.doctor(uri=uri, auth=asked, others=others)
    if as_json:
        print_json({"ok": local.healthy(checks), "checks": checks})
    else:
        _print_checks(checks)
    if not local.healthy(checks):
        context.exit(1)


def _print_checks(checks: "list[local.Check]") -> None:
    for check in checks:
        click.echo(f"{SIGNS[check.ok]:8} {check.name}: {check.detail}")
        if check.ok is False and check.remedy:
            click.echo(f"{'':8} → {check.remedy}")


@click.command()
@json_option
@connecting
def migrate(as_json: bool) -> None:
    """Apply pending migrations to the server's schema (`oxgraph up` does so too)."""
    from oxgraph import migrations
    from oxgraph.graph import Graph

    with Graph.open(*environment.connection(*login())) as graph, Steps() as report:
        applied = migrations.migrate(graph, datetime.now(UTC), lambda step: report(step, 0, 0))
    if as_json:
        print_json({"applied": applied})
    else:
        click.echo(f"Applied {', '.join(applied)}." if applied else "The schema is up to date.")


@click.group("password", cls=Group)
def password_() -> None:
    """Rotate the database password of the server on this machine."""


@password_.command("rotate")
@json_option
def rotate_password(as_json: bool) -> None:
    """Give the database login a new random password, and keep it in the home.

    Open connections stay. `oxgraph serve` and `oxgraph worker` must be started again; tokens are not affected.
    """
    from oxgraph.local.password import rotate

    home = local.Home.default()
    rotate(home)
    done({"password_file": str(home.password_file)}, f"The new password is in {home.password_file}.", as_json)


COMMANDS = [up, down, status, logs, doctor, migrate, password_]
"""For the main group."""
