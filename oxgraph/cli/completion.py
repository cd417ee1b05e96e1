"""completion: what a shell needs to complete the commands, their options and values."""

import os
from pathlib import Path

import click

from oxgraph.cli.options import Choice, json_option
from oxgraph.cli.output import done
from oxgraph.errors import InvalidInput

PROGRAM, VARIABLE = "oxgraph", "_OXGRAPH_COMPLETE"
SHELLS = ("bash", "zsh", "fish")
BEGIN, END = "# oxgraph completion", "# end of oxgraph completion"
"""The lines around what is added to a start-up file, so that it is added once."""


@click.command()
@click.argument("shell", type=Choice(SHELLS), required=False)
@click.option("--install", is_flag=True, help="Add it to the shell's start-up files, once.")
@json_option
def completion(shell: str | None, install: bool, as_json: bool) -> None:
    """Print the script by which SHELL completes commands and options, or install it.

    Without SHELL it is that of the environment variable SHELL. fish gets a file of its own
    (~/.config/fish/completions/oxgraph.fish), bash and zsh some lines in ~/.bashrc or ~/.zshrc; new shells complete.
    """
    chosen = shell or _present_shell()
    script = _script(chosen)
    if not install:
        done({"shell": chosen, "script": script}, script, as_json)
        return
    file = _install(chosen, script)
    done({"shell": chosen, "file": str(file)}, f"Installed in {file}; a new shell completes `oxgraph`.", as_json)


def _present_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise InvalidInput(field="shell", reason=f"name one of {', '.join(SHELLS)}")
    return name


def _script(shell: str) -> str:
    """The script of a shell. Each completion runs `oxgraph`, which starts in a tenth of a second."""
    from click.shell_completion import get_completion_class

    from oxgraph.cli.app import cli

    made = get_completion_class(shell)
    assert made is not None
    values = made(cli, {}, PROGRAM, VARIABLE).source_vars()
    return (made.source_template % values).strip() + "\n"


def _install(shell: str, script: str) -> Path:
    """Writes the script where the shell reads it; once, whatever was there before."""
    if shell == "fish":
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        file = home / "fish" / "completions" / "oxgraph.fish"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script, encoding="utf-8")
        return file
    file = Path(os.environ.get("ZDOTDIR") or Path.home()) / ".zshrc" if shell == "zsh" else Path.home() / ".bashrc"
    present = file.read_text(encoding="utf-8") if file.exists() else ""
    before, begun, after = present.partition(BEGIN + "\n")
    rest = after.partition(END + "\n")[2] if begun else ""
    gap = "" if not before or before.endswith("\n") else "\n"
    file.write_text(f"{before}{gap}{BEGIN}\n{script}{END}\n{rest}", encoding="utf-8")
    return file


COMMANDS = [completion]
