-- The mirror's tables (with partitions), views and functions that belong to another role than its owner, which passes by
-- grants and can switch row-level security off. relations, functions: names with their schemas.
SELECT is_function, schema, name FROM (
  SELECT false AS is_function, n.nspname AS schema, c.relname AS name, c.relowner AS owner
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
  WHERE coalesce(i.inhparent, c.oid) IN (SELECT to_regclass(r.name) FROM unnest(%(relations)s::text[]) AS r(name))
  UNION ALL
  SELECT true, n.nspname, p.proname, p.proowner FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname || '.' || p.proname = ANY (%(functions)s::text[])
) found
WHERE pg_get_userbyid(owner) <> 'oxgraph_owner'
ORDER BY is_function, schema, name
