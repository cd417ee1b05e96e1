-- End the hold of the move of a workspace.
SELECT pg_advisory_unlock(hashtextextended(%(name)s, 0));
