//@ pass: sequences
//@ version: 2
//@ summary: Cut the actions of each session that changed into sequences.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: batch INTEGER
//@ yields: sessions INTEGER
//@ yields: actions INTEGER
//@ yields: sequences INTEGER
//@ yields: removed INTEGER
//@ yields: remaining INTEGER
// Due sessions, oldest first, as many as have about $batch actions to cut between them, and at least one.
WITH duration({seconds: $settings.sequence_gap_seconds}) AS gap
CALL (gap) {
  MATCH (session:_mem:session) USING INDEX SEEK session:session(workspace_id, pending_from)
  WHERE session.workspace_id = $workspace_id AND session.pending_from <= $now
  WITH session, gap ORDER BY session.pending_from LIMIT $batch / 4 + 1
  WITH session, COUNT {
    MATCH (a:_mem:action)
    WHERE a.workspace_id = $workspace_id AND a.session_id = session.session_id
      AND a.started_at >= session.pending_from - gap AND a.started_at <= session.pending_to + gap
  } AS size
  WITH collect(session) AS sessions, collect(size) AS sizes
  WITH sessions, reduce(sum = {actions: 0, sessions: 0}, size IN sizes |
    CASE WHEN sum.sessions = 0 OR sum.actions + size <= $batch
      THEN {actions: sum.actions + size, sessions: sum.sessions + 1}
      ELSE {actions: $batch + 1, sessions: sum.sessions} END).sessions AS taken
  RETURN sessions[0..taken] AS due,
         size(sessions) - taken + CASE WHEN size(sessions) > $batch / 4 THEN 1 ELSE 0 END AS remaining
}
CALL (due, gap) {
  UNWIND due AS session
  // The write lock, which capture takes too: from here on nothing is added to the session until this is committed. Its
  // property never changes: what a capture wrote meanwhile would be read before the lock and written back after it.
  SET session.workspace_id = session.workspace_id
  WITH session, gap WHERE session.pending_from <= $now
  CALL (session) {
    MATCH (a:_mem:action)
    WHERE a.workspace_id = $workspace_id AND a.session_id = session.session_id
      AND a.started_at >= session.pending_from AND a.started_at <= session.pending_to AND a.started_at <= $now
    RETURN max(a.ended_at) AS latest
  }
  WITH session, gap, session.pending_from - gap AS low,
       CASE WHEN latest > session.pending_to THEN latest ELSE session.pending_to END + gap AS high
  // Sequences of a session never overlap, so of those that begin before the region only the last can reach into it.
  CALL (session, low, high) {
    CALL (session, low, high) {
      MATCH (q:_mem:sequence)
      WHERE q.workspace_id = $workspace_id AND q.session_id = session.session_id AND q.started_at < low
      WITH q, low ORDER BY q.started_at DESC LIMIT 1
      WITH q WHERE q.ended_at >= low
      RETURN q AS met
      UNION
      MATCH (q:_mem:sequence)
      WHERE q.workspace_id = $workspace_id AND q.session_id = session.session_id
        AND q.started_at >= low AND q.started_at <= high
      RETURN q AS met
    }
    RETURN collect(met) AS met
  }
  WITH session, gap, met,
       reduce(from = low, q IN met | CASE WHEN q.started_at < from THEN q.started_at ELSE from END) AS low,
       reduce(to = high, q IN met | CASE WHEN q.ended_at > to THEN q.ended_at ELSE to END) AS high
  // A session that was started again has several runs; an action belongs to the one that ended next after it began.
  WITH session, gap, met, low, high, coalesce(session.earlier_ended_at, []) AS ends
  CALL (session, gap, low, high, ends) {
    MATCH (a:_mem:action)
    WHERE a.workspace_id = $workspace_id AND a.session_id = session.session_id
      AND a.started_at >= low AND a.started_at <= high AND a.started_at <= $now
    // The order of the chain, in which an action without seq comes last.
    WITH a, gap, ends ORDER BY a.started_at, a.seq, a.id
    WITH gap, ends, collect(a) AS actions
    WITH actions, ends,
         oxgraph.sequence_numbers([a IN actions | a.started_at], [a IN actions | a.ended_at], gap.seconds) AS numbers
    UNWIND range(0, size(actions) - 1) AS i
    WITH numbers[i] AS number, actions[i] AS action, ends
    WITH number, action, [i IN range(0, size(ends) - 1) WHERE ends[i] >= action.started_at][0] AS run
    WITH number, run, collect(action) AS members
    RETURN members, run
  }
  WITH session, gap, met, high, ends, run, members, members[0] AS first, members[-1] AS last,
       [a IN members | {action_type: a.action_type, node_type: a.target_node_type, error_code: a.error_code,
                        outcome: a.outcome}] AS facts,
       reduce(end = members[0].ended_at, a IN members | CASE WHEN a.ended_at > end THEN a.ended_at ELSE end END) AS end
  WITH session, met, high, members, run, first, last, facts, end, oxgraph.tally(facts) AS tally,
       coalesce([ended_at IN ends + [session.ended_at] WHERE ended_at >= end AND ended_at < end + gap][0],
                end + gap) AS closes_at
  WITH session, met, high, members, first, last, facts, end, tally, closes_at,
       CASE WHEN run IS NULL THEN session.outcome ELSE session.earlier_outcomes[run] END AS outcome,
       CASE WHEN run IS NULL THEN session.intent ELSE session.earlier_intents[run] END AS intent
  WITH session, met, high, members, first, last, facts, end, tally, closes_at,
       CASE WHEN outcome <> '' THEN outcome END AS outcome, CASE WHEN intent <> '' THEN intent END AS intent
  WITH session, met, high, collect({
    id: oxgraph.stable_id($workspace_id, 'sequence', [first.id]),
    members: members,
    // What patterns are made from: where this changes, the sequence counts anew.
    content: {
      started_at: first.started_at, ended_at: end, closes_at: closes_at,
      outcome: coalesce(outcome, last.outcome),
      tally_action_types: [t IN tally | t.action_type], tally_node_types: [t IN tally | t.node_type],
      tally_error_codes: [t IN tally | t.error_code], tally_counts: [t IN tally | t.count],
      tally_recoveries: [t IN tally | t.recovery]
    },
    wording: coalesce(intent, oxgraph.summarise_actions(facts)),
    properties: {
      session_id: session.session_id, agent_id: coalesce(first.agent_id, session.agent_id),
      action_count: size(members), failure_count: size([a IN members WHERE a.outcome = 'failure']),
      intent_given: intent IS NOT NULL,
      workspace_term: 'w' + replace($workspace_id, '-', ''), pass: 'sequences', pass_version: 2
    }
  }) AS cuts
  WITH session, met, high, cuts,
       [q IN met WHERE none(cut IN cuts WHERE cut.id = q.id)] AS stale,
       [q IN met WHERE q.uncounted_at IS NULL AND none(cut IN cuts WHERE cut.id = q.id
         AND all(key IN keys(cut.content) WHERE cut.content[key] = q[key]))] AS outdated
  // What has been counted and is no longer so: its pairs are folded anew.
  CALL (outdated) {
    UNWIND outdated AS q
    UNWIND range(0, size(q.tally_action_types) - 1) AS i
    WITH DISTINCT q.tally_action_types[i] AS action_type, q.tally_node_types[i] AS node_type
    MATCH (t:_mem:tally {workspace_id: $workspace_id,
                         id: oxgraph.stable_id($workspace_id, 'tally', [action_type, node_type])})
    SET t.refold = 'marked'
    RETURN count(*) AS marked
  }
  CALL (stale) {
    UNWIND stale AS q
    DETACH DELETE q
    RETURN count(*) AS removed
  }
  CALL (cuts) {
    UNWIND cuts AS cut
    MERGE (q:_mem:sequence {workspace_id: $workspace_id, id: cut.id})
    ON CREATE SET q.created_at = $now
    WITH q, cut, cut.content AS content,
         any(key IN keys(cut.content) WHERE q[key] IS NULL OR q[key] <> cut.content[key]) AS changed,
         q.intent_summary IS NULL OR q.intent_summary <> cut.wording AS reworded
    SET q += cut.properties,
        q += CASE WHEN changed THEN content {.*, uncounted_at: content.closes_at, counted_at: null} ELSE {} END,
        q += CASE WHEN reworded THEN {intent_summary: cut.wording, unembedded: true, embedding: null,
                                      embedding_alt: null, embedding_model: null} ELSE {} END
    WITH q, cut
    CALL (q) {
      MATCH (q)-[c:`_mem:contains`]->(a) WHERE a.started_at > $now
      DELETE c
    }
    CALL (q, cut) {
      UNWIND cut.members AS a
      OPTIONAL MATCH (other)-[c:`_mem:contains`]->(a) WHERE other <> q
      DELETE c
      MERGE (q)-[:`_mem:contains`]->(a)
    }
    RETURN count(*) AS written, sum(size(cut.members)) AS actions
  }
  // What starts after now stays pending.
  CALL (session, high) {
    OPTIONAL MATCH (a:_mem:action)
    WHERE a.workspace_id = $workspace_id AND a.session_id = session.session_id
      AND a.started_at > $now AND a.started_at <= high
    WITH session, high, min(a.started_at) AS later
    SET session.pending_from = later, session.pending_to = CASE WHEN later IS NULL THEN null ELSE high END
  }
  RETURN count(*) AS sessions, sum(written) AS sequences, sum(removed) AS removed, sum(actions) AS actions
}
RETURN sessions, actions, sequences, removed, remaining
