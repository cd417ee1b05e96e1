"""Tool calls as actions, across agents; the classes of their errors; what of a path is kept."""

from pathlib import Path

import pytest

from oxgraph.actions import action_of_tool_call, error_class_of, repository_of

SHELL = action_of_tool_call("Bash", {"command": "pytest"})
EDIT = action_of_tool_call("Edit", {"file_path": "/a/b.py"})
OTHER = action_of_tool_call("get_booking", {"booking_id": "B1"})


@pytest.mark.parametrize(
    ("tool", "arguments", "action_type"),
    [
        ("Bash", {"command": "git push"}, "git push"),
        ("shell", {"command": ["bash", "-lc", "git push"]}, "git push"),
        ("exec_command", {"cmd": "git push"}, "git push"),
        ("run_shell_command", {"command": "git push"}, "git push"),
        ("execute_bash", {"command": "git push"}, "git push"),
        ("Edit", {"file_path": "/x/secret.py"}, "edit python"),
        ("replace", {"file_path": "/x/secret.tsx"}, "edit typescript"),
        ("apply_patch", {"input": "*** Begin Patch\n*** Update File: a/x.rs\n@@\n"}, "edit rust"),
        ("apply_patch", "*** Begin Patch\n*** Add File: a/Makefile\n", "edit make"),
        ("str_replace_editor", {"command": "view", "path": "/x/a.md"}, "read markdown"),
        ("str_replace_editor", {"command": "create", "path": "/x/a.unheard"}, "write file"),
        ("Read", {"file_path": None}, "read file"),
        ("Grep", {"pattern": "secret"}, "search"),
        ("WebFetch", {"url": "https://secret"}, "WebFetch"),
        ("mcp__github__get_issue", {"issue_number": 7}, "mcp__github__get_issue"),
        ("two words", {}, "unnamed"),
        ("Bash", None, "command"),
        ("Bash", {"command": {"deep": 1}}, "command"),
    ],
)
def test_action_types(tool: str, arguments: object, action_type: str) -> None:
    assert action_of_tool_call(tool, arguments).action_type == action_type


def test_the_target_is_the_repository_or_the_type_of_a_node() -> None:
    found = action_of_tool_call("Bash", {"command": "ls"}, repository="shop")
    assert (found.node_type, found.targets) == ("Repository", ("repository:shop",))
    assert (OTHER.node_type, OTHER.targets) == ("booking", ())
    assert action_of_tool_call("mcp__x__get", {"issueId": 7}).node_type == "issue"
    assert action_of_tool_call("think", {"valid": 1, "session_id": "x"}).node_type is None


@pytest.mark.parametrize(
    ("folder", "remote", "name"),
    [
        ("/nowhere/ann/projects/shop", None, "shop"),
        ("C:\\Users\\ann\\shop", None, "shop"),
        ("/home/ann", None, None),
        ("/Users/ann/", None, None),
        ("/root", None, None),
        ("/tmp/x", None, None),
        ("/", None, None),
        ("/testbed", None, None),
        ("/testbed", "git@example.org:ann/shop.git", "shop"),
        (None, "https://example.org/ann/shop", "shop"),
        (None, None, None),
    ],
)
def test_repository_names(folder: str | None, remote: str | None, name: str | None) -> None:
    assert repository_of(folder, remote) == name


def test_a_checkout_on_this_machine_is_named_by_its_main_folder(tmp_path: Path) -> None:
    (tmp_path / "shop" / ".git" / "worktrees" / "w").mkdir(parents=True)
    (tmp_path / "shop" / "src" / "deep").mkdir(parents=True)
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / ".git").write_text(f"gitdir: {tmp_path}/shop/.git/worktrees/w\n")
    assert repository_of(str(tmp_path / "shop" / "src" / "deep")) == "shop"
    assert repository_of(str(tmp_path / "copy")) == "shop"


def test_one_failure_has_one_name_in_every_agent() -> None:
    texts = [
        "<tool_use_error>String to replace not found in file.\nString: x</tool_use_error>",
        "No replacement was performed, old_str `x` did not appear verbatim in /a/b.py.",
        "Failed to edit, 0 occurrences found for old_string in /a/b.py.",
        "Failed to find expected lines in a/b.py:\nx",
        "oldString not found in content",
        "Could not find an exact match for 'old_string' in 'x.py'.",
    ]
    assert {error_class_of(EDIT, is_error=True, text=text) for text in texts} == {"NoMatchForEdit"}
    refusals = [
        "The user doesn't want to proceed with this tool use.",
        "exec command rejected by user",
        "User rejected",
    ]
    assert {error_class_of(SHELL, is_error=True, text=text) for text in refusals} == {"RejectedByUser"}


@pytest.mark.parametrize(
    ("line", "code", "text", "name"),
    [
        ("foo", 127, "bash: foo: command not found", "CommandNotFound"),
        ("pytest", 1, "=== 2 failed, 3 passed in 1s ===", "TestsFailed"),
        ("python -m pytest", 1, "/usr/bin/python3: No module named pytest", "ModuleNotFound"),
        ("python x.py", 1, "Traceback (most recent call last):\n  File x\nKeyError: 'secret'", "KeyError"),
        (
            "python x.py",
            1,
            "Traceback (most recent call last):\nModuleNotFoundError: No module named 'x'",
            "ModuleNotFound",
        ),
        ("grep x y", 1, "", "NoMatch"),
        ("sleep 9", 124, "", "Timeout"),
        ("git push", 128, "fatal: The current branch x has no upstream branch.", "NoUpstreamBranch"),
        ("foo", 3, "words", "Exit3"),
        ("ls x", 2, "ls: cannot access 'x': No such file or directory", "FileNotFound"),
        ("foo", 0, "Error: words", None),
    ],
)
def test_error_classes_of_commands(line: str, code: int, text: str, name: str | None) -> None:
    assert error_class_of(action_of_tool_call("bash", line), exit_code=code, text=text) == name


def test_without_a_mark_only_what_calls_itself_an_error_is_one() -> None:
    assert error_class_of(OTHER, text="Error: booking not found") == "NotFound"
    assert error_class_of(OTHER, text='{"booking_id": "B1", "note": "error"}') is None
    assert error_class_of(SHELL, text="Traceback (most recent call last):\nValueError: x") == "ValueError"
    assert error_class_of(OTHER, is_error=False, text="Error: words") is None
    assert error_class_of(OTHER, is_error=True) == "ToolError"


def test_a_long_result_is_read_in_bounded_time() -> None:
    assert error_class_of(OTHER, is_error=True, text="a" * 10_000_000 + "\nKeyError: 1") == "KeyError"
