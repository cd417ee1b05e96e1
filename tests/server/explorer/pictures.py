"""Takes the pictures of docs/images; run by tools/generate_pictures.py, not with the tests."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.server.explorer.conftest import Visit

IMAGES = Path(__file__).parents[3] / "docs" / "images"


@dataclass(frozen=True)
class Picture:
    """A page, in which mode, and how far it is shown; `click` is a link to follow first."""

    address: str
    click: str = ""
    dark: bool = False
    phone: bool = False
    height: int = 780


PICTURES = {
    "explorer-overview": Picture("overview?range=7d", height=940),
    "explorer-timeline": Picture("timeline?show=table&outcome=failure"),
    "explorer-timeline-phone": Picture("timeline?outcome=failure", phone=True, height=720),
    "explorer-patterns": Picture("patterns?outcome=failure", click="main .pattern footer a.button"),
    "explorer-metric": Picture("metrics/Task success rate?split=agents"),
    "explorer-memories": Picture("memories?q=Where does Ana Duarte live?"),
    "explorer-entity": Picture("entities?q=Ana Duarte", click="main tbody a"),
    "explorer-graph": Picture("graph?q=Ana Duarte&kind=entity", click="main a.row", dark=True),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(visit: Visit, name: str) -> None:
    """Writes one picture."""
    asked = PICTURES[name]
    visitor = visit(dark=asked.dark, phone=asked.phone, reduced_motion="reduce").log_in()
    page: Page = visitor.page
    page.set_viewport_size({"width": 360 if asked.phone else 1160, "height": asked.height})
    visitor.go(asked.address)
    if asked.click:
        page.locator(asked.click).first.click()
        visitor.settled()
    page.screenshot(path=IMAGES / f"{name}.png")
