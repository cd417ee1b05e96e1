-- The row-level security of tenants: a reader sees the rows of the workspace of its connection (app.current_workspace() of
-- 0001). Names the procedures of 0001 by the terms of the field; tables that have their policies keep them.

ALTER PROCEDURE app.fence(regclass) RENAME TO enable_row_level_security;

CREATE OR REPLACE PROCEDURE app.enable_row_level_security(target regclass)
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
COMMENT ON PROCEDURE app.enable_row_level_security(regclass) IS
  'Enables and forces row-level security on a table: readers see the rows of their workspace, oxgraph_writer all rows, and nobody else any, its owner included.';

ALTER PROCEDURE app.fence_view(regclass) RENAME TO restrict_view;
COMMENT ON PROCEDURE app.restrict_view(regclass) IS
  'Lets readers query a view under the policies of its tables (security barrier; security invoker from Postgres 15 on).';

ALTER PROCEDURE app.seal(regclass) RENAME TO restrict_to_owner;
COMMENT ON PROCEDURE app.restrict_to_owner(regclass) IS
  'Closes a table to every role but oxgraph_owner and, where granted, oxgraph_writer.';

COMMENT ON COLUMN agent_memory.transitions.by IS
  'Who made an administrative change: the name of a token, or operator. Null for all other transitions.';
COMMENT ON COLUMN agent_memory.transitions.by_id IS 'The id of that token; null for the operator.';
COMMENT ON COLUMN agent_memory.transitions.audited_at IS
  'When an administrative change was made; null for all other transitions.';
