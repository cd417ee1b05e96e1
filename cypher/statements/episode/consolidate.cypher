//@ statement: episode/consolidate
//@ summary: Write an episode and delete its sources, or mark them where what was said is kept; nothing where one of them has changed meanwhile, or one before them is open still. No row where memory is off.
//@ plan: one
//@ param: workspace_id STRING
//@ param: user_id STRING
//@ param: id STRING
//@ param: conversation_id STRING
//@ param: episode_id STRING
//@ param: summary STRING
//@ param: summary_source STRING
//@ param: sources LIST<MAP>
//@ param: now DATETIME
//@ yields: written BOOLEAN
//@ yields: model STRING
//@ yields: next_model STRING
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.memory_enabled AND w.deleted_at IS NULL
// The lock first: who else writes into this conversation, or sums it up, waits; what is read below is then so.
CALL () {
  MATCH (locked:_mem:conversation {workspace_id: $workspace_id, id: $id})
  SET locked.workspace_id = locked.workspace_id
  RETURN count(*) AS locked
}
OPTIONAL MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})
WHERE c.deleted_at IS NULL AND locked = 1
// Who writes of a single source (its extraction, its erasure) waits too, or has been before and is seen.
CALL (c) {
  UNWIND CASE WHEN c IS NULL THEN [] ELSE $sources END AS source
  MATCH (m:_mem:message {workspace_id: $workspace_id, id: source.id})
  SET m.workspace_id = m.workspace_id
  RETURN count(*) AS locked_sources
}
CALL (c, locked_sources) {
  UNWIND CASE WHEN c IS NULL THEN [] ELSE $sources END AS source
  MATCH (m:_mem:message {workspace_id: $workspace_id, id: source.id})
  WHERE m.user_id = $user_id AND m.conversation_id = $conversation_id AND m.episode_id IS NULL AND m.extraction <> 'pending'
    AND oxgraph.sha256(m.text) = source.digest
  RETURN collect(m) AS sources
}
// What was read before the lock may lack turns that a commit was just about to bring: an episode passes over none.
CALL (sources) {
  WITH reduce(last = -1, m IN sources | CASE WHEN m.position > last THEN m.position ELSE last END) AS last
  MATCH (m:message) USING INDEX SEEK m:message(workspace_id, user_id, conversation_id, position)
  WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.conversation_id = $conversation_id AND m.position <= last
    AND m.episode_id IS NULL
  RETURN count(m) AS open
}
WITH w, c, sources,
     c IS NOT NULL AND size(sources) = size($sources) AND size(sources) > 1 AND open = size(sources) AS ready
WITH w, ready, CASE WHEN ready THEN [c] ELSE [] END AS conversations, CASE WHEN ready THEN sources ELSE [] END AS sources
CALL (conversations, sources) {
  UNWIND conversations AS c
  CREATE (e:_mem:episode {
    id: $episode_id, workspace_id: $workspace_id, user_id: $user_id, conversation_id: $conversation_id, summary: $summary,
    summary_source: $summary_source, source_message_ids: [source IN $sources | source.id], turn_count: size(sources),
    started_at: reduce(first = sources[0].said_at, m IN sources | CASE WHEN m.said_at < first THEN m.said_at ELSE first END),
    ended_at: reduce(last = sources[0].said_at, m IN sources | CASE WHEN m.said_at > last THEN m.said_at ELSE last END),
    workspace_term: oxgraph.workspace_term($workspace_id, $user_id), unembedded: true, created_at: $now})
  CREATE (e)-[:`_mem:summarises`]->(c)
  RETURN collect(e) AS episodes
}
// What was remembered of the sources leads to the episode from now on.
CALL (episodes, sources) {
  UNWIND episodes AS e
  UNWIND sources AS m
  MATCH (memory:_mem:memory)-[:`_mem:derived_from`]->(m)
  WITH DISTINCT e, memory
  MERGE (memory)-[:`_mem:derived_from`]->(e)
  RETURN count(*) AS derived
}
WITH w, ready, sources, w.raw_retention = 'verbatim' AS kept, derived
FOREACH (m IN CASE WHEN kept THEN sources ELSE [] END | SET m.episode_id = $episode_id)
WITH w, ready, CASE WHEN kept THEN [] ELSE sources END AS doomed, derived
// The chain goes on from what stands before a deleted message to what stands behind it.
CALL (doomed) {
  UNWIND doomed AS m
  MATCH (before:_mem:message)-[:`_mem:next`]->(m)
  WHERE NOT before IN doomed
  CALL (before, doomed) {
    MATCH (after:message)
    WHERE after.workspace_id = $workspace_id AND after.user_id = $user_id AND after.conversation_id = $conversation_id
      AND after.position > before.position AND NOT after IN doomed
    RETURN after ORDER BY after.position LIMIT 1
  }
  CREATE (before)-[:`_mem:next`]->(after)
  RETURN count(*) AS linked
}
CALL (doomed) {
  UNWIND doomed AS m
  MERGE (t:_mem:tombstone {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'tombstone', [m.id])})
  SET t.created_at = coalesce(t.created_at, $now), t.node_id = m.id, t.kind = 'message', t.reason = 'consolidated',
      t.deleted_at = $now, t.written_before = m.written_before
  RETURN count(*) AS buried
}
FOREACH (m IN CASE WHEN linked + buried + derived >= 0 THEN doomed ELSE [] END | DETACH DELETE m)
RETURN ready AS written, w.embedding_model AS model, w.next_embedding_model AS next_model
