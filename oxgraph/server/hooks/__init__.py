"""Hooks of coding agents: what an agent is shown before a tool call and at a prompt, and what is captured after a call.

An agent runs a small program (`oxgraph/integrations/hooks/hook_program.py`), which sends the event as the agent gave it
to `POST /v1/hooks/{agent}/{event}` and prints the response. `events` reads the payloads of each agent, `answers` writes
what each agent understands, `around_calls` performs the events, `routes` is the route.
"""
