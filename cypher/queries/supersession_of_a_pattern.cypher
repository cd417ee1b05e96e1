//@ query: supersession_of_a_pattern
//@ summary: Every version of a pattern's key, newest first, with its confidence.
//@ param: workspace_id STRING
//@ param: pattern_id STRING
//@ yields: version INTEGER
//@ yields: status STRING
//@ yields: confidence FLOAT
//@ yields: sample_count INTEGER
//@ yields: promoted_at DATETIME
//@ yields: last_seen DATETIME
//@ yields: suppressed BOOLEAN
//@ yields: annotation STRING
//@ yields: pattern_id STRING
MATCH (named:_mem {workspace_id: $workspace_id, id: $pattern_id})-[:`_mem:supersedes`]-{0,100}(p:_mem:pattern)
WITH DISTINCT p
RETURN p.version AS version, p.status AS status, p.confidence AS confidence, p.sample_count AS sample_count,
       p.promoted_at AS promoted_at, p.last_seen AS last_seen, p.suppressed AS suppressed,
       p.annotation AS annotation, p.id AS pattern_id
ORDER BY version DESC
