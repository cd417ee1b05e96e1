-- Several graphs in one mirror, each a source with its own position, and tables that can be partitioned by workspace.
-- A workspace has the rows of one source, also while it moves and both have it.

ALTER TABLE app.mirror DROP COLUMN one_row;
ALTER TABLE app.mirror ADD COLUMN source text COLLATE "C" NOT NULL DEFAULT 'main' PRIMARY KEY;
COMMENT ON TABLE app.mirror IS 'How far the copier has come; one row a source.';
COMMENT ON COLUMN app.mirror.source IS 'The name of the server in the directory; main, where there is one.';
GRANT INSERT ON app.mirror TO oxgraph_writer;

ALTER TABLE app.witnesses ADD COLUMN source text COLLATE "C" NOT NULL DEFAULT 'main';
COMMENT ON COLUMN app.witnesses.source IS 'The source of the change.';

CREATE TABLE app.placements (
  workspace_id text COLLATE "C" PRIMARY KEY,
  source text COLLATE "C" NOT NULL,
  complete boolean NOT NULL DEFAULT true
);
COMMENT ON TABLE app.placements IS
  'From which source the rows of a workspace are. Rows of a workspace that is not here are from main.';
COMMENT ON COLUMN app.placements.workspace_id IS 'The workspace.';
COMMENT ON COLUMN app.placements.source IS 'The source.';
COMMENT ON COLUMN app.placements.complete IS 'False: its next change has all of the workspace copied again.';
CALL app.restrict_to_owner('app.placements');
GRANT SELECT, INSERT, UPDATE, DELETE ON app.placements TO oxgraph_writer;

CREATE FUNCTION app.source_of(of_workspace text) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$ SELECT coalesce((SELECT p.source FROM app.placements p WHERE p.workspace_id = of_workspace), 'main') $$;
COMMENT ON FUNCTION app.source_of(text) IS 'From which source the rows of a workspace are.';

CREATE FUNCTION app.delete_rows(of_workspace text) RETURNS bigint
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
  removed bigint := 0;
  of_one bigint;
BEGIN
  FOR of_table IN SELECT app.target(NULL, t.schema_name, t.table_name) AS name FROM app.tables() t LOOP
    EXECUTE format('DELETE FROM %s WHERE workspace_id = $1', of_table.name) USING of_workspace;
    GET DIAGNOSTICS of_one = ROW_COUNT;
    removed := removed + of_one;
  END LOOP;
  RETURN removed;
END
$$;
COMMENT ON FUNCTION app.delete_rows(text) IS 'Takes out all rows of a workspace, which others replace; its readers stay.';

-- The comparison of 0004, of the workspaces of one source.
DROP FUNCTION app.suspect(text);
CREATE FUNCTION app.suspect(target_schema text, of_source text) RETURNS bigint
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
       LEFT JOIN app.placements p ON p.workspace_id = coalesce(f.workspace_id, e.workspace_id)
       WHERE coalesce(p.source, ''main'') = $1 AND (f.id IS NULL OR e.id IS NULL OR f *<> e)',
      of_table.table_name, app.target(NULL, of_table.schema_name, of_table.table_name),
      app.target(target_schema, of_table.schema_name, of_table.table_name)) USING of_source;
    GET DIAGNOSTICS found_some = ROW_COUNT;
    suspects := suspects + found_some;
  END LOOP;
  RETURN suspects;
END
$$;
COMMENT ON FUNCTION app.suspect(text, text) IS
  'Notes in pg_temp.suspects the rows of a source that are not as they are in the other schema; how many.';

DROP FUNCTION app.replace_rows(text);
CREATE FUNCTION app.replace_rows(target_schema text, of_source text, OUT written bigint, OUT removed bigint)
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
     WHERE f.workspace_id = r.workspace_id AND app.source_of(f.workspace_id) = $1
       AND NOT EXISTS (SELECT FROM %s e WHERE e.workspace_id = f.workspace_id AND e.created_at = f.created_at)',
    app.target(target_schema, 'app', 'workspaces')) USING of_source;
  FOR of_table IN
    SELECT t.table_name, app.target(NULL, t.schema_name, t.table_name) AS ours,
           app.target(target_schema, t.schema_name, t.table_name) AS fresh,
           string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS names,
           string_agg('e.' || quote_ident(a.attname), ', ' ORDER BY a.attnum) AS values,
           string_agg(format('%1$I = excluded.%1$I', a.attname), ', ') AS columns
    FROM app.tables() t JOIN pg_attribute a
      ON a.attrelid = format('%I.%I', t.schema_name, t.table_name)::regclass AND a.attnum > 0 AND NOT a.attisdropped
    GROUP BY 1, 2, 3
  LOOP
    EXECUTE format(
      'DELETE FROM %s f WHERE app.source_of(f.workspace_id) = $1
         AND NOT EXISTS (SELECT FROM %s e WHERE e.workspace_id = f.workspace_id AND e.id = f.id)',
      of_table.ours, of_table.fresh) USING of_source;
    GET DIAGNOSTICS of_one = ROW_COUNT;
    removed := removed + of_one;
    EXECUTE format(
      'INSERT INTO %1$s (%4$s) SELECT %5$s FROM %2$s e
       LEFT JOIN %1$s f ON f.workspace_id = e.workspace_id AND f.id = e.id
       LEFT JOIN app.placements p ON p.workspace_id = e.workspace_id
       WHERE coalesce(p.source, ''main'') = $1 AND (f.id IS NULL OR f *<> e)
       ON CONFLICT (workspace_id, id) DO UPDATE SET %3$s',
      of_table.ours, of_table.fresh, of_table.columns, of_table.names, of_table.values) USING of_source;
    GET DIAGNOSTICS of_one = ROW_COUNT;
    written := written + of_one;
  END LOOP;
END
$$;
COMMENT ON FUNCTION app.replace_rows(text, text) IS
  'Makes the rows of a source like those in the other schema, touching only what differs; how many were written and taken out.';

GRANT EXECUTE ON FUNCTION app.source_of(text), app.delete_rows(text), app.suspect(text, text),
  app.replace_rows(text, text) TO oxgraph_writer;

-- Partitions. The key of every table begins with workspace_id, so each can be spread by its hash.

-- Policies, rights, comments and statistics of a table, for the one that takes its place; of a partition only what
-- closes it, since it is read and written by its table.
CREATE PROCEDURE app.dress(source regclass, target regclass)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  one record;
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', target);
  FOR one IN SELECT attname FROM pg_attribute WHERE attrelid = target AND attnum > 0 AND NOT attisdropped LOOP
    EXECUTE format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STATISTICS 0', target, one.attname);
  END LOOP;
  IF source IS NULL THEN
    RETURN;
  END IF;
  EXECUTE format('COMMENT ON TABLE %s IS %L', target, obj_description(source, 'pg_class'));
  FOR one IN
    SELECT polname, polcmd, pg_get_expr(polqual, polrelid) AS qual, pg_get_expr(polwithcheck, polrelid) AS checked,
           (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r)) END, ', ')
            FROM unnest(polroles) r) AS roles
    FROM pg_policy WHERE polrelid = source
  LOOP
    EXECUTE format('CREATE POLICY %I ON %s FOR %s TO %s', one.polname, target,
      CASE one.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
                      ELSE 'ALL' END, one.roles)
      || coalesce(' USING (' || one.qual || ')', '') || coalesce(' WITH CHECK (' || one.checked || ')', '');
  END LOOP;
  FOR one IN
    SELECT a.privilege_type, pg_get_userbyid(a.grantee) AS grantee
    FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = source AND a.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT %s ON %s TO %I', one.privilege_type, target, one.grantee);
  END LOOP;
END
$$;
COMMENT ON PROCEDURE app.dress(regclass, regclass) IS
  'Gives a table the policies, rights and comment of another; without another it closes the table.';

-- Views of ours are made anew over the new tables; somebody else's view on a table stops it with an error.
CREATE FUNCTION app.partition_tables(partitions integer) RETURNS text[]
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_table record;
  of_view record;
  of_column record;
  views jsonb;
  made text[] := '{}';
  ours text;
  fresh text;
BEGIN
  IF partitions NOT BETWEEN 1 AND 1024 THEN
    RAISE invalid_parameter_value USING MESSAGE = 'the number of partitions must be between 1 and 1024';
  END IF;
  FOR of_table IN
    SELECT t.*, format('%I.%I', t.schema_name, t.table_name)::regclass AS relation FROM app.tables() t
    WHERE partitions <> (SELECT count(*) FROM pg_inherits h
                         WHERE h.inhparent = format('%I.%I', t.schema_name, t.table_name)::regclass)
    ORDER BY t.table_name
  LOOP
    ours := of_table.relation::text;
    views := (
      WITH RECURSIVE over (view, depth) AS (
        SELECT r.ev_class, 1 FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid
        WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
          AND d.refobjid = of_table.relation AND r.ev_class <> of_table.relation
        UNION
        SELECT r.ev_class, o.depth + 1 FROM over o JOIN pg_depend d ON d.refobjid = o.view
        JOIN pg_rewrite r ON r.oid = d.objid
        WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND r.ev_class <> o.view
      ), deepest AS (SELECT view, max(depth) AS depth FROM over GROUP BY 1)
      SELECT coalesce(jsonb_agg(jsonb_build_object(
               'name', format('%I.%I', n.nspname, c.relname), 'body', pg_get_viewdef(o.view),
               'said', obj_description(o.view, 'pg_class'),
               'columns', (SELECT jsonb_object_agg(a.attname, col_description(o.view, a.attnum)) FROM pg_attribute a
                           WHERE a.attrelid = o.view AND a.attnum > 0 AND col_description(o.view, a.attnum) IS NOT NULL)
             ) ORDER BY o.depth), '[]')
      FROM deepest o JOIN pg_class c ON c.oid = o.view JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE pg_get_userbyid(c.relowner) = 'oxgraph_owner' AND c.relkind = 'v');
    FOR of_view IN
      SELECT v.value ->> 'name' AS name FROM jsonb_array_elements(views) WITH ORDINALITY v ORDER BY v.ordinality DESC
    LOOP
      EXECUTE format('DROP VIEW %s', of_view.name);
    END LOOP;
    fresh := format('%I.%I', of_table.schema_name, of_table.table_name || '_fresh');
    EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES
                    INCLUDING COMMENTS) PARTITION BY HASH (workspace_id)', fresh, ours);
    CALL app.dress(of_table.relation, fresh::regclass);
    -- The owner moves the rows past the policies, which the new table has as well.
    EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', ours);
    EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', fresh);
    EXECUTE format('ALTER TABLE %s RENAME TO %I', ours, of_table.table_name || '_former');
    EXECUTE format('ALTER TABLE %s RENAME TO %I', fresh, of_table.table_name);
    -- The partitions of the former table have their names until it is gone.
    FOR n IN 0 .. partitions - 1 LOOP
      EXECUTE format('CREATE TABLE %I.%I PARTITION OF %I.%I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
        of_table.schema_name, of_table.table_name || '_of_' || partitions || '_' || n, of_table.schema_name,
        of_table.table_name, partitions, n);
      CALL app.dress(NULL, format('%I.%I', of_table.schema_name,
        of_table.table_name || '_of_' || partitions || '_' || n)::regclass);
    END LOOP;
    EXECUTE format('INSERT INTO %I.%I SELECT * FROM %I.%I', of_table.schema_name, of_table.table_name,
      of_table.schema_name, of_table.table_name || '_former');
    EXECUTE format('DROP TABLE %I.%I', of_table.schema_name, of_table.table_name || '_former');
    EXECUTE format('ALTER TABLE %I.%I FORCE ROW LEVEL SECURITY', of_table.schema_name, of_table.table_name);
    made := made || format('%I.%I', of_table.schema_name, of_table.table_name);
    FOR of_view IN SELECT * FROM jsonb_to_recordset(views) v (name text, body text, said text, columns jsonb) LOOP
      EXECUTE format('CREATE VIEW %s AS %s', of_view.name, of_view.body);
      IF of_view.said IS NOT NULL THEN
        EXECUTE format('COMMENT ON VIEW %s IS %L', of_view.name, of_view.said);
      END IF;
      FOR of_column IN SELECT c.key, c.value FROM jsonb_each_text(coalesce(of_view.columns, '{}')) c LOOP
        EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', of_view.name, of_column.key, of_column.value);
      END LOOP;
      CALL app.restrict_view(of_view.name::regclass);
    END LOOP;
  END LOOP;
  RETURN made;
END
$$;
COMMENT ON FUNCTION app.partition_tables(integer) IS
  'Spreads each mirrored table over so many partitions by the hash of workspace_id; the tables that were not so before.';
