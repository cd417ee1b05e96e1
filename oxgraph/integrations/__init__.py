"""Memory for agents of other frameworks, one module each; each needs the extra of its name.

What is kept is what user and assistant said. Of tool calls only the names and how they ended stay (`metadata.steps` of
the message that followed them): arguments and results are never stored, so what a history gives back has none either.
"""
