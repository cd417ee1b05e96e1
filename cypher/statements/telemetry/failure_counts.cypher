//@ statement: telemetry/failure_counts
//@ summary: Actions and failures of periods, by a slice of time, tool, error code, agent and target node type.
//@ param: workspace_id STRING
//@ param: periods LIST<MAP>
//@ yields: period INTEGER
//@ yields: slice INTEGER
//@ yields: action_type STRING
//@ yields: node_type STRING
//@ yields: agent_id STRING
//@ yields: error_code STRING
//@ yields: failed BOOLEAN
//@ yields: actions INTEGER
// Each action is read once; all figures of the overview follow from these counts. A period has since, until and the
// seconds of a slice.
UNWIND range(0, size($periods) - 1) AS period
WITH period, $periods[period].since AS since, $periods[period].until AS until,
     $periods[period].since.epochSeconds AS start, $periods[period].seconds AS seconds
MATCH (a:_mem:action) USING INDEX SEEK a:action(workspace_id, started_at)
WHERE a.workspace_id = $workspace_id AND a.started_at >= since AND a.started_at < until
WITH oxgraph.count_actions(a, period, (a.started_at.epochSeconds - start) / seconds) AS counts
UNWIND counts AS row
RETURN row.period AS period, row.slice AS slice, row.action_type AS action_type, row.node_type AS node_type,
       row.agent_id AS agent_id, row.error_code AS error_code, row.failed AS failed, row.actions AS actions
