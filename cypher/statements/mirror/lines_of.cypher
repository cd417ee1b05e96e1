//@ statement: mirror/lines_of
//@ summary: Nodes of a workspace as lines of Postgres' COPY, those of some kinds, in the order of ids after the given one; `last` is null at the end.
//@ param: workspace_id STRING
//@ param: after STRING
//@ param: limit INTEGER
//@ param: kinds LIST<STRING>
//@ yields: rows INTEGER
//@ yields: last STRING
//@ yields: lines LIST<STRING>
CALL oxgraph.changes_of($workspace_id, $after, $limit) YIELD rev, workspace_id, id, kind, deleted, document
WITH id, CASE WHEN kind IN $kinds AND NOT deleted THEN
  toString(rev)
  + '\t' + replace(replace(replace(replace(workspace_id, '\\', '\\\\'), '\t', '\\t'), '\n', '\\n'), '\r', '\\r')
  + '\t' + replace(replace(replace(replace(id, '\\', '\\\\'), '\t', '\\t'), '\n', '\\n'), '\r', '\\r')
  + '\t' + kind + '\tf\t' + replace(document, '\\', '\\\\') + '\n'
END AS line
RETURN count(*) AS rows, max(id) AS last, collect(line) AS lines
