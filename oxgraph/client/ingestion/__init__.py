"""What ingest does besides speaking to the graph: messages and their ids, candidates and their items, the counts."""

from oxgraph.client.ingestion.counting import Tally, report
from oxgraph.client.ingestion.extracting import Attempt, Extractor, Working
from oxgraph.client.ingestion.messages import Spoken, batches, items_of, spoken

__all__ = ["Attempt", "Extractor", "Spoken", "Tally", "Working", "batches", "items_of", "report", "spoken"]
