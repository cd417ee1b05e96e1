"""The Claude Agent SDK: which prompts get what was said before, and how long its CLI waits for memory."""

import pytest

from oxgraph import Memory

pytest.importorskip("claude_agent_sdk", reason="needs the extra [claude-agent]")

from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query

from oxgraph.integrations.claude_agent import OxgraphMemory
from oxgraph.integrations.message_content import EARLIER
from oxgraph.integrations.unanswered import AGENT_SECONDS
from tests.integrations.drivers.claude_agent import home, scripted


async def test_each_session_gets_the_history_once(workspace: Memory) -> None:
    given: list[str] = []
    chat = OxgraphMemory(workspace, "talk")
    model = scripted(given, "Noted.", "Amber.", "Yes.")

    async def ask(prompt: str, resume: str | None = None) -> str:
        options = ClaudeAgentOptions(
            model=model,
            hooks=chat.hooks(),
            mcp_servers={"oxgraph": chat.server()},
            tools=[],
            setting_sources=[],
            cwd=folder,
            env=environ,
            resume=resume,
        )
        found = [one async for one in query(prompt=prompt, options=options) if isinstance(one, ResultMessage)]
        return str(found[-1].session_id)

    with home() as (folder, environ):
        await ask("My door code is amber.")
        session_id = await ask("What is the code?")
        await ask("Is it?", resume=session_id)
    assert [one.count(EARLIER) for one in given] == [0, 1, 1]
    assert "user: My door code is amber.\\nassistant: Noted." in given[1]


def test_no_hook_ends_before_the_limits_of_memory(workspace: Memory) -> None:
    """The CLI refuses a prompt whose hook it ends; the hook asks four times, once for a turn."""
    for matchers in OxgraphMemory(workspace, "talk").hooks().values():
        assert all(one.timeout is not None and one.timeout > 4 * AGENT_SECONDS for one in matchers)
