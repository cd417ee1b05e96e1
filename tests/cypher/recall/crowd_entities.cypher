//@ query: crowd_entities
//@ summary: Entities with a description, as adoption would leave them; and as many mere names, as extraction would.
//@ param: workspace_id STRING
//@ param: count INTEGER
//@ param: texts LIST<STRING>
//@ param: pool LIST<LIST<FLOAT>>
//@ param: model STRING
//@ param: now DATETIME
UNWIND range(0, $count - 1) AS i
CREATE (:_mem:entity {
  id: randomUUID(), workspace_id: $workspace_id, created_at: $now, node_id: 'crowd-' + i, name: 'Customer (' + i + ')',
  type: 'customer', description: 'They said: ' + $texts[i % size($texts)] + ' (' + i + ')', connection: 'crowd',
  shown_properties: ['segment: gold (' + i + ')'], owned: true,
  workspace_term: 'ws' + replace($workspace_id, '-', ''), embedding_model: $model, embedding: $pool[i % size($pool)]})
CREATE (:_mem:entity {
  id: randomUUID(), workspace_id: $workspace_id, created_at: $now, node_id: 'name-' + i, name: 'Name (' + i + ')',
  owned: true, embedding_model: $model, embedding: $pool[i % size($pool)]})
