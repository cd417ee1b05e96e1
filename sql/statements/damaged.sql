-- Whether the mirror was made here, and a part of it (but a view) or its roles' rights were taken away since; runs as the owner.
SELECT (EXISTS (SELECT FROM app.mirror_checksums)
        OR EXISTS (SELECT FROM unnest(%(tables)s::text[]) AS t(name) JOIN pg_class c ON c.oid = to_regclass(t.name)
                   WHERE pg_get_userbyid(c.relowner) = current_user))
   AND (EXISTS (SELECT FROM unnest(%(tables)s::text[]) AS t(name) WHERE to_regclass(t.name) IS NULL)
        OR EXISTS (SELECT FROM unnest(%(functions)s::text[]) AS f(name)
                   WHERE f.name NOT IN (SELECT n.nspname || '.' || p.proname
                                        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace))
        OR EXISTS (SELECT FROM unnest('{agent_memory,app}'::text[]) AS s(name),
                        unnest('{oxgraph_reader,oxgraph_writer}'::text[]) AS r(name)
                   WHERE NOT has_schema_privilege(r.name, s.name, 'USAGE'))) AS damaged
