"""Measures how fast oxgraph is, as ratios within one run: `python -m tests.bench [--size small] [NAME…]`.

No part of the tests: a ratio needs a quiet machine. `pytest tests/bench -m bench` runs the same.
"""
