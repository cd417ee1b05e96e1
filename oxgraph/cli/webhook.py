"""webhook: posts the changes of a workspace to an address."""

import threading
from pathlib import Path

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import agent_facing
from oxgraph.cli.output import say
from oxgraph.signals import on_stop_signal


@click.command()
@click.argument("url")
@click.option(
    "--secret",
    envvar="OXGRAPH_WEBHOOK_SECRET",
    show_envvar=True,
    required=True,
    help="The key of the signature, 16 characters or more.",
)
@click.option(
    "--position",
    "position_file",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The file that holds how far it has come; one for each URL.",
)
@click.option("--kind", "kinds", multiple=True, help="Only changes of nodes of this kind; may be repeated.")
@agent_facing
def webhook(
    *, workspace: str | None, token: str | None, url: str, secret: str, position_file: Path, kinds: tuple[str, ...]
) -> None:
    """Post what changes in a workspace to URL, until Ctrl-C; needs an operator.

    Each change is delivered at least once, those of a node in their order: what URL does not take with a status from
    200 to 299 is sent again, with growing pauses, and nothing else before it. Started again, also after a kill, it goes
    on where the file of --position says. The header Oxgraph-Signature is `t=SECONDS,v1=HEX`, the HMAC-SHA256 of
    `SECONDS.BODY` with the secret.
    """
    from oxgraph.integrations.webhooks import Webhook

    stopping = threading.Event()
    with on_stop_signal(stopping.set), memory(workspace, token) as found:
        sender = Webhook(found, url, secret, position_file, frozenset(kinds), say, stopping)
        say(f"Changes go to {url}; Ctrl-C ends it.")
        sender.run()


COMMANDS = [webhook]
