-- What would let a reader fill the disk, where init's login could not take it away (init_restrict.sql).
SELECT has_database_privilege('oxgraph_reader', current_database(), 'TEMP') AS temporary_tables,
       has_function_privilege('oxgraph_reader', 'pg_catalog.lo_create(oid)', 'EXECUTE') AS large_objects
