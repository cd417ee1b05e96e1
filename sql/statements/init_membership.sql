-- Lets the login act as owner and writer. Harmless where the login has that right already but may not grant it to itself.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY '{oxgraph_owner,oxgraph_writer}'::text[] LOOP
    BEGIN
      EXECUTE pg_catalog.format('SET LOCAL ROLE %I', wanted);
      RESET ROLE;
    EXCEPTION WHEN insufficient_privilege THEN
      EXECUTE pg_catalog.format('GRANT %I TO %I', wanted, session_user);
    END;
  END LOOP;
END
$$
