//@ statement: conversation/get
//@ summary: A conversation, or none where there is none; no row when the caller's token is not good.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: id STRING
//@ param: shared_id STRING
//@ yields: conversation MAP
// The token is checked in the same round trip: a revoked one sees nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
OPTIONAL MATCH (own:_mem:conversation {workspace_id: $workspace_id, id: $id})
WHERE own.deleted_at IS NULL
OPTIONAL MATCH (shared:_mem:conversation {workspace_id: $workspace_id, id: $shared_id})
WHERE shared.deleted_at IS NULL
WITH coalesce(own, shared) AS c
RETURN c {.id, user_id: CASE WHEN c.user_id <> '' THEN c.user_id END, .conversation_id, .title, .started_at,
          .last_message_at, messages: COUNT { (c)-[:`_mem:has`]->() },
          episodes: COUNT { (c)<-[:`_mem:summarises`]-(e) WHERE e.deleted_at IS NULL }} AS conversation
