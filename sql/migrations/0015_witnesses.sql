-- The last changes that were copied, by which the copier knows whether the graph still has what it had.

CREATE TABLE app.witnesses (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev bigint NOT NULL
);
COMMENT ON TABLE app.witnesses IS 'Some of the last changes that were copied: a graph that lacks one was restored from before it.';
COMMENT ON COLUMN app.witnesses.workspace_id IS 'The workspace of the changed node.';
COMMENT ON COLUMN app.witnesses.id IS 'The changed node.';
COMMENT ON COLUMN app.witnesses.rev IS 'The number of the change.';

CALL app.restrict_to_owner('app.witnesses');
GRANT SELECT, INSERT, DELETE ON app.witnesses TO oxgraph_writer;
