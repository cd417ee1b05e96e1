//@ statement: workspace/changes_position
//@ summary: The present position of the change feed: all changes at or below it are served, and a node has had it.
//@ yields: position INTEGER
CALL oxgraph.changes_position() YIELD position
OPTIONAL CALL (position) {
  MATCH (n:_mem)
  WHERE n.rev > 0 AND n.rev <= position
  RETURN n.rev AS rev
  ORDER BY n.rev DESC
  LIMIT 1
}
RETURN coalesce(rev, 0) AS position
