// The sequences of a span that closed last, the latest first.
MATCH (q:sequence)
WHERE q.workspace_id = $workspace_id AND q.closes_at >= $since AND q.closes_at <= $now
RETURN q ORDER BY q.workspace_id DESC, q.closes_at DESC LIMIT 2000
