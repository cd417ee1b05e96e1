-- A workspace that was imported under another name has an id of two UUIDs: the original's and that of its own name. Its
-- row, of which workspace_id has all of it, has the second as its id.

COMMENT ON COLUMN app.workspaces.id IS
  'The id that its name has. That of a workspace that was imported under another name is longer: see workspace_id.';

CREATE OR REPLACE FUNCTION app.upsert_text(source regclass, target text, document text) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT format(
    'INSERT INTO %1$s AS t (workspace_id, id, rev, %2$s)
     SELECT s.workspace_id, CASE WHEN length(s.id) = 73 THEN right(s.id, 36) ELSE s.id END::uuid, s.rev, %3$s
     FROM (SELECT i.workspace_id, i.id, i.rev, jsonb_populate_record(NULL::%5$s, %6$s) AS r
           FROM pg_temp.incoming i WHERE i.kind = $1 AND NOT i.deleted OFFSET 0) s
     ON CONFLICT (workspace_id, id) DO UPDATE SET rev = excluded.rev, %4$s WHERE t.rev < excluded.rev',
    target, string_agg(quote_ident(attname), ', ' ORDER BY attnum),
    string_agg('(s.r).' || quote_ident(attname), ', ' ORDER BY attnum),
    string_agg(format('%1$I = excluded.%1$I', attname), ', ' ORDER BY attnum), source, document)
  FROM pg_attribute
  WHERE attrelid = source AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('workspace_id', 'id', 'rev')
$$;

CREATE OR REPLACE FUNCTION app.drop_unfit() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  DELETE FROM pg_temp.incoming
  WHERE id !~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-|$)){1,2}$' OR id LIKE '%-' OR octet_length(workspace_id) > 2000;
END
$$;

CREATE OR REPLACE FUNCTION app.delete_kind(target text, of_kind text) RETURNS bigint
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  removal text := format(
    'DELETE FROM %s t USING pg_temp.incoming i
     WHERE i.kind = $1 AND i.deleted AND t.workspace_id = i.workspace_id AND t.rev < i.rev
       AND t.id = CASE WHEN length(i.id) = 73 THEN right(i.id, 36) ELSE i.id END::uuid',
    target);
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
