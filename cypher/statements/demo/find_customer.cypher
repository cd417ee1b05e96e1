//@ statement: demo/find_customer
//@ summary: The customer of an e-mail address.
//@ param: workspace_id STRING
//@ param: email STRING
//@ yields: node_id STRING
MATCH (c:Customer {workspace_id: $workspace_id, email: $email})
RETURN c.node_id AS node_id
