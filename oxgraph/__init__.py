"""oxgraph: the memory of AI agents as a graph."""
