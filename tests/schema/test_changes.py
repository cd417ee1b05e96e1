"""What a change of the model costs: each is made in a copy of the sources, counted in files, and used.

The copy is built and run as a checkout is: generators, plugin, Neo4j, mirror.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COPIED = ("oxgraph", "procedures", "cypher", "sql", "tables", "tools", "docs/reference", "pyproject.toml", "README.md")

Change = Mapping[str, Sequence[tuple[str, str]]]
"""By file: the texts before which to write, each with what to write; an empty text is the end of the file."""

PARAMETER = "            attempt=attempt,\n"
ACTION_PROPERTY: Change = {
    "tables/properties.tsv": [
        ("action\tseq\t", "action\tattempt\tinteger\toptional\t\tyes\t\t1000\tnumber of the attempt\n")
    ],
    "oxgraph/types/inputs.py": [
        (
            "    seq: int | None = Field(default=None, ge=0, le=2**53)",
            "    attempt: int | None = Field(default=None, ge=0, le=1_000)\n",
        )
    ],
    "oxgraph/client/_async/telemetry.py": [
        ("        injected_patterns: Iterable[str] = (),\n        id: str", "        attempt: int | None = None,\n"),
        ("            injected_patterns=injected_patterns,", PARAMETER),
    ],
    "oxgraph/client/_async/turn.py": [
        (
            '    ) -> None:\n        """Notes an action that was done',
            "        attempt: int | None = None,\n",
        ),
        (
            "            action_type=action_type,\n            outcome=outcome,",
            PARAMETER,
        ),
    ],
    f"sql/migrations/{len(list((ROOT / 'sql' / 'migrations').iterdir())) + 1:04}_attempts.sql": [
        (
            "",
            "-- The number of an action's attempt.\n"
            "ALTER TABLE agent_memory.agent_actions ADD COLUMN attempt bigint;\n"
            "COMMENT ON COLUMN agent_memory.agent_actions.attempt IS 'Number of the attempt.';\n",
        )
    ],
}
MEMORY_TYPE: Change = {
    "tables/memory_types.tsv": [("", "habit\t60\tHabits\twhat somebody does again and again\n")],
}
SETTING: Change = {
    "tables/settings.tsv": [("", "greeting_limit\tint\t3\t1\t9\t\tMaximum number of greetings.\n")],
}

pytestmark = pytest.mark.deep


def write(root: Path, name: str, place: str, text: str) -> None:
    """Writes `text` before `place`, which stands once in the file, or at its end."""
    path = root / name
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if not place:
        path.write_text(before + text, encoding="utf-8")
        return
    assert before.count(place) == 1, f"{name} has {before.count(place)} times {place!r}"
    path.write_text(before.replace(place, text + place), encoding="utf-8")


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with the three changes, generated files included."""
    root = tmp_path_factory.mktemp("changed")
    skipped = shutil.ignore_patterns("target", "__pycache__", "plugin")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=skipped)
        else:
            shutil.copy(ROOT / name, root / name)
    for change in (ACTION_PROPERTY, MEMORY_TYPE, SETTING):
        for name, texts in change.items():
            for place, text in texts:
                write(root, name, place, text)
    for tool in ("generate_from_tables", "generate_sync"):
        run(root, f"tools/{tool}.py")
    return root


def run(root: Path, *command: str, **more: str) -> str:
    """What a Python command prints, with the copy's package."""
    environment = {**os.environ, "PYTHONPATH": str(root), **more}
    done = subprocess.run(
        [sys.executable, *command], cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("row", "change"),
    [
        ("a property of an action that callers give", ACTION_PROPERTY),
        ("a setting, a memory type", {**SETTING, **MEMORY_TYPE}),
    ],
)
def test_the_contributors_guide_names_every_file_of_a_change(row: str, change: Change) -> None:
    (found,) = re.findall(rf"^\| {row} \| (.*) \|$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    for file in change:
        assert (file.rpartition("/")[0] if file.endswith(".sql") else file.rpartition("/")[2]) in found, file


def test_the_changes_are_there_for_users(changed: Path, mirror_dsn: str) -> None:
    script = Path(__file__).parent / "use_changes.py"
    seen = json.loads(run(changed, str(script), str(changed), mirror_dsn).splitlines()[-1])
    assert seen == {
        "stored": 2,
        "stored of a turn": 3,
        "refused by the client": "attempt",
        "refused by the plugin": True,
        "in the document of REST": True,
        "neomodel": 2,
        "mirrored": 2,
        "half-life": 60.0,
        "heading": True,
        "default": 3,
        "changed": 7,
        "range": True,
        "documented": True,
    }
