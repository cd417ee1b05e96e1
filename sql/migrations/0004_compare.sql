-- How the rows are compared with the same tables filled anew (`oxgraph mirror check`), and become like them (`rebuild`).
-- Rows are compared by their bytes (*<>), so that -0.0 differs from 0.0. Everything here runs as oxgraph_writer.

CREATE FUNCTION app.counted(target_schema text)
RETURNS TABLE (table_name text, workspace_id text, rows bigint, checksum text)
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
BEGIN
  FOR of_table IN SELECT * FROM app.tables() LOOP
    RETURN QUERY EXECUTE format(
      'SELECT %L::text, r.workspace_id, count(*), sum(hash_record_extended(r, 0)::numeric)::text FROM %s r GROUP BY 2',
      of_table.schema_name || '.' || of_table.table_name,
      app.target(target_schema, of_table.schema_name, of_table.table_name));
  END LOOP;
END
$$;
COMMENT ON FUNCTION app.counted(text) IS
  'How many rows each table has of each workspace, and the sum of their hashes; of the tables in another schema, if one is named.';

CREATE FUNCTION app.row_counts() RETURNS TABLE (table_name text, rows bigint)
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
BEGIN
  FOR of_table IN SELECT * FROM app.tables() LOOP
    RETURN QUERY EXECUTE format(
      'SELECT %L::text, count(*) FROM %s',
      of_table.schema_name || '.' || of_table.table_name, app.target(NULL, of_table.schema_name, of_table.table_name));
  END LOOP;
END
$$;
COMMENT ON FUNCTION app.row_counts() IS 'How many rows each table has.';

-- pg_temp.suspects (table_name text, workspace_id text, id uuid) gets the rows that are not alike.
CREATE FUNCTION app.suspect(target_schema text) RETURNS bigint
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
  found_some bigint;
  suspects bigint := 0;
BEGIN
  FOR of_table IN SELECT * FROM app.tables() LOOP
    EXECUTE format(
      'INSERT INTO pg_temp.suspects
       SELECT %L, coalesce(f.workspace_id, e.workspace_id), coalesce(f.id, e.id)
       FROM %s f FULL JOIN %s e ON e.workspace_id = f.workspace_id AND e.id = f.id
       WHERE f.id IS NULL OR e.id IS NULL OR f *<> e',
      of_table.table_name, app.target(NULL, of_table.schema_name, of_table.table_name),
      app.target(target_schema, of_table.schema_name, of_table.table_name));
    GET DIAGNOSTICS found_some = ROW_COUNT;
    suspects := suspects + found_some;
  END LOOP;
  RETURN suspects;
END
$$;
COMMENT ON FUNCTION app.suspect(text) IS 'Notes in pg_temp.suspects the rows that are not as they are in the other schema; how many.';

CREATE FUNCTION app.differences(target_schema text)
RETURNS TABLE (table_name text, workspace_id text, id uuid, expected_rev bigint, found_rev bigint, columns text[])
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
BEGIN
  FOR of_table IN SELECT * FROM app.tables() LOOP
    RETURN QUERY EXECUTE format(
      'SELECT %1$L::text, s.workspace_id, s.id, e.rev, f.rev, CASE WHEN e.id IS NOT NULL AND f.id IS NOT NULL THEN
         ARRAY(SELECT key FROM jsonb_each(to_jsonb(e)) x JOIN jsonb_each(to_jsonb(f)) y USING (key)
               WHERE x.value::text <> y.value::text ORDER BY key) END
       FROM pg_temp.suspects s
       LEFT JOIN %2$s f ON f.workspace_id = s.workspace_id AND f.id = s.id
       LEFT JOIN %3$s e ON e.workspace_id = s.workspace_id AND e.id = s.id
       WHERE s.table_name = %4$L AND (f.id IS NOT NULL OR e.id IS NOT NULL)
         AND (f.id IS NULL OR e.id IS NULL OR f *<> e)',
      of_table.schema_name || '.' || of_table.table_name,
      app.target(NULL, of_table.schema_name, of_table.table_name),
      app.target(target_schema, of_table.schema_name, of_table.table_name), of_table.table_name);
  END LOOP;
END
$$;
COMMENT ON FUNCTION app.differences(text) IS
  'Those of pg_temp.suspects that still are not as they are in the other schema, with the columns that differ.';

CREATE FUNCTION app.replace_rows(target_schema text, OUT written bigint, OUT removed bigint)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
  of_one bigint;
BEGIN
  written := 0;
  removed := 0;
  -- A workspace that is another one by now, or gone: its readers lose it.
  EXECUTE format(
    'DELETE FROM app.readers r USING app.workspaces f
     WHERE f.workspace_id = r.workspace_id
       AND NOT EXISTS (SELECT FROM %s e WHERE e.workspace_id = f.workspace_id AND e.created_at = f.created_at)',
    app.target(target_schema, 'app', 'workspaces'));
  FOR of_table IN
    SELECT t.table_name, app.target(NULL, t.schema_name, t.table_name) AS ours,
           app.target(target_schema, t.schema_name, t.table_name) AS fresh,
           string_agg(format('%1$I = excluded.%1$I', a.attname), ', ') AS columns
    FROM app.tables() t JOIN pg_attribute a
      ON a.attrelid = format('%I.%I', t.schema_name, t.table_name)::regclass AND a.attnum > 0 AND NOT a.attisdropped
    GROUP BY 1, 2, 3
  LOOP
    EXECUTE format(
      'DELETE FROM %s f WHERE NOT EXISTS (SELECT FROM %s e WHERE e.workspace_id = f.workspace_id AND e.id = f.id)',
      of_table.ours, of_table.fresh);
    GET DIAGNOSTICS of_one = ROW_COUNT;
    removed := removed + of_one;
    EXECUTE format(
      'INSERT INTO %1$s SELECT e.* FROM %2$s e LEFT JOIN %1$s f ON f.workspace_id = e.workspace_id AND f.id = e.id
       WHERE f.id IS NULL OR f *<> e
       ON CONFLICT (workspace_id, id) DO UPDATE SET %3$s',
      of_table.ours, of_table.fresh, of_table.columns);
    GET DIAGNOSTICS of_one = ROW_COUNT;
    written := written + of_one;
  END LOOP;
END
$$;
COMMENT ON FUNCTION app.replace_rows(text) IS
  'Makes the rows like those in the other schema, touching only what differs; how many were written and taken out.';

GRANT EXECUTE ON FUNCTION app.counted(text), app.row_counts(), app.suspect(text), app.differences(text), app.replace_rows(text)
  TO oxgraph_writer;
