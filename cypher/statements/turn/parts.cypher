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
//@ param: instructions MAP
//@ param: patterns MAP
//@ param: recall MAP
//@ param: slots MAP
//@ param: most_excluded INTEGER
//@ param: now LIST<INTEGER>
//@ yields: messages STRING
//@ yields: episodes STRING
//@ yields: instructions STRING
//@ yields: patterns MAP
//@ yields: recall MAP
//@ yields: slots LIST<MAP>
// One round trip and one transaction for all of them. The token is checked in it: a revoked one sees nothing from that
// moment on. Times go in as seconds since 1970 and nanoseconds, and come out in JSON: Neo4j's driver needs 35 µs for each.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
WITH w, datetime.fromEpoch($now[0], $now[1]) AS now

// The latest messages and episodes, oldest first: of a user's own conversation, else of the shared one of this id; nothing
// of one that is being deleted.
CALL oxgraph.conversation_parts($workspace_id, {id: $id, shared_id: $shared_id}, $history, $episodes, now)
YIELD messages, episodes

// What a user asked the assistant to do from now on, the latest first, whatever the message is about.
OPTIONAL CALL (w, now) {
  WITH w, now WHERE $instructions IS NOT NULL
  UNWIND $instructions.owners AS owner
  MATCH (m:instruction) USING INDEX m:instruction(workspace_id, user_id, status)
  WHERE m.workspace_id = $workspace_id AND m.user_id = owner AND m.status = 'active' AND m:memory
    AND m.valid_from <= now < m.valid_to AND m.confidence >= coalesce(w.recall_confidence, $instructions.confidence)
  WITH m ORDER BY m.last_stated_at DESC, m.id LIMIT coalesce($instructions.most, 0)
  RETURN collect(m {.id, .content}) AS instructions
}

// Past experience with targets and action, and what worked in runs whose intent shares words with the query.
OPTIONAL CALL (now) {
  WITH now WHERE $patterns.request IS NOT NULL
  CALL oxgraph.inject($workspace_id, $patterns.request, now)
  YIELD block, patterns, probability, threshold, warned, risk
  OPTIONAL CALL (threshold, now) {
    // Without a threshold nothing is shown: it is switched off, or withheld from this session.
    WITH threshold, now WHERE threshold IS NOT NULL AND $patterns.query IS NOT NULL
    CALL oxgraph.way_of_similar_runs($workspace_id, {query: $patterns.query, limit: $patterns.limit,
                                                     reach: $patterns.reach, least: $patterns.least}, now)
    YIELD way
    RETURN way
  }
  RETURN {block: block, patterns: patterns, probability: probability, threshold: threshold, warned: warned, risk: risk,
          way: way} AS experience
}

// Where nothing is said of the action, the failures that cost the workspace most.
OPTIONAL CALL (now) {
  WITH now WHERE $patterns.costliest IS NOT NULL
  CALL oxgraph.costliest_failures($workspace_id, $patterns.costliest, now) YIELD block, patterns
  RETURN {block: block, patterns: patterns, way: null} AS costliest
}
WITH w, now, messages, episodes, instructions, coalesce(experience, costliest) AS experience
WITH now, messages, episodes, instructions, experience {.*,
  reason: CASE WHEN NOT w.memory_enabled THEN 'memory_disabled'
               WHEN NOT w.injection_enabled THEN 'injection_disabled'
               ELSE '' END} AS experience

// Recall, without what history, episodes and instructions show already; its results and notes are JSON, as in recall/recall.
OPTIONAL CALL (messages, episodes, instructions) {
  // Of a message that history shows in part, recall may show the passages that the query is about.
  WITH $recall.options AS options,
       [one IN coalesce(messages, []) + coalesce(episodes, []) + coalesce(instructions, []) WHERE one.cut IS NULL | one.id] AS seen
  WHERE $recall IS NOT NULL
  WITH options {.*, exclude_ids: (coalesce(options.exclude_ids, []) + seen)[-$most_excluded..]} AS options
  CALL oxgraph.recall_json($workspace_id, $recall.query, options, datetime.fromEpoch($recall.now[0], $recall.now[1]))
  YIELD results, context, notes
  RETURN {results: results, context: context, notes: notes} AS found
}

OPTIONAL CALL (now) {
  WITH now, $slots.names AS names WHERE $slots IS NOT NULL
  CALL oxgraph.working_get($workspace_id, $conversation_id, names, now, $user_id) YIELD name, value
  RETURN collect({name: name, value: value}) AS slots
}
RETURN oxgraph.json(messages) AS messages, oxgraph.json(episodes) AS episodes, oxgraph.json(instructions) AS instructions, experience AS patterns, found AS recall, slots
