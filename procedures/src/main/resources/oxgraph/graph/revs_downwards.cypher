// The property is not returned: Neo4j refuses to read it of a node that the transaction has deleted, and the index still
// has one whose property the transaction had set before.
MATCH (n:_mem) USING INDEX n:_mem(rev)
WHERE n.rev > 0
RETURN n
ORDER BY n.rev DESC
