"""Neo4j Browser's guide and file of queries are those of cypher/queries."""

import html
import re

from oxgraph import cypher
from tools import generate_browser as browser


def test_both_files_are_fresh() -> None:
    for path, text in browser.files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run python tools/generate_browser.py"


def test_every_query_has_its_place() -> None:
    shown = [name for layer in browser.LAYERS for name in layer.queries]
    assert sorted([*shown, browser.EXAMPLES]) == sorted(file.name for file in cypher.all_files("query"))


def test_every_parameter_is_set_before() -> None:
    given = {"workspace_id", *browser.VALUES, *cypher.query(browser.EXAMPLES).yields}
    for file in cypher.all_files("query"):
        assert set(file.params) <= given, file.name


def test_the_guide_holds_the_queries_as_they_are() -> None:
    blocks = [html.unescape(text) for text in re.findall(r'runnable">(.*?)</pre>', browser.guide(), re.DOTALL)]
    assert {cypher.query(name).body for layer in browser.LAYERS for name in layer.queries} <= set(blocks)
