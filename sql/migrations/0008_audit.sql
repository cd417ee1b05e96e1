-- Who changed the house: what administrative transitions say of it since the graph's V0006.

ALTER TABLE agent_memory.transitions
  ADD COLUMN by text, ADD COLUMN by_id text, ADD COLUMN audited_at timestamptz;
ALTER TABLE agent_memory.transitions
  ALTER COLUMN by SET STATISTICS 0, ALTER COLUMN by_id SET STATISTICS 0, ALTER COLUMN audited_at SET STATISTICS 0;
COMMENT ON COLUMN agent_memory.transitions.by IS
  'Who did it, where a person changed the house: the name of a token, or operator. Null for all others.';
COMMENT ON COLUMN agent_memory.transitions.by_id IS 'The id of that token; null for the operator.';
COMMENT ON COLUMN agent_memory.transitions.audited_at IS 'When, for what stands in the audit; null for all others.';
