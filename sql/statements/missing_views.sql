-- Which of these views are not there, in the order given.
SELECT name FROM unnest(%(views)s::text[]) WITH ORDINALITY AS v(name, place)
WHERE to_regclass(name) IS NULL ORDER BY place
