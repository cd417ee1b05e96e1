//@ query: texts
//@ summary: Every text of a workspace, but ids, wherever it stands.
//@ param: workspace_id STRING
//@ yields: text STRING
MATCH (n:_mem)
WHERE n.workspace_id = $workspace_id AND n.id IS NOT NULL
UNWIND keys(n) AS property
WITH n, property WHERE NOT property IN ['id', 'workspace_id', 'workspace_term']
WITH CASE WHEN n[property] IS :: STRING NOT NULL THEN [n[property]]
          WHEN n[property] IS :: LIST<STRING NOT NULL> NOT NULL THEN n[property] ELSE [] END AS texts
UNWIND texts AS text
RETURN text
