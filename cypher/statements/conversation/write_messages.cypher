//@ statement: conversation/write_messages
//@ summary: Write what was said in a conversation, each where its time belongs, and the actions that were done for it, if the caller's token is still good; no row when it is not. What is there already stays, but may be asked for its extraction.
//@ plan: one
//@ param: workspace_id STRING
//@ param: token_hash STRING
//@ param: user_id STRING
//@ param: id STRING
//@ param: conversation_id STRING
//@ param: agent_id STRING
//@ param: title STRING
//@ param: messages LIST<MAP>
//@ param: actions LIST<MAP>
//@ param: extraction STRING
//@ param: lease DURATION
//@ param: now DATETIME
//@ yields: enabled BOOLEAN
//@ yields: deleting BOOLEAN
//@ yields: fresh LIST<STRING>
//@ yields: actions INTEGER
//@ yields: model STRING
//@ yields: next_model STRING
// The token is checked in the same round trip: a revoked one writes nothing from that moment on.
WITH oxgraph.token_valid($workspace_id, $token_hash) AS valid
WHERE valid
MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
WHERE w.deleted_at IS NULL
OPTIONAL CALL (w) {
  WITH w WHERE w.memory_enabled
  // The lock first: whoever else writes into this conversation waits, so that every message gets a place of its own.
  // Its property is one that never changes: another's value is read before the lock and would be written back after it.
  CALL () {
    MERGE (held:_mem:conversation {workspace_id: $workspace_id, id: $id})
      ON CREATE SET held.conversation_id = $conversation_id, held.user_id = $user_id, held.created_at = $now,
                    held.started_at = $messages[0].said_at, held.last_message_at = $messages[0].said_at,
                    held.message_count = 0
    SET held.workspace_id = held.workspace_id
    RETURN count(*) AS locked
  }
  MATCH (c:_mem:conversation {workspace_id: $workspace_id, id: $id})
  WITH c, c.message_count AS end, c.last_message_at AS latest,
       CASE WHEN c.deleted_at IS NULL THEN $messages ELSE [] END AS messages
  CALL (messages) {
    UNWIND CASE $extraction WHEN 'pending' THEN messages ELSE [] END AS given
    MATCH (m:_mem:message {workspace_id: $workspace_id, id: given.id})
    WHERE m.extraction = 'none'
    SET m.extraction = 'pending', m.next_attempt_at = $now + $lease
    RETURN count(*) AS asked
  }
  // What is there is not written again, nor what was summed up; what was deleted is, and is deleted no more.
  CALL (messages) {
    UNWIND messages AS given
    WITH given WHERE NOT EXISTS { MATCH (:_mem:message {workspace_id: $workspace_id, id: given.id}) }
    OPTIONAL MATCH (t:_mem:tombstone {workspace_id: $workspace_id,
                                      id: oxgraph.stable_id($workspace_id, 'tombstone', [given.id])})
    WITH given, t, CASE WHEN t IS NOT NULL THEN coalesce(t.written_before, 0) + 1 END AS written_before
    WHERE t IS NULL OR t.reason <> 'consolidated'
    DELETE t
    RETURN collect(given {.*, written_before: written_before}) AS fresh
  }
  CALL (end) {
    OPTIONAL MATCH (t:_mem:tombstone {workspace_id: $workspace_id,
                                      id: oxgraph.stable_id($workspace_id, 'tombstone', [$id])})
    WHERE end = 0
    DELETE t
    RETURN count(*) AS revived
  }
  // Before whom each belongs: who was said later. Nobody, and it goes to the end.
  CALL (fresh, end, latest) {
    UNWIND fresh AS given
    OPTIONAL CALL (given, latest) {
      WITH given, latest WHERE given.said_at < latest
      MATCH (later:message) USING INDEX later:message(workspace_id, user_id, conversation_id, said_at, position)
      WHERE later.workspace_id = $workspace_id AND later.user_id = $user_id AND later.conversation_id = $conversation_id
        AND later.said_at > given.said_at AND later.position IS NOT NULL
      RETURN later.position AS place
      ORDER BY later.workspace_id, later.user_id, later.conversation_id, later.said_at, later.position LIMIT 1
    }
    WITH coalesce(place, end) AS place, collect(given) AS given ORDER BY place
    RETURN collect({place: place, given: given}) AS groups
  }
  // Each group between its neighbours, counted with those that come in before it.
  CALL (groups) {
    UNWIND range(0, size(groups) - 1) AS number
    WITH groups[number] AS one, reduce(sum = 0, earlier IN groups[..number] | sum + size(earlier.given)) AS moved
    OPTIONAL CALL (one) {
      MATCH (before:message) USING INDEX before:message(workspace_id, user_id, conversation_id, position)
      WHERE before.workspace_id = $workspace_id AND before.user_id = $user_id AND before.conversation_id = $conversation_id
        AND before.position < one.place
      RETURN before
      ORDER BY before.workspace_id DESC, before.user_id DESC, before.conversation_id DESC, before.position DESC LIMIT 1
    }
    OPTIONAL MATCH (after:message) USING INDEX after:message(workspace_id, user_id, conversation_id, position)
    WHERE after.workspace_id = $workspace_id AND after.user_id = $user_id AND after.conversation_id = $conversation_id
      AND after.position = one.place
    OPTIONAL MATCH (before)-[link:`_mem:next`]->()
    DELETE link
    WITH DISTINCT one, moved, before, after
    RETURN collect({place: one.place, first: one.place + moved, by: moved + size(one.given), given: one.given,
                    before: CASE WHEN before IS NULL THEN [] ELSE [before] END,
                    after: CASE WHEN after IS NULL THEN [] ELSE [after] END}) AS between
  }
  CALL (between) {
    UNWIND range(0, size(between) - 1) AS number
    WITH between[number] AS one, between[number + 1] AS next
    MATCH (behind:message) USING INDEX behind:message(workspace_id, user_id, conversation_id, position)
    WHERE behind.workspace_id = $workspace_id AND behind.user_id = $user_id AND behind.conversation_id = $conversation_id
      AND behind.position >= one.place AND behind.position < coalesce(next.place, 9223372036854775807)
    SET behind.position = behind.position + one.by
    RETURN count(*) AS moved
  }
  CALL (c, between) {
    UNWIND between AS one
    CALL (c, one) {
      UNWIND range(0, size(one.given) - 1) AS number
      WITH c, one.first + number AS position, one.given[number] AS given
      CREATE (m:_mem:message {
        id: given.id, workspace_id: $workspace_id, user_id: $user_id, agent_id: $agent_id,
        conversation_id: $conversation_id, role: given.role,
        speaker: given.speaker, text: given.text, metadata: given.metadata, said_at: given.said_at,
        position: position, written_before: given.written_before, extraction: $extraction, attempts: 0,
        next_attempt_at: CASE $extraction WHEN 'pending' THEN $now + $lease END, created_at: $now,
        workspace_term: oxgraph.workspace_term($workspace_id, $user_id),
        unembedded: true})
      CREATE (c)-[:`_mem:has`]->(m)
      RETURN collect(m) AS made
    }
    WITH one, made, one.before + made + one.after AS chain
    CALL (chain) {
      UNWIND range(0, size(chain) - 2) AS number
      WITH chain[number] AS a, chain[number + 1] AS b
      CREATE (a)-[:`_mem:next`]->(b)
      RETURN count(*) AS links
    }
    RETURN collect([m IN made | m.id]) AS ids
  }
  WITH c, end, latest, reduce(all = [], some IN ids | all + some) AS fresh,
       reduce(times = [], given IN fresh | times + given.said_at) AS times
  FOREACH (_ IN CASE WHEN size(fresh) > 0 THEN [1] ELSE [] END |
    SET c.message_count = end + size(fresh),
        c.started_at = reduce(first = c.started_at, at IN times | CASE WHEN at < first THEN at ELSE first END),
        c.last_message_at = reduce(last = latest, at IN times | CASE WHEN at > last THEN at ELSE last END))
  FOREACH (_ IN CASE WHEN c.deleted_at IS NULL AND $title <> coalesce(c.title, '') THEN [1] ELSE [] END |
    SET c.title = $title)
  RETURN c.deleted_at IS NOT NULL AS deleting, fresh
}
OPTIONAL CALL (w) {
  WITH w WHERE w.memory_enabled AND size($actions) > 0
  CALL oxgraph.capture_many($workspace_id, $actions, $now) YIELD captured, duplicates
  RETURN captured + duplicates AS actions
}
RETURN w.memory_enabled AS enabled, coalesce(deleting, false) AS deleting, coalesce(fresh, []) AS fresh,
       coalesce(actions, 0) AS actions,
       w.embedding_model AS model, w.next_embedding_model AS next_model
