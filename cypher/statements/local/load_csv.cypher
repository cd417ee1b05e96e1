//@ statement: local/load_csv
//@ summary: Read the first line of a CSV file or address; a server that allows no such thing says so.
//@ param: place STRING
//@ yields: row LIST<STRING>
LOAD CSV FROM $place AS row
RETURN row
LIMIT 1
