"""Generated pages are up to date."""

import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).parents[2] / "tools"


def test_the_settings_page_is_fresh() -> None:
    subprocess.run([sys.executable, str(TOOLS / "generate_from_tables.py"), "--check"], check=True)
