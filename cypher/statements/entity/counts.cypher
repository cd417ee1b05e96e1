//@ statement: entity/counts
//@ summary: How many entities of a workspace are shown and hidden, and how many of each type are shown, the most first.
//@ param: workspace_id STRING
//@ param: visible LIST<STRING>
//@ param: limit INTEGER
//@ yields: entities INTEGER
//@ yields: hidden INTEGER
//@ yields: types LIST<MAP>
// Types that differ only in case are one, as in the filters. No name is that of entities without a type. Reads all
// entities once.
MATCH (e:entity) USING INDEX SEEK e:entity(workspace_id, name)
WHERE e.workspace_id = $workspace_id AND e.name IS NOT NULL
  AND ($visible IS NULL OR coalesce(e.private_to, '') IN $visible)
WITH toLower(e.type) AS key, min(e.type) AS name, count(CASE WHEN e.deleted_at IS NULL THEN 1 END) AS shown, count(*) AS known
ORDER BY shown DESC, key
WITH sum(shown) AS entities, sum(known) AS known, collect(CASE WHEN shown > 0 THEN {name: name, entities: shown} END) AS types
RETURN entities, known - entities AS hidden, types[..$limit] AS types
