"""Recall without the graph: what is asked of it, what it gave, and what follows from it."""

from oxgraph.client.recollection.asking import Asked
from oxgraph.client.recollection.reading import recall_of, records
from oxgraph.client.recollection.reranking import packed, packing, reranked, unranked

__all__ = ["Asked", "packed", "packing", "recall_of", "records", "reranked", "unranked"]
