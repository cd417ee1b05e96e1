//@ query: recently_retired
//@ summary: The memories superseded, expired, forgotten or deleted in the last days, and the rule of each.
//@ param: workspace_id STRING
//@ param: days INTEGER
//@ param: limit INTEGER
//@ yields: at DATETIME
//@ yields: rule STRING
//@ yields: from_status STRING
//@ yields: to_status STRING
//@ yields: content STRING
//@ yields: inputs STRING
//@ yields: memory_id STRING
// Of deleted memories only the ids are left.
MATCH (t:transition)
WHERE t.workspace_id = $workspace_id AND t.subject_id IS NOT NULL AND t.subject_kind = 'memory'
  AND t.to_status IN ['superseded', 'expired', 'forgotten', 'deleted'] AND t.at > datetime() - duration({days: $days})
WITH t ORDER BY t.at DESC LIMIT $limit
OPTIONAL MATCH (m:_mem {workspace_id: $workspace_id, id: t.subject_id})
RETURN t.at AS at, t.rule AS rule, t.from_status AS from_status, t.to_status AS to_status, m.content AS content,
       t.inputs AS inputs, t.subject_id AS memory_id
ORDER BY at DESC
