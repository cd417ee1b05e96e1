-- COPY of a page into it, column by column in this order.
COPY pg_temp.incoming (rev, workspace_id, id, kind, deleted, document) FROM STDIN
