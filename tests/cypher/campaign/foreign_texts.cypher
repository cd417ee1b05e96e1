//@ query: foreign_texts
//@ summary: Nodes of a workspace that hold a text of another one.
//@ param: workspace_id STRING
//@ param: marks LIST<STRING>
//@ yields: id STRING
//@ yields: property STRING
MATCH (n:_mem) WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL
UNWIND [key IN keys(n) WHERE NOT key STARTS WITH 'embedding'] AS key
WITH n, key, CASE valueType(n[key])
  WHEN 'STRING NOT NULL' THEN [n[key]]
  WHEN 'LIST<STRING NOT NULL> NOT NULL' THEN n[key]
  ELSE []
END AS texts
WHERE any(text IN texts WHERE any(mark IN $marks WHERE text CONTAINS mark))
RETURN n.id AS id, key AS property LIMIT 100
