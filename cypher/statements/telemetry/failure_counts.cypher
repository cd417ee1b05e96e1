//@ statement: telemetry/failure_counts
//@ summary: Actions and failures of periods, by slice of time, and by tool, error code, agent and target node type.
//@ param: workspace_id STRING
//@ param: periods LIST<MAP>
//@ yields: period INTEGER
//@ yields: slice INTEGER
//@ yields: dimension STRING
//@ yields: name STRING
//@ yields: failures INTEGER
//@ yields: actions INTEGER
// Each action is read once; all figures of the overview follow from these counts. A period has since, until and the
// seconds of a slice. No slice is the whole period, the empty dimension all its actions; those by an error code, and
// those by a name and a slice, are of failures alone.
UNWIND range(0, size($periods) - 1) AS period
WITH period, $periods[period].since AS since, $periods[period].until AS until,
     $periods[period].since.epochSeconds AS start, $periods[period].seconds AS seconds
MATCH (a:_mem:action) USING INDEX SEEK a:action(workspace_id, started_at)
WHERE a.workspace_id = $workspace_id AND a.started_at >= since AND a.started_at < until
WITH oxgraph.count_actions(a, period, (a.started_at.epochSeconds - start) / seconds) AS counts
UNWIND counts AS row
RETURN row.period AS period, row.slice AS slice, row.dimension AS dimension, row.name AS name,
       row.failures AS failures, row.actions AS actions
