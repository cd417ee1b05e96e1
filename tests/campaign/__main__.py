"""python -m tests.campaign --minutes N --seed S: exits with 0 where everything held; its last line is JSON."""

import argparse
import os
import signal
import sys
from types import FrameType

from tests.campaign.campaign import Campaign
from tests.campaign.plan import KINDS
from tests.campaign.soak import Soak


def _end(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main(arguments: list[str] | None = None) -> int:
    """Runs a campaign and prints its figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="How long, with the start of the servers.")
    parser.add_argument("--seed", type=int, default=1, help="The same seed has the same plan.")
    parser.add_argument("--only", choices=KINDS, action="append", default=[], help="These faults alone.")
    parser.add_argument("--kills", type=int, help="Maximum number of kills in a phase.")
    parser.add_argument("--soak", action="store_true", help="Constant load and samples of memory, without faults.")
    given = parser.parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):  # in the background SIGINT is ignored by default
        signal.signal(number, _end)
    # As in the tests: the servers live for seconds, too short for the second compiler to pay off.
    os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseParallelGC")
    campaign: Campaign | Soak = (
        Soak(given.seed, given.minutes)
        if given.soak
        else Campaign(given.seed, given.minutes, tuple(given.only), given.kills)
    )
    try:
        campaign.run()
    except KeyboardInterrupt:
        campaign.report.found("failed", "interrupted")
    except Exception as error:  # the last line is printed in any case
        campaign.report.found("failed", repr(error))
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):  # a second Ctrl-C would leave servers running
            signal.signal(number, signal.SIG_IGN)
        campaign.close()
    print(campaign.report.line(), flush=True)
    return 0 if campaign.report.held else 1


if __name__ == "__main__":
    sys.exit(main())
