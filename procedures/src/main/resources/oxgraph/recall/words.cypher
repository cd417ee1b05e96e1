// Memories by BM25 over content and keywords; the workspace's term stands in the query.
CALL db.index.fulltext.queryNodes('oxgraph_memory_words', $query, {limit: $limit}) YIELD node, score
RETURN node, score
