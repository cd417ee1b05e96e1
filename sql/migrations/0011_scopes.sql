-- Whose a memory or an episode is, as the graph says since its V0009: a user's, or shared.

ALTER TABLE agent_memory.memories ADD COLUMN user_id text, ADD COLUMN agent_id text;
ALTER TABLE agent_memory.memories
  ALTER COLUMN user_id SET STATISTICS 0, ALTER COLUMN agent_id SET STATISTICS 0;
COMMENT ON COLUMN agent_memory.memories.user_id IS 'The user whose it is; empty where it is shared.';
COMMENT ON COLUMN agent_memory.memories.agent_id IS 'The agent that remembered it.';

ALTER TABLE app.memory_episodes ADD COLUMN user_id text;
ALTER TABLE app.memory_episodes ALTER COLUMN user_id SET STATISTICS 0;
COMMENT ON COLUMN app.memory_episodes.user_id IS 'The user whose conversation it sums up; empty where that is shared.';
