"""Every page in Firefox, where that is installed."""

import json
from pathlib import Path

import pytest

from tests.server.explorer.conftest import PHONE, SETTLED, WIDE, World
from tests.server.explorer.firefox import ENTER, opened, program
from tests.server.explorer.test_pages import PAGES

pytestmark = pytest.mark.deep

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

CUT = """(input => {
  const width = input.getBoundingClientRect().width;
  input.style.cssText = 'flex: none; width: auto; min-width: auto';
  const wanted = input.getBoundingClientRect().width;
  input.style.cssText = '';
  return wanted - width;
})(document.querySelector('.as-of input'))"""
"""How many pixels the date in the header lacks."""


@pytest.mark.parametrize(
    "settings", [{}, {"ui.systemUsesDarkTheme": 1, "ui.prefersReducedMotion": 1}], ids=["light", "dark"]
)
def test_every_page_is_shown_by_firefox(world: World, tmp_path: Path, settings: dict[str, int]) -> None:
    if not (path := program()):
        pytest.skip("Firefox is not installed")
    with opened(path, tmp_path, settings) as firefox:
        firefox.open(world.url)
        firefox.wait("() => document.querySelector('input')")
        firefox.run("document.querySelector('input').focus()")
        firefox.type(world.tokens.admin + ENTER)
        firefox.wait("() => document.querySelector('nav.places')")
        for size in (WIDE, PHONE):
            firefox.size(**size)
            assert firefox.run(CUT) <= 0
            for address, expected in PAGES.items():
                firefox.run(f"location.hash = {json.dumps(f'#/{address}')}")
                firefox.wait(SETTLED)
                assert expected in firefox.run("document.querySelector('main').textContent"), address
                assert firefox.run(OVERFLOW) == 0, address
        assert firefox.slips == []
