//@ statement: adoption/survey
//@ summary: How many nodes a label has, how many of them are memory, and which of the named properties none of them has.
//@ param: workspace_id STRING
//@ param: label STRING
//@ param: properties LIST<STRING>
//@ yields: nodes INTEGER
//@ yields: already INTEGER
//@ yields: elsewhere INTEGER
//@ yields: missing LIST<STRING>
CYPHER 25
CALL () {
  MATCH (n:$($label))
  WITH n, CASE
    WHEN n:_mem THEN n.workspace_id
    ELSE head(COLLECT { MATCH (n)<-[:`_mem:stands_for`]-(s:_mem) RETURN s.workspace_id })
  END AS holder
  RETURN count(n) AS nodes,
         sum(CASE WHEN holder = $workspace_id THEN 1 ELSE 0 END) AS already,
         sum(CASE WHEN holder <> $workspace_id THEN 1 ELSE 0 END) AS elsewhere
}
RETURN nodes, already, elsewhere,
       [key IN $properties WHERE NOT EXISTS { MATCH (n:$($label)) WHERE n[key] IS NOT NULL }] AS missing
