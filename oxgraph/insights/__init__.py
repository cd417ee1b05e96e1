"""What goes wrong in agents' sessions: figures by named Cypher queries, and the page that shows them."""

from oxgraph.insights.collect import collect_insights
from oxgraph.insights.page import insights_page

__all__ = ["collect_insights", "insights_page"]
