//@ statement: adoption/examine
//@ summary: What of a batch of nodes matters for their adoption; texts are cut, as a longer one fits in no case.
//@ plan: one
//@ param: workspace_id STRING
//@ param: element_ids LIST<STRING>
//@ param: id_property STRING
//@ param: name_property STRING
//@ param: description_property STRING
//@ param: compared LIST<STRING>
//@ param: kept LIST<STRING>
//@ param: kinds LIST<STRING>
//@ yields: element_id STRING
//@ yields: value STRING
//@ yields: name STRING
//@ yields: own LIST<LIST<STRING>>
//@ yields: taken LIST<STRING>
//@ yields: undated BOOLEAN
//@ yields: described BOOLEAN
// `own` holds the node's values of the compared properties, null for one that is no text.
CYPHER 25
UNWIND $element_ids AS element_id
MATCH (n)
WHERE elementId(n) = element_id AND NOT n:_mem AND NOT EXISTS { (n)<-[:`_mem:stands_for`]-() }
WITH element_id, n, toStringOrNull(n[$description_property]) AS description
RETURN element_id,
       CASE WHEN $id_property IS NULL THEN element_id ELSE left(toStringOrNull(n[$id_property]), 600) END AS value,
       left(toStringOrNull(n[$name_property]), 600) AS name,
       [key IN $compared WHERE n[key] IS NOT NULL
         | [key, CASE WHEN n[key] IS :: STRING THEN left(n[key], 600) END]] AS own,
       [key IN $kept WHERE n[key] IS NOT NULL]
         + [label IN labels(n) WHERE label IN $kinds | ':' + label]
         + CASE WHEN n.created_at IS NOT NULL AND NOT n.created_at IS :: ZONED DATETIME THEN ['created_at'] ELSE [] END
         + CASE WHEN n.description IS NOT NULL AND (NOT n.description IS :: STRING OR n.description <> description)
             THEN ['description'] ELSE [] END
         + CASE WHEN EXISTS { (n)--(m) WHERE m.workspace_id <> $workspace_id }
             THEN ['workspace_id of a neighbour'] ELSE [] END AS taken,
       n.created_at IS NULL AS undated,
       n.description IS NULL AND description IS NOT NULL AS described
