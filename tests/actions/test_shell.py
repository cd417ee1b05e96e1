"""A command line's action type: the program and subcommand that decide its exit code, and no argument."""

import pytest

from oxgraph.actions import shell_action

LINES = {
    "pytest -q tests": "pytest",
    "python -m pytest tests": "pytest",
    "python3.12 -m pip install x": "pip install",
    "cd /srv/thing && FOO=1 python -m pytest": "pytest",
    "cd /srv/thing; FOO=1 pytest": "pytest",
    "pytest | tail -5": "tail",
    "cat notes | grep word": "grep",
    "pytest || true": "pytest",
    "pytest; echo done": "echo",
    "pytest && echo ok": "pytest",
    "python reproduce.py && rm reproduce.py": "python script",
    "git -C /srv/thing commit -m 'words'": "git commit",
    "git unheard-of": "git",
    "sed -i.bak 's/a/b/' f.py": "sed -i",
    "sed -n '1,5p' f.py": "sed -n",
    "sudo -u bob env A=1 timeout -k 5 60 make test": "make test",
    "make secret-target": "make",
    "npm run secret-script": "npm run",
    "uv run --with x pytest": "pytest",
    "bash -lc 'cd /srv && cargo test'": "cargo test",
    "find . -name x | xargs sed -i s/a/b/": "sed -i",
    "cat <<'EOF' > a.py\nimport x\nEOF": "cat >",
    "cat <<'EOF' > a.py\nimport x\nEOF\npython a.py": "python script",
    "cat <<'EOF' > a.py && python a.py\nimport x\nEOF": "python script",
    "cat <<'EOF' | python -\nimport x\nEOF": "python -",
    "python - <<'EOF'\nimport x\nEOF": "python",
    "echo words > file.txt": "echo >",
    "echo words 2>/dev/null": "echo",
    "for f in *; do grep x $f; done": "grep",
    "if [ -f x ]; then cargo build; else exit 1; fi": "cargo build",
    "! grep x y": "grep",
    "(cd a; make) 2>&1": "make",
    "docker compose up -d": "docker compose",
    "docker exec -it web python manage.py test": "manage.py test",
    "/usr/local/bin/git status": "git status",
    "/bin/ls": "ls",
    "/usr/bin/python3 -m pytest tests": "pytest (system)",
    "cd /srv && /usr/bin/python3.11 secret.py": "python script (system)",
    "/usr/local/bin/python3 secret.py": "python script",
    "/bin/bash -c 'pytest tests'": "pytest",
    "/usr/bin/env python3 secret.py": "python script",
    "bin/test some/tests": "script",
    "./run-my-secret.sh": "script",
    "$EDITOR file": "command",
    "Some-Secret-Word": "command",
    "A=1": "assignment",
    "": "command",
    "ls 'never closed": "ls",
    "cd a && python -m pytest 'never closed": "pytest",
    "FOO=1 pytest 'never closed": "pytest",
}


@pytest.mark.parametrize("line", LINES)
def test_action_type(line: str) -> None:
    assert shell_action(line) == LINES[line]


def test_deep_and_long_lines_have_a_name() -> None:
    assert shell_action("(" * 5_000 + "ls" + ")" * 5_000)
    assert shell_action("bash -c " * 500 + "ls")
    assert shell_action("ls && " * 100_000 + "pytest")
    assert shell_action("\0\x1b[31m\udcff")
