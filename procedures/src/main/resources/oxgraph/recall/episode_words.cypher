// Episodes by BM25 over their summary; the workspace's term stands in the query.
CALL db.index.fulltext.queryNodes('oxgraph_episode_words', $query, {limit: $limit}) YIELD node, score
RETURN node, score
