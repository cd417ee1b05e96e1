-- Lets go of the former versions of a table's rows, and of what indexes say of them. {table} is its name, quoted.
VACUUM (INDEX_CLEANUP ON) {table}
