-- What keeps workspaces apart: who reads which workspace, and the policies that go by it.
-- Applied by `oxgraph mirror init` as oxgraph_owner; the roles and schemas are made before (statements/init_*.sql).

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

CREATE TABLE app.readers (
  role_name name PRIMARY KEY,
  workspace_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE app.readers IS
  'Which workspace a login reads. No other login sees a row of the mirror, and none sees this table.';
COMMENT ON COLUMN app.readers.role_name IS 'The login, as session_user names it.';
COMMENT ON COLUMN app.readers.workspace_id IS 'The workspace whose rows it sees.';
COMMENT ON COLUMN app.readers.created_at IS 'When the login was made.';
CREATE INDEX readers_of_workspace ON app.readers (workspace_id);

CREATE TABLE app.mirror (
  one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row),
  database_id text,
  "position" bigint NOT NULL DEFAULT 0,
  copied_at timestamptz,
  rows_copied bigint NOT NULL DEFAULT 0,
  last_error text,
  last_error_at timestamptz,
  rebuilt_at timestamptz
);
INSERT INTO app.mirror DEFAULT VALUES;
COMMENT ON TABLE app.mirror IS 'How far the copier has come; one row.';
COMMENT ON COLUMN app.mirror.one_row IS 'Always true: there is one row.';
COMMENT ON COLUMN app.mirror.database_id IS 'The graph that the rows come from; null before the first copy.';
COMMENT ON COLUMN app.mirror."position" IS 'Every change up to this rev is in the rows.';
COMMENT ON COLUMN app.mirror.copied_at IS 'When the copier last ended well.';
COMMENT ON COLUMN app.mirror.rows_copied IS 'How many rows have been written since the first copy.';
COMMENT ON COLUMN app.mirror.last_error IS 'Why the last run failed; null once one has gone well.';
COMMENT ON COLUMN app.mirror.last_error_at IS 'When it failed.';
COMMENT ON COLUMN app.mirror.rebuilt_at IS 'When the rows were last filled anew from nothing.';

CREATE TABLE app.workspaces (
  workspace_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  rev bigint NOT NULL,
  created_at timestamptz,
  name text,
  deleted_at timestamptz,
  settings jsonb,
  PRIMARY KEY (workspace_id, id)
);
COMMENT ON TABLE app.workspaces IS 'The workspaces; a reader sees its own.';
COMMENT ON COLUMN app.workspaces.name IS 'As it was given when the workspace was made.';
COMMENT ON COLUMN app.workspaces.deleted_at IS 'When it was deleted; its readers see nothing from then on. Null: it is in use.';
COMMENT ON COLUMN app.workspaces.settings IS 'Its switches and the numbers of its rules, by name.';

-- The login decides (session_user), which no setting and no SET ROLE changes. Security definer, as readers see neither
-- table; null for a login without a workspace, and while the workspace is deleted or not there.
CREATE FUNCTION app.current_workspace() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT r.workspace_id
  FROM app.readers r JOIN app.workspaces w ON w.workspace_id = r.workspace_id
  WHERE r.role_name = session_user AND w.deleted_at IS NULL
$$;
COMMENT ON FUNCTION app.current_workspace() IS
  'The workspace of this login; null where it has none, and while that is deleted.';
GRANT EXECUTE ON FUNCTION app.current_workspace() TO oxgraph_reader, oxgraph_writer;

-- A mapping would be worth nothing for a login that sees every row anyway, and would look as if it were a fence.
CREATE FUNCTION app.refuse_powerful_reader() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = new.role_name AND (rolsuper OR rolbypassrls))
     OR pg_has_role(new.role_name, 'oxgraph_owner', 'MEMBER') OR pg_has_role(new.role_name, 'oxgraph_writer', 'MEMBER')
  THEN
    RAISE insufficient_privilege
      USING MESSAGE = format('%I may see every row, so it cannot be the reader of a workspace', new.role_name);
  END IF;
  RETURN new;
END
$$;
COMMENT ON FUNCTION app.refuse_powerful_reader() IS
  'Refuses as readers superusers, logins that bypass row security, and members of oxgraph_owner and oxgraph_writer.';
CREATE TRIGGER refuse_powerful_reader BEFORE INSERT OR UPDATE ON app.readers
  FOR EACH ROW EXECUTE FUNCTION app.refuse_powerful_reader();

-- For tables that no reader sees.
CREATE PROCEDURE app.seal(target regclass)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', target);
  EXECUTE format('CREATE POLICY mirror_owner ON %s TO oxgraph_owner, oxgraph_writer USING (true) WITH CHECK (true)', target);
END
$$;
COMMENT ON PROCEDURE app.seal(regclass) IS 'Closes a table to all but oxgraph_owner and, where it is granted, oxgraph_writer.';

-- No statistics are kept of the columns: what EXPLAIN estimates from them would tell of rows that the asker cannot see.
CREATE PROCEDURE app.fence(target regclass)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_column name;
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', target);
  EXECUTE format('GRANT SELECT ON %s TO oxgraph_reader', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON %s TO oxgraph_writer', target);
  EXECUTE format('CREATE POLICY mirror_writer ON %s TO oxgraph_writer USING (true) WITH CHECK (true)', target);
  EXECUTE format(
    'CREATE POLICY mirror_reader ON %s FOR SELECT USING (workspace_id = (SELECT app.current_workspace()))', target);
  FOR of_column IN SELECT attname FROM pg_attribute WHERE attrelid = target AND attnum > 0 AND NOT attisdropped LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', target, of_column);
  END LOOP;
  EXECUTE format('COMMENT ON COLUMN %s.workspace_id IS %L', target, 'The workspace that the row belongs to.');
  EXECUTE format('COMMENT ON COLUMN %s.id IS %L', target, 'The id of the node in the graph; unique in its workspace.');
  EXECUTE format('COMMENT ON COLUMN %s.rev IS %L', target,
    'The number of the node''s last change; it only grows. rev >> 16 are milliseconds since 1970.');
  EXECUTE format('COMMENT ON COLUMN %s.created_at IS %L', target, 'When the node was made.');
END
$$;
COMMENT ON PROCEDURE app.fence(regclass) IS
  'Shows a table''s rows to the readers of their workspace and to oxgraph_writer, and to nobody else, its owner included.';

CREATE PROCEDURE app.fence_view(target regclass)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  of_column record;
BEGIN
  EXECUTE format('ALTER VIEW %s SET (security_barrier = true)', target);
  IF current_setting('server_version_num')::integer >= 150000 THEN
    EXECUTE format('ALTER VIEW %s SET (security_invoker = true)', target);
  END IF;
  EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', target);
  EXECUTE format('GRANT SELECT ON %s TO oxgraph_reader, oxgraph_writer', target);
  -- A column that nothing is said of means what that of the same name in a table below it does.
  FOR of_column IN
    SELECT DISTINCT ON (v.attname) v.attname, col_description(b.attrelid, b.attnum) AS said
    FROM pg_attribute v
    JOIN pg_rewrite r ON r.ev_class = target
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
    JOIN pg_attribute b ON b.attrelid = d.refobjid AND b.attnum = d.refobjsubid AND b.attname = v.attname
    WHERE v.attrelid = target AND v.attnum > 0 AND d.refobjid <> target AND col_description(target, v.attnum) IS NULL
    ORDER BY v.attname, b.attrelid
  LOOP
    EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', target, of_column.attname, of_column.said);
  END LOOP;
END
$$;
COMMENT ON PROCEDURE app.fence_view(regclass) IS
  'Lets readers ask a view, under the policies of the tables below it and with none of its rows told by a function.';

CALL app.seal('app.readers');
GRANT SELECT, DELETE ON app.readers TO oxgraph_writer;
CALL app.seal('app.mirror');
GRANT SELECT, UPDATE ON app.mirror TO oxgraph_writer;
-- What yoyo and init keep of the migrations; made before this one.
CALL app.seal('app.mirror_migrations');
CALL app.seal('app.mirror_migrations_log');
CALL app.seal('app.mirror_migrations_tool');
CALL app.seal('app.mirror_checksums');
GRANT SELECT ON app.mirror_checksums TO oxgraph_writer;
CALL app.fence('app.workspaces');
-- current_workspace asks this table itself, as its owner: who therefore is none of "all others" here, and sees the
-- workspace that the login reads.
ALTER POLICY mirror_reader ON app.workspaces TO oxgraph_reader;
CREATE POLICY mirror_owner ON app.workspaces FOR SELECT TO oxgraph_owner
  USING (workspace_id = (SELECT r.workspace_id FROM app.readers r WHERE r.role_name = session_user));
GRANT USAGE ON SCHEMA agent_memory, app TO oxgraph_reader, oxgraph_writer;
