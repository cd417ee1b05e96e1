-- Removes the former versions of a table's rows, also from its indexes. {table} is its quoted name.
VACUUM (INDEX_CLEANUP ON) {table}
