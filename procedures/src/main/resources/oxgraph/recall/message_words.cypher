// Messages by BM25 over text and speaker; the workspace's term stands in the query.
CALL db.index.fulltext.queryNodes('oxgraph_message_words', $query, {limit: $limit}) YIELD node, score
RETURN node, score
