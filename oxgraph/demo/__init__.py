"""`oxgraph demo`: a scripted agent that fails, learns from its failures, and is measured; or recorded traces."""

from oxgraph.demo.recorded_traces import TracesDemo
from oxgraph.demo.report import DemoReport, Measured
from oxgraph.demo.shop_demo import ShopDemo

__all__ = ["DemoReport", "Measured", "ShopDemo", "TracesDemo"]
