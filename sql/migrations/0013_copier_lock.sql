-- What copiers lock, so that one at a time copies. A table that readers may not touch: an advisory lock could be taken by
-- every login that can connect.

CREATE TABLE app.copier (one_row boolean PRIMARY KEY DEFAULT true CHECK (one_row));
COMMENT ON TABLE app.copier IS 'Locked by the copier that is at work; always empty.';
COMMENT ON COLUMN app.copier.one_row IS 'Not used.';
CALL app.restrict_to_owner('app.copier');
GRANT UPDATE ON app.copier TO oxgraph_writer;
