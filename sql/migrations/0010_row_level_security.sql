-- Names the procedures of the row-level security policies by the terms of the field. Their bodies are those of 0001.

ALTER PROCEDURE app.fence(regclass) RENAME TO enable_row_level_security;
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
