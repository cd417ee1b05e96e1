//@ pass: patterns
//@ version: 3
//@ summary: Count the closed sequences at their instants and apply the rules of a pattern's life.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ param: run_id STRING
//@ yields: counted INTEGER
//@ yields: refolded INTEGER
//@ yields: written INTEGER
//@ yields: transitions INTEGER
//@ yields: remaining INTEGER
// What is new, in the order in which it closed, as much as has about $batch actions, and at least one sequence.
CALL () {
  CALL () {
    MATCH (q:_mem:sequence)
    WHERE q.workspace_id = $workspace_id AND q.uncounted_at <= $now
    WITH q ORDER BY q.uncounted_at, q.id LIMIT $batch
    RETURN collect(q) AS due
  }
  WITH due, reduce(sum = {actions: 0, sequences: 0}, q IN due |
    CASE WHEN sum.sequences = 0 OR sum.actions + q.action_count <= $batch
      THEN {actions: sum.actions + q.action_count, sequences: sum.sequences + 1}
      ELSE {actions: $batch + 1, sequences: sum.sequences} END).sequences AS taken
  CALL (due, taken) {
    UNWIND due[0..taken] AS q
    // Its instant: the first pass, this one or an earlier, that was not before its close.
    CALL (q) {
      OPTIONAL MATCH (r:_mem:pass_run)
      WHERE r.workspace_id = $workspace_id AND r.pass = 'patterns' AND r.now >= q.closes_at AND r.now <= $now
      RETURN r.now AS instant ORDER BY r.now LIMIT 1
    }
    SET q.counted_at = coalesce(instant, $now), q.uncounted_at = null
    RETURN collect(q) AS fresh
  }
  RETURN fresh, taken < size(due) OR size(due) = $batch AS more_fresh
}
// Once nothing is new: pairs to be folded anew, which read the past in step, those first that have read the most of it.
CALL (fresh) {
  WITH fresh WHERE size(fresh) = 0
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.refold = 'ready'
  WITH t ORDER BY coalesce(t.cursor_at, datetime({epochMillis: 0})) DESC, coalesce(t.cursor_id, '') DESC, t.id
  LIMIT $batch / 10 + 1
  WITH collect(t) AS ready
  RETURN [t IN ready WHERE coalesce(t.cursor_id, '') = coalesce(ready[0].cursor_id, '')] AS again
}
CALL (again) {
  CALL (again) {
    // Unwinding stops here where there are none; a filter might be planned behind the scan of the past.
    UNWIND again[0..1] AS one
    WITH coalesce(one.cursor_at, datetime({epochMillis: 0})) AS cursor_at, coalesce(one.cursor_id, '') AS cursor_id
    MATCH (q:_mem:sequence)
    WHERE q.workspace_id = $workspace_id AND q.closes_at >= cursor_at AND q.closes_at <= $now
      AND (q.closes_at > cursor_at OR q.id > cursor_id)
    WITH q ORDER BY q.closes_at, q.id LIMIT $batch
    RETURN collect(q) AS due
  }
  // Those without an action of these pairs are passed over, so they weigh nothing.
  WITH due, [t IN again | t.action_type] AS types
  WITH due, [q IN due | CASE WHEN any(type IN q.tally_action_types WHERE type IN types) THEN q.action_count ELSE 0 END] AS sizes
  WITH due, reduce(sum = {actions: 0, sequences: 0}, size IN sizes |
    CASE WHEN sum.sequences = 0 OR sum.actions + size <= $batch
      THEN {actions: sum.actions + size, sequences: sum.sequences + 1}
      ELSE {actions: $batch + 1, sequences: sum.sequences} END).sequences AS taken
  RETURN due[0..taken] AS past, taken < size(due) OR size(due) = $batch AS more_past
}
WITH fresh, again, past, fresh + past AS sequences, size(again) > 0 AS anew,
     NOT CASE WHEN size(again) > 0 THEN more_past ELSE more_fresh END AS finish
CALL (sequences, again) {
  // The types of the pairs are read once, not for each sequence.
  WITH sequences, [t IN again | t.action_type] AS types
  UNWIND sequences AS q
  WITH q WHERE size(types) = 0 OR any(type IN q.tally_action_types WHERE type IN types)
  CALL (q) {
    MATCH (q)-[:`_mem:contains`]->(a)
    RETURN collect(a {.id, .action_type, .target_node_type, .outcome, .started_at, .seq,
                      target_node_ids: a.target_node_ids[0..1],
                      // What an agent was warned of tells nothing of what would have come true.
                      warnings: COLLECT {
                        MATCH (a)<-[:`_mem:injected`]-(shown) WHERE shown.context IS NOT NULL
                        RETURN shown {.id, .action_type}
                      }
                     }) AS actions
  }
  RETURN collect(q {.id, .counted_at, .closes_at, .started_at, .ended_at, .outcome, .tally_action_types,
                    .tally_node_types, .tally_error_codes, .tally_counts, .tally_recoveries, actions: actions}) AS told
}
// Their pairs, with about as many keys as each will have; with the last batch also some whose instant waits for its end.
CALL (sequences, again, anew, finish) {
  CALL (sequences, again, anew, finish) {
    UNWIND again AS t
    RETURN t.action_type AS action_type, coalesce(t.node_type, '') AS node_type, 0 AS entries
    UNION ALL
    WITH sequences, anew WHERE NOT anew
    UNWIND sequences AS q
    UNWIND range(0, size(q.tally_action_types) - 1) AS i
    RETURN q.tally_action_types[i] AS action_type, q.tally_node_types[i] AS node_type, count(*) AS entries
    UNION ALL
    WITH anew, finish WHERE finish AND NOT anew
    MATCH (t:_mem:tally)
    WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL AND t.pending_at IS NOT NULL
      AND NOT coalesce(t.refold, '') IN ['marked', 'ready']
    WITH t LIMIT $batch / 10 + 1
    RETURN t.action_type AS action_type, coalesce(t.node_type, '') AS node_type, 0 AS entries
  }
  WITH action_type, node_type, sum(entries) AS entries
  WITH action_type, collect({node_type: node_type, entries: entries}) AS of_type
  CALL (action_type) {
    MATCH (k:_mem:pattern_key)
    WHERE k.workspace_id = $workspace_id AND k.action_type = action_type
    WITH coalesce(k.node_type, '') AS node_type, count(*) AS number
    RETURN collect({node_type: node_type, number: number}) AS known
  }
  UNWIND of_type AS one
  WITH action_type, one.node_type AS node_type,
       // An action has a key for its outcome, and some for its situation.
       4 * one.entries + reduce(n = 0, k IN known | n + CASE k.node_type WHEN one.node_type THEN k.number ELSE 0 END) AS keys
  ORDER BY keys DESC, action_type, node_type
  WITH collect({action_type: action_type, node_type: node_type}) AS pairs, sum(keys) / $batch + 1 AS parts
  RETURN pairs AS all_pairs, CASE WHEN parts > size(pairs) THEN size(pairs) ELSE parts END AS parts
}
WITH told, anew, finish, size(fresh) AS counted, [t IN again | t.id] AS again_ids, sequences[-1].closes_at AS last_at,
     sequences[-1].id AS last_id, all_pairs, parts
// A pair is folded alone, so they are folded in parts: what was folded of one is written before the next is read, and
// the rows below, which are buffered with what was folded, are few.
CALL (told, anew, finish, all_pairs, parts) {
  UNWIND range(0, parts - 1) AS part
  WITH told, anew, finish, [i IN range(part, size(all_pairs) - 1, parts) | all_pairs[i]] AS pairs
  CALL (told, anew, finish, pairs) {
    CALL (pairs) {
      UNWIND pairs AS pair
      MATCH (t:_mem:tally {workspace_id: $workspace_id,
                           id: oxgraph.stable_id($workspace_id, 'tally', [pair.action_type, pair.node_type])})
      RETURN collect(properties(t)) AS tallies
    }
    CALL (pairs) {
      UNWIND pairs AS pair
      WITH pair.action_type AS action_type, collect(pair.node_type) AS node_types
      MATCH (k:_mem:pattern_key)
      WHERE k.workspace_id = $workspace_id AND k.action_type = action_type AND coalesce(k.node_type, '') IN node_types
      RETURN collect(properties(k)) AS pair_keys
    }
    CALL (pairs) {
      UNWIND pairs AS pair
      WITH pair.action_type AS action_type, collect(pair.node_type) AS node_types
      UNWIND ['active', 'superseded', 'deleted'] AS status
      MATCH (p:_mem:pattern)
      WHERE p.workspace_id = $workspace_id AND p.status = status AND p.action_type = action_type
        AND coalesce(p.node_type, '') IN node_types
      // The write lock: an operator's word waits for this commit, and then goes to the version that is active.
      FOREACH (_ IN CASE status WHEN 'active' THEN [1] ELSE [] END | SET p.version = p.version)
      RETURN collect(p {.action_type, .node_type, .error_code, .context, .version, .status, .suppressed, .suppressed_at,
                        .retired_by_lift, .annotation, .recommendation_override}) AS versions
    }
    CALL (told, pairs) {
      UNWIND oxgraph.node_tally_ids($workspace_id, told) AS id
      MATCH (n:_mem:node_tally {workspace_id: $workspace_id, id: id})
      RETURN collect(n {.id, .days, .day_actions, .day_failures}) AS node_tallies
    }
    WITH anew, finish, oxgraph.fold_patterns(
      $workspace_id, {pairs: pairs, tallies: tallies, keys: pair_keys, versions: versions, node_tallies: node_tallies}, told,
      $settings, anew, finish) AS fold
    CALL (fold) {
      UNWIND fold.tallies AS row
      MERGE (t:_mem:tally {workspace_id: $workspace_id, id: row.id})
      ON CREATE SET t.created_at = $now
      SET t += row.properties
    }
    CALL (fold) {
      UNWIND fold.dropped AS id
      MATCH (k:_mem:pattern_key {workspace_id: $workspace_id, id: id})
      CALL (k) {
        MATCH (k)-[r:`_mem:evidence`]->()
        DELETE r
      }
      // What an agent was shown is kept, but for its counts.
      WITH k, EXISTS { (k)-[:`_mem:injected`]->() } AS shown
      FOREACH (_ IN CASE WHEN shown THEN [] ELSE [1] END | DELETE k)
      FOREACH (_ IN CASE WHEN shown THEN [1] ELSE [] END |
        SET k.days = [], k.day_sequences = [], k.day_actions = [], k.day_totals = [], k.first_seen = null,
            k.last_seen = null, k.pending_from = null, k.recovery_action_types = [], k.recovery_counts = [],
            k.recovery_successes = [], k.evidence_confidence = 0.0, k.confidence = 0.0, k.sample_count = 0,
            k.action_count = 0, k.total_count = 0)
    }
    CALL (fold) {
      UNWIND fold.node_tallies AS row
      MERGE (n:_mem:node_tally {workspace_id: $workspace_id, id: row.id})
      ON CREATE SET n.created_at = $now
      SET n += row.properties
    }
    CALL (fold) {
      UNWIND fold.keys AS row
      MERGE (k:_mem:pattern_key {workspace_id: $workspace_id, id: row.id})
      ON CREATE SET k.created_at = $now
      SET k += row.properties
    }
    CALL (fold) {
      UNWIND fold.versions AS row
      MERGE (p:_mem:pattern {workspace_id: $workspace_id, id: row.id})
      ON CREATE SET p.created_at = $now
      SET p += row.properties, p.pass = 'patterns', p.pass_version = 3
    }
    CALL (fold) {
      UNWIND [row IN fold.versions WHERE row.supersedes IS NOT NULL] AS row
      MATCH (p:_mem:pattern {workspace_id: $workspace_id, id: row.id})
      MATCH (older:_mem:pattern {workspace_id: $workspace_id, id: row.supersedes})
      MERGE (p)-[:`_mem:supersedes`]->(older)
    }
    CALL (fold) {
      UNWIND fold.transitions AS row
      MERGE (x:_mem:transition {workspace_id: $workspace_id, id: row.id})
      ON CREATE SET x = row {.*, workspace_id: $workspace_id, subject_kind: 'pattern', run_id: $run_id, created_at: $now}
    }
    CALL (fold) {
      UNWIND fold.evidence AS row
      MATCH (holder:_mem {workspace_id: $workspace_id, id: row.holder_id})
      UNWIND range(0, size(row.sequence_ids) - 1) AS i
      MATCH (q:_mem:sequence {workspace_id: $workspace_id, id: row.sequence_ids[i]})
      MERGE (holder)-[r:`_mem:evidence`]->(q)
      SET r.action_ids = row.action_ids[i]
      WITH holder, row, q, row.action_ids[i] AS action_ids WHERE row.is_pattern
      MATCH (q)-[:`_mem:contains`]->(a)-[:`_mem:references`]->(e)
      WHERE a.id IN action_ids
        OR row.is_plain AND a.action_type = row.action_type AND coalesce(a.target_node_type, '') = row.node_type
          AND CASE a.outcome WHEN 'success' THEN 'None' ELSE coalesce(a.error_code, 'UnknownError') END = row.error_code
      WITH DISTINCT holder, e, holder.id + e.id AS key
      // Both ends can have very many relationships: whether the edge is there is asked of the index on its key.
      // A copy of the workspace in the same database has the same keys.
      CALL (key) {
        OPTIONAL MATCH (owner)-[known:`_mem:references`]->() WHERE known.key = key AND owner.workspace_id = $workspace_id
        RETURN count(known) AS there
      }
      WITH holder, e, key WHERE there = 0
      CREATE (holder)-[:`_mem:references` {key: key}]->(e)
    }
    RETURN size(fold.versions) AS changed, size(fold.transitions) AS decided
  }
  RETURN coalesce(sum(changed), 0) AS written, coalesce(sum(decided), 0) AS transitions
}
CALL (again_ids, finish, last_at, last_id) {
  UNWIND again_ids AS id
  MATCH (t:_mem:tally {workspace_id: $workspace_id, id: id})
  SET t.cursor_at = CASE WHEN finish THEN null ELSE last_at END,
      t.cursor_id = CASE WHEN finish THEN null ELSE last_id END,
      t.refold = CASE WHEN finish THEN 'folded' ELSE 'ready' END
}
CALL () {
  MATCH (t:_mem:tally)
  WHERE t.workspace_id = $workspace_id AND t.action_type IS NOT NULL
    AND (t.refold = 'ready' OR t.pending_at IS NOT NULL AND coalesce(t.refold, '') <> 'marked')
  RETURN count(*) AS waiting
}
RETURN counted, CASE WHEN anew AND finish THEN size(again_ids) ELSE 0 END AS refolded, written, transitions,
       waiting + CASE WHEN finish THEN 0 ELSE 1 END AS remaining
