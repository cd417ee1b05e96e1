-- What was taken from the mirror's tables without which rows are lost, or shown to others: columns, primary keys,
-- row-level security. columns: JSON, {kind, property} of each property that has a column.
WITH placed AS (
  SELECT t.kind, c.oid AS relation, c.relrowsecurity AND c.relforcerowsecurity AS is_restricted
  FROM app.tables() t JOIN pg_class c ON c.oid = to_regclass(format('%%I.%%I', t.schema_name, t.table_name))
)
SELECT format('the column %%s of %%s', e.property, relation::regclass) AS part
FROM placed JOIN jsonb_to_recordset(%(columns)s::jsonb) AS e(kind text, property text) USING (kind)
WHERE NOT EXISTS (SELECT FROM pg_attribute
                  WHERE attrelid = relation AND attname = e.property AND attnum > 0 AND NOT attisdropped)
UNION ALL
SELECT format('the primary key of %%s', relation::regclass) FROM placed
WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = relation AND contype = 'p')
UNION ALL
SELECT format('the row-level security of %%s', relation::regclass) FROM placed WHERE NOT is_restricted
ORDER BY part
