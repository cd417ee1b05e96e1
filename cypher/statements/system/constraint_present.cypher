//@ statement: system/constraint_present
//@ summary: Whether the constraint that the migrations lock on is there.
//@ yields: present BOOLEAN
SHOW CONSTRAINTS YIELD name WHERE name = 'oxgraph_mem_id'
RETURN count(*) > 0 AS present
