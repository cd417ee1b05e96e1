//@ statement: cypher/heap
//@ summary: What of the heap was in use after the last collection, in bytes.
//@ yields: used INTEGER
CALL dbms.queryJmx('java.lang:type=MemoryPool,*') YIELD name, attributes
WHERE (name CONTAINS 'Old Gen' OR name CONTAINS 'Tenured') AND attributes.CollectionUsage.value IS NOT NULL
RETURN coalesce(sum(attributes.CollectionUsage.value.properties.used), 0) AS used
