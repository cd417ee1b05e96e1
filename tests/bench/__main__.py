"""python -m tests.bench [--size full|small] [NAME…]: exits with 1 when a bound is missed."""

import argparse
import sys

from tests.bench.bench import BENCHES, ground
from tests.bench.sizes import SIZES


def main() -> int:
    """Runs the benches named, or all, on one server; prints each figure as it is found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(BENCHES)}; all by default")
    parser.add_argument("--size", choices=sorted(SIZES), default="full")
    given = parser.parse_args()
    if unknown := set(given.names) - set(BENCHES):
        parser.error(f"no bench is named {', '.join(sorted(unknown))}")
    sizes, held = SIZES[given.size], True
    with ground(sizes) as found:
        for name in given.names or BENCHES:
            print(f"== {name} ({given.size})", flush=True)
            for figure in BENCHES[name](found):
                print(figure.line(sizes.bounded), flush=True)
                held = held and (figure.holds or not sizes.bounded)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
