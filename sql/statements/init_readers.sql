-- Gives the readers of earlier versions the limits of new ones (reader_setting.sql), where a superuser runs it.
DO $$
DECLARE
  reader name;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = session_user AND rolsuper) THEN
    RETURN;
  END IF;
  FOR reader IN SELECT role_name FROM app.readers WHERE role_name IN (SELECT rolname FROM pg_catalog.pg_roles) LOOP
    EXECUTE pg_catalog.format('ALTER ROLE %I SET work_mem = ''16MB''', reader);
    EXECUTE pg_catalog.format('ALTER ROLE %I SET temp_file_limit = ''1GB''', reader);
  END LOOP;
END
$$
