"""The demo: a small agent that fails for real, learns from it, and is measured; or the same over recorded traces."""

from oxgraph.demo.report import DemoReport, Measured
from oxgraph.demo.rounds import ShopDemo
from oxgraph.demo.traced import TracesDemo

__all__ = ["DemoReport", "Measured", "ShopDemo", "TracesDemo"]
