-- COPY of a page into the incoming table, column by column in this order.
COPY pg_temp.incoming (rev, workspace_id, id, kind, deleted, document) FROM STDIN
