// The entities that go by these keys.
UNWIND $keys AS key
MATCH (a:alias)
WHERE a.workspace_id = $workspace_id AND a.key = key
RETURN DISTINCT key, a.entity_id AS entity_id
