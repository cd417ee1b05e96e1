//@ statement: entity/page
//@ summary: The entities of a workspace in the order of their names as written, from a place on; with `prefix` in the order of the names that begin with it.
//@ plan: one
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: type STRING
//@ param: connection STRING
//@ param: prefix STRING
//@ param: hidden BOOLEAN
//@ param: after LIST<STRING>
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: place LIST<STRING>
// Each half walks an index in its order and stops at the limit. An entity of several such names stands at the first.
CALL () {
  WITH oxgraph.name_key($prefix) AS key WHERE $prefix IS NOT NULL
  WITH key, CASE WHEN $after[0] > key THEN $after[0] ELSE key END AS start, key + '\uffff' AS end
  MATCH (a:alias) USING INDEX SEEK a:alias(workspace_id, key)
  WHERE a.workspace_id = $workspace_id AND a.key >= start AND a.key <= end
    AND CASE WHEN a.key = $after[0] THEN a.id > $after[1] ELSE true END
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: a.entity_id}) USING INDEX SEEK e:_mem(workspace_id, id)
  WHERE (e.deleted_at IS NOT NULL) = $hidden
    AND ($visible IS NULL OR coalesce(e.private_to, '') IN $visible) AND NOT EXISTS {
      MATCH (other:alias)-[:`_mem:names`]->(e)
      WHERE other.key STARTS WITH key AND (other.key < a.key OR other.key = a.key AND other.id < a.id)
    }
    AND ($type IS NULL OR toLower(e.type) = toLower($type)) AND ($connection IS NULL OR e.connection = $connection)
  RETURN e, [a.key, a.id] AS place ORDER BY a.workspace_id, a.key, a.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $prefix IS NULL AND NOT $hidden
  MATCH (e:entity) USING INDEX SEEK e:entity(workspace_id, name)
  WHERE e.workspace_id = $workspace_id AND e.name >= $after[0]
    AND ($visible IS NULL OR coalesce(e.private_to, '') IN $visible)
    AND CASE WHEN e.name = $after[0] THEN e.id > $after[1] ELSE true END AND e.deleted_at IS NULL
    AND ($type IS NULL OR toLower(e.type) = toLower($type)) AND ($connection IS NULL OR e.connection = $connection)
  RETURN e, [e.name, e.id] AS place ORDER BY e.workspace_id, e.name, e.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $prefix IS NULL AND $hidden
  MATCH (e:entity) USING INDEX SEEK e:entity(workspace_id, deleted_at)
  WHERE e.workspace_id = $workspace_id AND e.deleted_at IS NOT NULL
    AND ($visible IS NULL OR coalesce(e.private_to, '') IN $visible)
    AND e.name >= $after[0] AND CASE WHEN e.name = $after[0] THEN e.id > $after[1] ELSE true END
    AND ($type IS NULL OR toLower(e.type) = toLower($type)) AND ($connection IS NULL OR e.connection = $connection)
  RETURN e, [e.name, e.id] AS place ORDER BY e.name, e.id LIMIT $limit
}
RETURN e.id AS id, place
