//@ query: wordings
//@ summary: Texts as topic keys, as names of predicates, and as choices.
//@ param: texts LIST<STRING>
//@ yields: text STRING
//@ yields: topic STRING
//@ yields: predicate STRING
//@ yields: domain STRING
UNWIND $texts AS text
RETURN text, oxgraph.topic_key(text) AS topic, oxgraph.predicate_name(text) AS predicate,
       oxgraph.choice_domain(text) AS domain
