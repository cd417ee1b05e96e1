//@ query: targets_to_forget
//@ summary: Targets of the last type of action on which something was done on a day, beside other types.
//@ param: workspace_id STRING
//@ param: kinds INTEGER
//@ param: count INTEGER
//@ param: day INTEGER
//@ yields: targets INTEGER
CALL () {
  UNWIND [kind IN range(1, $kinds) | 'act' + kind] + ['last'] AS kind
  CREATE (:_mem:tally {workspace_id: $workspace_id, action_type: kind,
                       id: oxgraph.stable_id($workspace_id, 'tally', [kind, null])})
  RETURN count(*) AS tallies
}
UNWIND range(1, $count) AS target
CREATE (:_mem:node_tally {workspace_id: $workspace_id, id: 'target' + target, action_type: 'last', last_day: $day})
RETURN count(*) AS targets
