//@ statement: mirror/newest
//@ summary: The greatest number that a node bears: whatever was committed before has none above it.
//@ yields: rev INTEGER
MATCH (n:_mem)
WHERE n.rev > 0
RETURN n.rev AS rev
ORDER BY n.rev DESC
LIMIT 1
