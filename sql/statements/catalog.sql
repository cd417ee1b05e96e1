-- Every table and view that readers see, with its columns and comments; for the documentation.
SELECT n.nspname || '.' || c.relname AS relation,
       c.relkind = 'v'               AS is_view,
       obj_description(c.oid, 'pg_class') AS summary,
       a.attname::text               AS column_name,
       format_type(a.atttypid, NULL) AS type,
       col_description(c.oid, a.attnum) AS meaning
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname IN ('agent_memory', 'app') AND c.relkind IN ('r', 'v')
  AND has_table_privilege('oxgraph_reader', c.oid, 'SELECT')
ORDER BY is_view, relation, a.attnum
