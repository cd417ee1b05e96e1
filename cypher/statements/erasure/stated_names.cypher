//@ statement: erasure/stated_names
//@ summary: The names that memories say these entities have.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ yields: names LIST<STRING>
UNWIND $ids AS id
UNWIND ['name', 'call_name'] AS predicate
MATCH (m:memory) USING INDEX SEEK m:memory(workspace_id, subject_id, predicate)
WHERE m.workspace_id = $workspace_id AND m.subject_id = id AND m.predicate = predicate
OPTIONAL MATCH (o:_mem:entity {workspace_id: $workspace_id, id: m.object_id})
// What the rules write has no object: "User's name is Ada.", "User is called Addie."
WITH CASE WHEN o IS NULL THEN rtrim(split(replace(m.content, ' is called ', ' is '), ' is ')[-1], '.')
          WHEN NOT o.id IN $ids THEN o.name END AS name
RETURN collect(DISTINCT name) AS names
