-- How a page of the feed becomes rows. Everything here runs as oxgraph_writer, with that role's rights.

CREATE FUNCTION app.tables(OUT kind text, OUT schema_name text, OUT table_name text) RETURNS SETOF record
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
  VALUES ('workspace', 'app', 'workspaces'),
         ('action', 'agent_memory', 'agent_actions'),
         ('sequence', 'agent_memory', 'agent_sequences'),
         ('pattern', 'agent_memory', 'agent_patterns'),
         ('metric', 'agent_memory', 'agent_metric_definitions'),
         ('benchmark', 'agent_memory', 'agent_benchmarks'),
         ('memory', 'agent_memory', 'memories'),
         ('transition', 'agent_memory', 'transitions'),
         ('episode', 'app', 'memory_episodes')
$$;
COMMENT ON FUNCTION app.tables() IS 'Which kind of node is mirrored in which table. Kinds that are not here are passed over.';

-- What of a document fits the columns of a table: the slow way, taken when a page as a whole does not. oxgraph writes
-- every mirrored property itself, of one type; only a person with the graph's login can have put another value there.
-- What no B-tree page can hold of an indexed column is left out too.
CREATE FUNCTION app.fitting(target regclass, document jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  property record;
  fits jsonb := '{}';
BEGIN
  FOR property IN
    SELECT d.key, d.value, EXISTS (
             SELECT FROM pg_index i WHERE i.indrelid = target AND a.attnum = ANY (i.indkey::smallint[])) AS indexed
    FROM jsonb_each(document) d JOIN pg_attribute a ON a.attrelid = target AND a.attname = d.key AND a.attnum > 0
  LOOP
    CONTINUE WHEN property.indexed AND octet_length(property.value #>> '{}') > 2000;
    BEGIN
      EXECUTE format('SELECT jsonb_populate_record(NULL::%s, $1)', target)
        USING jsonb_build_object(property.key, property.value);
      fits := fits || jsonb_build_object(property.key, property.value);
    EXCEPTION WHEN data_exception THEN
      NULL;
    END;
  END LOOP;
  RETURN fits;
END
$$;
COMMENT ON FUNCTION app.fitting(regclass, jsonb) IS 'The properties of a document whose values fit their columns.';

-- $1 is the kind. The record is made once for each row (OFFSET 0 keeps it from being made once for each column).
CREATE FUNCTION app.upsert_text(source regclass, target text, document text) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT format(
    'INSERT INTO %1$s AS t (workspace_id, id, rev, %2$s)
     SELECT s.workspace_id, s.id::uuid, s.rev, %3$s
     FROM (SELECT i.workspace_id, i.id, i.rev, jsonb_populate_record(NULL::%5$s, %6$s) AS r
           FROM pg_temp.incoming i WHERE i.kind = $1 AND NOT i.deleted OFFSET 0) s
     ON CONFLICT (workspace_id, id) DO UPDATE SET rev = excluded.rev, %4$s WHERE t.rev < excluded.rev',
    target, string_agg(quote_ident(attname), ', ' ORDER BY attnum),
    string_agg('(s.r).' || quote_ident(attname), ', ' ORDER BY attnum),
    string_agg(format('%1$I = excluded.%1$I', attname), ', ' ORDER BY attnum), source, document)
  FROM pg_attribute
  WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('workspace_id', 'id', 'rev')
$$;
COMMENT ON FUNCTION app.upsert_text(regclass, text, text) IS
  'The statement that writes the rows of a kind into a table with the columns of source.';

-- Ids of ours are UUIDs. A node with another is none that oxgraph made, whatever its labels say, and gets no row.
CREATE FUNCTION app.drop_unfit() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  DELETE FROM pg_temp.incoming
  WHERE id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' OR octet_length(workspace_id) > 2000;
END
$$;
COMMENT ON FUNCTION app.drop_unfit() IS 'Takes out of the page what no table can have as its key.';

CREATE FUNCTION app.upsert_kind(source regclass, target text, of_kind text) RETURNS bigint
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  -- A workspace's settings are whatever else stands on its node, but for what only the passes need.
  document text := CASE of_kind WHEN 'workspace' THEN 'i.document || jsonb_build_object(''settings'', i.document - '
    '''{id,workspace_id,rev,created_at,name,deleted_at,purging,cut_gap_seconds,cut_cursor,embedding_slot,'
    'stale_embedding_slot,next_embedding_model,next_embedding_dimension}''::text[])' ELSE 'i.document' END;
  written bigint;
BEGIN
  BEGIN
    EXECUTE app.upsert_text(source, target, document) USING of_kind;
    GET DIAGNOSTICS written = ROW_COUNT;
  EXCEPTION WHEN data_exception OR program_limit_exceeded OR cardinality_violation THEN
    PERFORM app.drop_unfit();
    EXECUTE app.upsert_text(source, target, format('app.fitting(%L::regclass, %s)', source, document)) USING of_kind;
    GET DIAGNOSTICS written = ROW_COUNT;
  END;
  RETURN written;
END
$$;
COMMENT ON FUNCTION app.upsert_kind(regclass, text, text) IS
  'Writes the page''s nodes of a kind where the row is older; how many rows that were.';

CREATE FUNCTION app.delete_kind(target text, of_kind text) RETURNS bigint
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  removal text := format(
    'DELETE FROM %s t USING pg_temp.incoming i
     WHERE i.kind = $1 AND i.deleted AND t.workspace_id = i.workspace_id AND t.id = i.id::uuid AND t.rev < i.rev', target);
  removed bigint;
BEGIN
  BEGIN
    EXECUTE removal USING of_kind;
    GET DIAGNOSTICS removed = ROW_COUNT;
  EXCEPTION WHEN data_exception THEN
    PERFORM app.drop_unfit();
    EXECUTE removal USING of_kind;
    GET DIAGNOSTICS removed = ROW_COUNT;
  END;
  RETURN removed;
END
$$;
COMMENT ON FUNCTION app.delete_kind(text, text) IS 'Takes out the rows of a kind that the page says are deleted; how many.';

CREATE FUNCTION app.target(target_schema text, schema_name text, table_name text) RETURNS text
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$ SELECT format('%I.%I', coalesce(target_schema, schema_name), table_name) $$;
COMMENT ON FUNCTION app.target(text, text, text) IS 'A table''s name, in the schema given or in its own.';

-- A workspace that was purged: its rows go everywhere, what the page says of it before goes unwritten, and its readers
-- lose it, so that a later workspace of the same name (and id) is not theirs. Its tombstone stands in `system`.
CREATE FUNCTION app.delete_workspaces(target_schema text) RETURNS bigint
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  purged record;
  of_table record;
  removed bigint := 0;
  of_one bigint;
BEGIN
  FOR purged IN
    SELECT i.id, i.rev FROM pg_temp.incoming i
    WHERE i.kind = 'workspace' AND i.deleted AND i.workspace_id IN ('system', i.id) ORDER BY i.rev
  LOOP
    FOR of_table IN SELECT app.target(target_schema, t.schema_name, t.table_name) AS name FROM app.tables() t LOOP
      EXECUTE format('DELETE FROM %s WHERE workspace_id = $1 AND rev < $2', of_table.name) USING purged.id, purged.rev;
      GET DIAGNOSTICS of_one = ROW_COUNT;
      removed := removed + of_one;
    END LOOP;
    DELETE FROM pg_temp.incoming i WHERE i.workspace_id = purged.id AND i.rev < purged.rev;
    IF target_schema IS NULL THEN
      DELETE FROM app.readers WHERE workspace_id = purged.id;
    END IF;
  END LOOP;
  RETURN removed;
END
$$;
COMMENT ON FUNCTION app.delete_workspaces(text) IS 'Takes out all rows of the workspaces that the page says are purged; how many.';

-- The page stands in the temporary table incoming (rev bigint, workspace_id text, id text, kind text, deleted boolean,
-- document jsonb), which is used up. target_schema: where the tables are instead, such as pg_temp.
CREATE FUNCTION app.apply_page(target_schema text DEFAULT NULL, OUT written bigint, OUT removed bigint)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
BEGIN
  DELETE FROM pg_temp.incoming i
  USING (SELECT workspace_id, id, max(rev) AS rev FROM pg_temp.incoming GROUP BY 1, 2 HAVING count(*) > 1) latest
  WHERE i.workspace_id = latest.workspace_id AND i.id = latest.id AND i.rev < latest.rev;
  removed := app.delete_workspaces(target_schema);
  written := 0;
  FOR of_table IN
    SELECT t.kind, format('%I.%I', t.schema_name, t.table_name)::regclass AS source,
           app.target(target_schema, t.schema_name, t.table_name) AS target, bool_or(i.deleted) AS deletes,
           bool_or(NOT i.deleted) AS writes
    FROM app.tables() t JOIN pg_temp.incoming i ON i.kind = t.kind GROUP BY 1, 2, 3
  LOOP
    IF of_table.deletes THEN
      removed := removed + app.delete_kind(of_table.target, of_table.kind);
    END IF;
    IF of_table.writes THEN
      written := written + app.upsert_kind(of_table.source, of_table.target, of_table.kind);
    END IF;
  END LOOP;
END
$$;
COMMENT ON FUNCTION app.apply_page(text) IS
  'Writes a page of the feed: of each node the last word, deletions and rows where the row is older. How many rows were written and taken out.';

-- Empty tables of the same make in another schema (pg_temp, for a rebuild or a check); as oxgraph_writer.
CREATE PROCEDURE app.copy_tables(target_schema text)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
BEGIN
  FOR of_table IN SELECT * FROM app.tables() LOOP
    EXECUTE format('CREATE TABLE %I.%I (LIKE %I.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)',
                   target_schema, of_table.table_name, of_table.schema_name, of_table.table_name);
  END LOOP;
END
$$;
COMMENT ON PROCEDURE app.copy_tables(text) IS 'Makes empty tables with the mirror''s columns and keys in another schema.';

GRANT EXECUTE ON FUNCTION app.tables(), app.fitting(regclass, jsonb), app.upsert_text(regclass, text, text),
  app.upsert_kind(regclass, text, text), app.delete_kind(text, text), app.drop_unfit(), app.target(text, text, text),
  app.delete_workspaces(text), app.apply_page(text) TO oxgraph_writer;
GRANT EXECUTE ON PROCEDURE app.copy_tables(text) TO oxgraph_writer;
