"""Export and import of workspaces, and what is held about a person."""
