"""Random calls of every public operation, from the operations' own signatures.

`python -m tests.fuzz --calls N --seed S`. A call may end well or in one typed error. Counted as failures: other
exceptions (untyped), server errors (5xx), calls of more than 10 s (hangs; more on a busy machine), and answers that
hold something of another workspace (foreign). A seed gives the same calls again.
"""
