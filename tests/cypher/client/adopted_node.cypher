//@ query: adopted_node
//@ summary: A node of the user's own graph, as adoption leaves it.
//@ param: label STRING
//@ param: own MAP
//@ param: added MAP
//@ param: names LIST<STRING>
//@ param: now DATETIME
CYPHER 25
CREATE (n:_mem:entity:$($label))
SET n = $own, n += $added, n.adopted_properties = $names, n.unembedded = true
CREATE (a:_mem:alias {workspace_id: $added.workspace_id,
  id: oxgraph.stable_id($added.workspace_id, 'alias', [oxgraph.name_key(n.name), n.id]), created_at: $now,
  key: oxgraph.name_key(n.name), text: n.name, grams: oxgraph.grams(n.name),
  gram_count: size(split(oxgraph.grams(n.name), ' ')), canonical: true, entity_id: n.id, origin_id: n.id,
  workspace_term: 'ws' + replace($added.workspace_id, '-', '')})-[:`_mem:names`]->(n)
