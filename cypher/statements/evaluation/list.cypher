//@ statement: evaluation/list
//@ summary: Runs of gold sets and replays, the newest first; those of some ids alone when asked for.
//@ plan: one
//@ param: workspace_id STRING
//@ param: ids LIST<STRING>
//@ param: name STRING
//@ param: limit INTEGER
//@ yields: id STRING
//@ yields: kind STRING
//@ yields: name STRING
//@ yields: at DATETIME
//@ yields: questions INTEGER
//@ yields: turns INTEGER
//@ yields: model STRING
//@ yields: metrics STRING
//@ yields: settings STRING
//@ yields: version STRING
MATCH (e:evaluation)
WHERE e.workspace_id = $workspace_id AND e.at IS NOT NULL
  AND ($ids IS NULL OR e.id IN $ids) AND ($name IS NULL OR e.name = $name)
RETURN e.id AS id, e.kind AS kind, e.name AS name, e.at AS at, e.questions AS questions, e.turns AS turns,
       e.model AS model, e.metrics AS metrics, e.settings AS settings, e.version AS version
ORDER BY e.at DESC, id
LIMIT $limit
