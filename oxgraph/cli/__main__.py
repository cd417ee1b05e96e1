"""`python -m oxgraph.cli` is the command `oxgraph`."""

from oxgraph.cli.main import main

main()
