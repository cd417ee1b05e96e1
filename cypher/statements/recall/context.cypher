//@ statement: recall/context
//@ summary: The text that puts these results before a model, those that fit into the budget.
//@ param: results LIST<MAP>
//@ param: budget INTEGER
//@ yields: context STRING
//@ yields: tokens INTEGER
//@ yields: ids LIST<STRING>
WITH oxgraph.recall_context($results, $budget) AS packed
RETURN packed.context AS context, packed.tokens AS tokens, packed.ids AS ids
