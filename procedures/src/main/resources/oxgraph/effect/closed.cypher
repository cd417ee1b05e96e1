// Sequences that closed in a span, one after the other.
MATCH (q:sequence)
WHERE q.workspace_id = $workspace_id AND q.closes_at >= $since AND q.closes_at <= $now
RETURN q
