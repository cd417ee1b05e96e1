//@ statement: system/drop_index
//@ summary: Drop an index, so that it can be made again as the migrations have it.
//@ param: name STRING
DROP INDEX $name IF EXISTS
