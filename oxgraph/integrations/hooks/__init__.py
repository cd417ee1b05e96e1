"""Hooks for coding agents: what `oxgraph hooks install` writes into an agent's settings, and the program they run.

`hook_program.py` is that program, `opencode_plugin.js` the plugin of opencode, which needs no program. `agents` knows
the files and events of each agent, `settings_text` edits JSON without touching what is not ours, `program` holds the
files in the home, `installation` puts them together. What the server does for an event is in `oxgraph/server/hooks`.
"""
