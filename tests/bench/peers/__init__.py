"""oxgraph beside other memories: the same turns, questions, embedder and server, no language model."""
