// What changed lately, in the order of rev: the change feed goes along this index.
CREATE RANGE INDEX oxgraph_mem_rev IF NOT EXISTS FOR (n:_mem) ON (n.rev);
