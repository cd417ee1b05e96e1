//@ statement: turn/parts
//@ summary: What is shown of a conversation and of what is known, each part where its parameter is given; no row when the caller's token is not good.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: user_id STRING
//@ param: id STRING
//@ param: shared_id STRING
//@ param: conversation_id STRING
//@ param: history MAP
//@ param: episodes MAP
//@ param: patterns MAP
//@ param: recall MAP
//@ param: slots MAP
//@ param: most_excluded INTEGER
//@ param: now DATETIME
//@ yields: messages LIST<MAP>
//@ yields: episodes LIST<MAP>
//@ yields: patterns MAP
//@ yields: recall MAP
//@ yields: slots LIST<MAP>
// One round trip and one transaction for all of them. The token is checked in it: a revoked one sees nothing from that
// moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
// A user's own conversation, else the shared one of this id; nothing of one that is being deleted.
OPTIONAL MATCH (own:_mem:conversation {workspace_id: $workspace_id, id: $id})
USING INDEX SEEK own:_mem(workspace_id, id)
OPTIONAL MATCH (shared:_mem:conversation {workspace_id: $workspace_id, id: $shared_id})
USING INDEX SEEK shared:_mem(workspace_id, id)
WITH w, coalesce(own, shared) AS c
WITH w, CASE WHEN c.deleted_at IS NULL THEN c END AS c

// The latest messages, oldest first, as many as asked for or as the workspace says.
OPTIONAL CALL (w, c) {
  WITH coalesce($history.most, w.history_messages, 10) AS most, c.user_id AS owner, c.message_count AS count
  WHERE $history IS NOT NULL
  WITH most, owner, count - most AS first
  CALL (owner, first) {
    MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
    WHERE m.workspace_id = $workspace_id AND m.user_id = owner AND m.conversation_id = $conversation_id AND m.position >= first
    RETURN collect(m) AS latest
  }
  // Where some of these places are empty, as what stood there was deleted, what is before them fills up. Where none is,
  // nothing lies before the bound: a condition alone would not keep the index from being read.
  WITH most, owner, latest, CASE WHEN size(latest) < most AND first > 0 THEN first ELSE -1 END AS bound
  CALL (most, owner, latest, bound) {
    MATCH (m:message) USING INDEX m:message(workspace_id, user_id, conversation_id, position)
    WHERE m.workspace_id = $workspace_id AND m.user_id = owner AND m.conversation_id = $conversation_id AND m.position < bound
    WITH m ORDER BY m.workspace_id DESC, m.user_id DESC, m.conversation_id DESC, m.position DESC LIMIT $history.ceiling
    RETURN collect(m) AS earlier
  }
  WITH latest, earlier[..most - size(latest)] AS earlier
  CALL (latest, earlier) {
    UNWIND latest + earlier AS m
    WITH m ORDER BY m.position
    RETURN collect(m {.id, .conversation_id, .role, .speaker, .text, .said_at, .position, .metadata, .episode_id})
           AS messages
  }
  RETURN messages
}

// The latest episodes, the latest last.
OPTIONAL CALL (w, c) {
  WITH coalesce($episodes.most, w.recent_episodes, 5) AS most, c.user_id AS owner
  WHERE $episodes IS NOT NULL
  CALL (owner) {
    MATCH (e:episode) USING INDEX SEEK e:episode(workspace_id, user_id, conversation_id, ended_at)
    WHERE e.workspace_id = $workspace_id AND e.user_id = owner AND e.conversation_id = $conversation_id
      AND e.ended_at IS NOT NULL AND e.deleted_at IS NULL
    WITH e ORDER BY e.ended_at DESC, e.started_at DESC, e.id LIMIT 100
    RETURN collect(e {.id, .conversation_id, .summary, .summary_source, .turn_count, .started_at, .ended_at,
                      .source_message_ids}) AS latest
  }
  RETURN reverse(latest[..most]) AS episodes
}

// Past experience with targets and action, and what worked in runs whose intent shares words with the query.
OPTIONAL CALL (w) {
  WITH w WHERE $patterns IS NOT NULL
  CALL oxgraph.inject($workspace_id, $patterns.request, $now)
  YIELD block, patterns, probability, threshold, warned, risk
  OPTIONAL CALL (threshold) {
    // Without a threshold nothing is shown: it is switched off, or withheld from this session.
    WITH threshold WHERE threshold IS NOT NULL AND $patterns.query IS NOT NULL
    // The query names the workspace's term, so that another one's texts take no place; the property has the last word.
    CALL db.index.fulltext.queryNodes('oxgraph_sequence_words', $patterns.query, {limit: $patterns.reach})
    YIELD node AS s, score
    WHERE s.workspace_id = $workspace_id AND s.closes_at <= $now
    WITH s, score ORDER BY score DESC, s.started_at DESC, s.id LIMIT $patterns.limit
    WITH collect({session_id: s.session_id, score: score}) AS alike, max(score) * $patterns.least AS bound
    UNWIND alike AS one
    WITH DISTINCT one.session_id AS session_id, one.score >= bound AS near WHERE near
    MATCH (r:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [session_id])})
    WHERE r.run_steps IS NOT NULL AND r.outcome IS NOT NULL
    RETURN oxgraph.way(collect(r {.id, .outcome, .run_at, .run_steps})) AS way
  }
  RETURN {block: block, patterns: patterns, probability: probability, threshold: threshold, warned: warned, risk: risk,
          reason: CASE WHEN NOT w.memory_enabled THEN 'memory_disabled'
                       WHEN NOT w.injection_enabled THEN 'injection_disabled'
                       ELSE '' END,
          way: way} AS experience
}

// Recall, without what history and episodes show already; its results are JSON, as in recall/recall.
OPTIONAL CALL (messages, episodes) {
  WITH $recall.options AS options, [one IN coalesce(messages, []) + coalesce(episodes, []) | one.id] AS seen
  WHERE $recall IS NOT NULL
  WITH options {.*, exclude_ids: (coalesce(options.exclude_ids, []) + seen)[-$most_excluded..]} AS options
  CALL oxgraph.recall_json($workspace_id, $recall.query, options, datetime.fromEpoch($recall.now[0], $recall.now[1]))
  YIELD results, context, notes
  RETURN {results: results, context: context, notes: notes} AS found
}

OPTIONAL CALL () {
  WITH $slots.names AS names WHERE $slots IS NOT NULL
  CALL oxgraph.working_get($workspace_id, $conversation_id, names, $now, $user_id) YIELD name, value
  RETURN collect({name: name, value: value}) AS slots
}
RETURN messages, episodes, experience AS patterns, found AS recall, slots
