//@ statement: system/drop_constraint
//@ summary: Drop a constraint, so that it can be made again as the migrations have it.
//@ param: name STRING
DROP CONSTRAINT $name IF EXISTS
