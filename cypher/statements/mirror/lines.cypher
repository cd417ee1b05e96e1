//@ statement: mirror/lines
//@ summary: The next changes as lines of Postgres' COPY (its text format), those of some kinds; `rows` and `position` count all.
//@ param: since INTEGER
//@ param: limit INTEGER
//@ param: kinds LIST<STRING>
//@ yields: rows INTEGER
//@ yields: position INTEGER
//@ yields: lines LIST<STRING>
CALL oxgraph.changes($since, $limit) YIELD rev, workspace_id, id, kind, deleted, document
WITH rev, CASE WHEN kind IN $kinds THEN
  toString(rev)
  + '\t' + replace(replace(replace(replace(workspace_id, '\\', '\\\\'), '\t', '\\t'), '\n', '\\n'), '\r', '\\r')
  + '\t' + replace(replace(replace(replace(id, '\\', '\\\\'), '\t', '\\t'), '\n', '\\n'), '\r', '\\r')
  + '\t' + kind + CASE WHEN deleted THEN '\tt\t\\N\n' ELSE '\tf\t' + replace(document, '\\', '\\\\') + '\n' END
END AS line
RETURN count(*) AS rows, coalesce(max(rev), $since) AS position, collect(line) AS lines
