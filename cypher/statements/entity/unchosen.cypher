//@ statement: entity/unchosen
//@ summary: Of properties to be shown and to be changed those of a node of the user's own graph that nobody chose to be shown; no row for an entity without one.
//@ param: workspace_id STRING
//@ param: id STRING
//@ param: shown LIST<STRING>
//@ param: given LIST<STRING>
//@ yields: shown LIST<STRING>
//@ yields: changed LIST<STRING>
MATCH (e:_mem:entity {workspace_id: $workspace_id, id: $id})
// What a caller gives replaces the property of an adopted node, not that of a node behind a stand-in.
WITH e, head(COLLECT { MATCH (e)-[:`_mem:stands_for`]->(n) RETURN n }) AS behind
WHERE behind IS NOT NULL OR e.owned IS NULL
WITH e, behind, [line IN coalesce(e.shown_properties, []) | split(line, ': ')[0]] AS chosen
RETURN [name IN $shown
        WHERE coalesce(behind, e)[name] IS NOT NULL AND (behind IS NOT NULL OR NOT name IN $given)
          AND NOT name IN chosen] AS shown,
       [name IN $given
        WHERE behind IS NULL AND e[name] IS NOT NULL AND NOT name IN chosen
          AND NOT name IN coalesce(e.adopted_properties, [])] AS changed
