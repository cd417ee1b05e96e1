//@ statement: semantic/why
//@ summary: All that is known of how a memory or an entity came to be as it is, also of a deleted one; no row when there never was one.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: id STRING
//@ param: limit INTEGER
//@ yields: kind STRING
//@ yields: memory MAP
//@ yields: decayed_at DATETIME
//@ yields: entity MAP
//@ yields: tombstone MAP
//@ yields: transitions LIST<MAP>
//@ yields: messages LIST<MAP>
//@ yields: episodes LIST<MAP>
//@ yields: links LIST<MAP>
//@ yields: settings MAP
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
OPTIONAL MATCH (m:_mem:memory {workspace_id: $workspace_id, id: $id})
WHERE ($visible IS NULL OR m.user_id IN $visible)
OPTIONAL MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $id})
WHERE $visible IS NULL OR coalesce(e.private_to, '') IN $visible
OPTIONAL MATCH (gone:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [$id])})
// Of what is deleted nothing says whose it was.
WHERE $visible IS NULL
WITH w, m, e, gone
WHERE m IS NOT NULL OR e IS NOT NULL OR gone.kind IN ['memory', 'entity']
WITH w, m, e, gone, CASE WHEN m IS NULL THEN null ELSE oxgraph.memory_view(m, w, null) END AS memory
RETURN CASE WHEN m IS NOT NULL THEN 'memory' WHEN e IS NOT NULL THEN 'entity' ELSE gone.kind END AS kind, memory,
       m.decayed_at AS decayed_at,
       CASE WHEN e IS NULL THEN null ELSE e {.id, .name, .type, .node_id, .connection, .owned, .merged_into, .deleted_at,
         .created_at,
         aliases: COUNT { MATCH (a:alias) WHERE a.workspace_id = $workspace_id AND a.entity_id = $id },
         about: COUNT {
           MATCH (x:memory) WHERE x.workspace_id = $workspace_id AND x.subject_id = $id AND x.predicate IS NOT NULL
             AND ($visible IS NULL OR x.user_id IN $visible)
         },
         named: COUNT {
           MATCH (x:memory) WHERE x.workspace_id = $workspace_id AND x.object_id = $id
             AND ($visible IS NULL OR x.user_id IN $visible)
         }} END AS entity,
       gone {.kind, .reason, .run_id, .deleted_at} AS tombstone,
       COLLECT {
         MATCH (t:transition) WHERE t.workspace_id = $workspace_id AND t.subject_id = $id
         RETURN t {.rule, .from_status, .to_status, .inputs, .run_id, .at} ORDER BY t.at DESC, t.rev DESC, t.id LIMIT $limit
       } AS transitions,
       COLLECT {
         MATCH (m)-[:`_mem:derived_from`]->(source:_mem:message)
         RETURN source {.id, .role, .text, .said_at, .conversation_id, .user_id} ORDER BY source.said_at, source.id LIMIT $limit
       } AS messages,
       COLLECT {
         MATCH (m)-[:`_mem:derived_from`]->(source:_mem:episode)
         WHERE source.deleted_at IS NULL
         RETURN source {.id, .summary, message_ids: [id IN source.source_message_ids WHERE id IN m.evidence]}
         ORDER BY source.ended_at, source.id LIMIT $limit
       } AS episodes,
       COLLECT {
         MATCH (m)-[r:`_mem:superseded_by`|`_mem:contradicts`]-(o:_mem:memory)
         RETURN {relation: CASE WHEN type(r) = '_mem:contradicts' THEN 'contradicts'
                   WHEN startNode(r) = m THEN 'superseded_by' ELSE 'supersedes' END,
                 id: o.id, name: CASE WHEN o.status <> 'forgotten' THEN o.content END, status: o.status} AS link
         ORDER BY link.relation, o.recorded_at, o.id LIMIT $limit
         UNION ALL
         MATCH (e)-[r:`_mem:merged_into`|`_mem:stands_for`]-(o)
         RETURN {relation: CASE WHEN type(r) = '_mem:stands_for' THEN 'stands_for'
                   WHEN startNode(r) = e THEN 'merged_into' ELSE 'absorbed' END,
                 id: coalesce(o.id, elementId(o)), name: CASE WHEN o.deleted_at IS NULL OR o.merged_into IS NOT NULL THEN o.name END,
                 status: CASE WHEN o.deleted_at IS NULL THEN 'active' ELSE 'hidden' END} AS link
         ORDER BY link.relation, link.id LIMIT $limit
       } AS links,
       properties(w) AS settings
