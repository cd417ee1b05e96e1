//@ pass: history
//@ version: 1
//@ summary: Give imported sequences that closed in the past the instants at which the schedule would have counted them.
//@ param: workspace_id STRING
//@ param: now DATETIME
//@ param: settings MAP
//@ param: run_id STRING
//@ param: batch INTEGER
//@ yields: instants INTEGER
//@ yields: taken_back INTEGER
//@ yields: remaining INTEGER
// By instant: the next multiple of settings.tick_seconds after the close. Sequences of imported sessions alone. Where a
// pass ran between the last close and the instant, that pass counts them: the worker was running. At most 500 instants
// in one transaction: each row of the subqueries below carries their list.
CALL () {
  WITH duration({hours: $settings.night_hour}) AS hours
  WITH datetime.truncate('day', $now - hours) + hours AS night
  MATCH (q:_mem:sequence)
  WHERE q.workspace_id = $workspace_id AND q.uncounted_at <= $now
  MATCH (s:_mem:session {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'session', [q.session_id])})
  WHERE s.imported_at IS NOT NULL
  WITH q, night, $settings.tick_seconds * 1000 AS tick,
       q.closes_at.epochMillis + CASE WHEN q.closes_at.nanosecond % 1000000 > 0 THEN 1 ELSE 0 END AS closed
  WITH night, datetime({epochMillis: (closed + tick - 1) / tick * tick}) AS instant, max(q.closes_at) AS latest,
       min(q.closes_at) AS earliest, min(q.started_at) AS begun, max(q.ended_at) AS ended
  WITH night, instant, earliest, begun, ended, instant <= $now AND NOT EXISTS {
    MATCH (r:_mem:pass_run)
    WHERE r.workspace_id = $workspace_id AND r.pass = 'patterns' AND r.now >= latest AND r.now <= instant
  } AS due
  ORDER BY instant
  WITH collect(CASE WHEN due THEN instant END) AS dues,
       min(CASE WHEN earliest <= night THEN begun END) AS begun,
       max(CASE WHEN earliest <= night THEN ended END) AS ended
  WITH dues, begun, ended, CASE WHEN $batch < 500 THEN $batch ELSE 500 END AS most
  RETURN dues[0..most] AS instants, begun, ended, most
}
CALL (instants) {
  UNWIND instants AS instant
  MERGE (r:_mem:pass_run {workspace_id: $workspace_id, id: oxgraph.stable_id($workspace_id, 'pass_run',
    ['patterns', toString(instant.epochMillis)])})
  ON CREATE SET r.pass = 'patterns', r.version = 1, r.files = [], r.now = instant, r.started_at = instant,
    r.status = 'done', r.replayed_by = $run_id, r.created_at = $now
}
// What closed before a new instant and was counted after it counts at it: the pairs are folded anew.
CALL (instants) {
  UNWIND instants AS instant
  CALL (instant) {
    CALL (instant) {
      MATCH (r:_mem:pass_run)
      WHERE r.workspace_id = $workspace_id AND r.pass = 'patterns' AND r.now < instant
      RETURN r.now AS before ORDER BY r.now DESC LIMIT 1
      UNION ALL
      RETURN datetime({epochMillis: 0}) AS before
    }
    RETURN max(before) AS before
  }
  MATCH (q:_mem:sequence)
  WHERE q.workspace_id = $workspace_id AND q.closes_at > before AND q.closes_at <= instant AND q.counted_at > instant
  SET q.uncounted_at = q.closes_at, q.counted_at = null
  RETURN count(q) AS taken_back
}
// From when to when the benchmarks of past nights have to be measured anew.
CALL (begun, ended) {
  WITH begun, ended WHERE begun IS NOT NULL
  MATCH (w:_mem:workspace {workspace_id: $workspace_id, id: $workspace_id})
  SET w.history_from = CASE WHEN w.history_from < begun THEN w.history_from ELSE begun END,
      w.history_to = CASE WHEN w.history_to > ended THEN w.history_to ELSE ended END
}
RETURN size(instants) AS instants, taken_back, CASE WHEN size(instants) = most THEN 1 ELSE 0 END AS remaining
