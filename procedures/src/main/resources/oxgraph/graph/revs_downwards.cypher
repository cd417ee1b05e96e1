MATCH (n:_mem) USING INDEX n:_mem(rev)
WHERE n.rev > 0
RETURN n, n.rev AS rev
ORDER BY rev DESC
