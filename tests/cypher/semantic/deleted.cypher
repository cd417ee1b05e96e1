//@ query: deleted
//@ summary: What the passes removed, and the rule that each transition of it names last.
//@ param: workspace_id STRING
//@ yields: id STRING
//@ yields: rules LIST<STRING>
MATCH (d:tombstone) WHERE d.workspace_id = $workspace_id AND d.id IS NOT NULL AND d.kind = 'memory'
OPTIONAL MATCH (t:transition {workspace_id: $workspace_id, subject_id: d.node_id})
RETURN d.node_id AS id, collect(t.rule) AS rules
