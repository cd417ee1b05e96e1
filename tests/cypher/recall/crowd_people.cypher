//@ query: crowd_people
//@ summary: Entities with their names, as the plugin would leave them.
//@ param: workspace_id STRING
//@ param: people LIST<MAP>
//@ param: now DATETIME
UNWIND $people AS one
CREATE (e:_mem:entity {id: one.id, workspace_id: $workspace_id, created_at: $now, node_id: one.id, name: one.name,
                       owned: true})
WITH e, oxgraph.name_key(e.name) AS key
CREATE (a:_mem:alias {
  id: oxgraph.stable_id($workspace_id, 'alias', [key, e.id]), workspace_id: $workspace_id, created_at: $now,
  key: key, text: e.name, grams: oxgraph.grams(e.name), gram_count: size(split(oxgraph.grams(e.name), ' ')),
  canonical: true, entity_id: e.id, origin_id: e.id, workspace_term: 'ws' + replace($workspace_id, '-', '')})
CREATE (a)-[:`_mem:names`]->(e)
