//@ query: named_entity
//@ summary: An entity with an alias of its name.
//@ param: workspace_id STRING
//@ param: properties MAP
//@ param: now DATETIME
CREATE (e:_mem:entity)
SET e = $properties, e.workspace_id = $workspace_id, e.created_at = $now
CREATE (a:_mem:alias {workspace_id: $workspace_id,
  id: oxgraph.stable_id($workspace_id, 'alias', [oxgraph.name_key(e.name), e.id]), created_at: $now,
  key: oxgraph.name_key(e.name), text: e.name, grams: oxgraph.grams(e.name),
  gram_count: size(split(oxgraph.grams(e.name), ' ')), canonical: true, entity_id: e.id, origin_id: e.id,
  workspace_term: 'ws' + replace($workspace_id, '-', '')})-[:`_mem:names`]->(e)
