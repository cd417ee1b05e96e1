"""What a program calls: connect, workspaces, and one module a layer."""
