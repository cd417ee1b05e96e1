-- Spreads the mirrored tables over partitions by workspace; those that were not so before. Run as the owner.
SELECT app.partition_tables(%(partitions)s) AS made
