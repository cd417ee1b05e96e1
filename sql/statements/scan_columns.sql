-- The text columns of each mirrored table, which an erasure searches.
SELECT t.kind, t.schema_name, t.table_name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
FROM app.tables() t
JOIN pg_attribute a ON a.attrelid = format('%I.%I', t.schema_name, t.table_name)::regclass
WHERE a.attnum > 0 AND NOT a.attisdropped
  AND a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
GROUP BY t.kind, t.schema_name, t.table_name
ORDER BY t.schema_name, t.table_name
