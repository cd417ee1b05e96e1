"""Programs that fill a store with another memory's own package, and print what it says it holds.

Each runs in the Python that has the packages (`OXGRAPH_PEERS`), and imports nothing of this project. Language models
are stood in for by `model.py`, which speaks OpenAI's API over loopback; the packages are the real ones.
"""
