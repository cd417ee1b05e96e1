//@ statement: erasure/entities
//@ summary: Delete the subject itself with its names, or what we put on the domain node that it is; all in one transaction.
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ param: ours LIST<STRING>
//@ param: inputs STRING
//@ param: by STRING
//@ param: by_id STRING
//@ param: audited_at DATETIME
//@ param: now DATETIME
//@ yields: entities INTEGER
//@ yields: released INTEGER
//@ yields: aliases INTEGER
CYPHER 25
CALL () {
  UNWIND $ids AS id
  MATCH (a:_mem:alias)
  WHERE a.workspace_id = $workspace_id AND a.entity_id = id
  DETACH DELETE a
  RETURN count(*) AS aliases
}
CALL (aliases) {
  UNWIND $ids AS id
  MATCH (e:_mem:entity {workspace_id: $workspace_id, id: id})
  MERGE (x:_mem:transition {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'transition',
    [id, 'erased', toString($now.epochMillis)])})
  ON CREATE SET x.created_at = $now, x.at = $now, x.subject_id = id, x.subject_kind = 'entity', x.rule = 'erased',
    x.to_status = 'deleted', x.inputs = $inputs, x.by = $by, x.by_id = $by_id, x.audited_at = $audited_at
  MERGE (t:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [id])})
  ON CREATE SET t.created_at = $now, t.node_id = id, t.kind = 'entity', t.reason = 'erased', t.deleted_at = $now
  RETURN collect(e) AS entities
}
WITH aliases, [e IN entities WHERE e.owned IS NOT NULL OR e.adopted_properties IS NULL AND size(labels(e)) = 2] AS doomed,
     [e IN entities WHERE e.owned IS NULL AND (e.adopted_properties IS NOT NULL OR size(labels(e)) > 2)] AS adopted
CALL (adopted) {
  UNWIND adopted AS e
  OPTIONAL MATCH (e)-[r]-()
  WHERE type(r) STARTS WITH '_mem:' OR r.mem_edge_id IS NOT NULL
  DELETE r
}
FOREACH (e IN adopted |
  REMOVE e:_mem:entity
  FOREACH (key IN CASE WHEN e.adopted_properties IS NULL THEN ['workspace_id', 'rev']
                       ELSE e.adopted_properties + $ours END | SET e[key] = null))
FOREACH (e IN doomed | DETACH DELETE e)
RETURN size(doomed) AS entities, size(adopted) AS released, aliases
