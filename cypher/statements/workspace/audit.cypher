//@ statement: workspace/audit
//@ summary: Administrative changes of a workspace and who made them, the latest first, from a place on.
//@ param: workspace_id STRING
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: at DATETIME
//@ yields: by STRING
//@ yields: by_id STRING
//@ yields: rule STRING
//@ yields: subject_kind STRING
//@ yields: subject_id STRING
//@ yields: subject STRING
//@ yields: user_id STRING
//@ yields: from_status STRING
//@ yields: to_status STRING
//@ yields: inputs STRING
//@ yields: place LIST<STRING>
// Only such transitions have audited_at, so that the index holds no others. `after` is the place of a row.
MATCH (t:transition) USING INDEX SEEK t:transition(workspace_id, audited_at)
WHERE t.workspace_id = $workspace_id AND t.audited_at <= datetime($after[0])
  AND CASE WHEN t.audited_at = datetime($after[0]) THEN t.id < $after[1] ELSE true END
WITH t ORDER BY t.workspace_id DESC, t.audited_at DESC, t.id DESC LIMIT $limit
OPTIONAL MATCH (s:_mem {workspace_id: $workspace_id, id: t.subject_id})
RETURN t.id AS id, t.at AS at, coalesce(t.by, 'operator') AS by, t.by_id AS by_id, t.rule AS rule,
       t.subject_kind AS subject_kind, t.subject_id AS subject_id, coalesce(s.name, s.title, s.conversation_id) AS subject,
       CASE WHEN s:token THEN s.user_id END AS user_id,
       t.from_status AS from_status, t.to_status AS to_status, t.inputs AS inputs,
       [toString(datetime({datetime: t.audited_at, timezone: 'Z'})), t.id] AS place
ORDER BY t.audited_at DESC, id DESC
