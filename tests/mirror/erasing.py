"""A process that erases a user and is killed on its way: `python -m tests.mirror.erasing`, with JSON on its input.

It prints a line after each transaction, and at the end the receipt.
"""

import json
import sys
from typing import Any

import oxgraph
from oxgraph.mirror import Mirror


def main() -> None:
    """Erases the user that is given."""
    given: dict[str, Any] = json.load(sys.stdin)
    with oxgraph.connect(given["uri"], (given["user"], given["password"])) as client:
        space = client.workspace(given["workspace"])
        mirror = Mirror(given["dsn"], client.graph)
        receipt = space.semantic.erase_subject(
            given["subject"], progress=lambda removed: print(json.dumps(removed), flush=True), mirror=mirror
        )
    print(receipt.model_dump_json(), flush=True)


if __name__ == "__main__":
    main()
