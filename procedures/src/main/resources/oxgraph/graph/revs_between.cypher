MATCH (n:_mem) USING INDEX n:_mem(rev)
WHERE n.rev > $since AND n.rev <= $up_to
RETURN n, n.rev AS rev
ORDER BY rev
