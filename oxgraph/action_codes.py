"""The error codes that oxgraph itself gives to actions; all others are those of tools."""

SUCCESS = "None"
"""The code of success in the keys of patterns; no failure may have it."""

ANY_ERROR = "AnyError"
"""All failures together, in situational patterns."""

UNNAMED = "Error"
"""A failure whose own code has no characters that a name may have."""

TOOL_ERROR = "ToolError"
"""A failure that no rule knows."""

CANCELLED = "Cancelled"
"""A call that its caller gave up."""
