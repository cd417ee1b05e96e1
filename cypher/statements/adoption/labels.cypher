//@ statement: adoption/labels
//@ summary: The labels in use, but for those that are kinds of ours.
//@ param: kinds LIST<STRING>
//@ yields: labels LIST<STRING>
CALL db.labels() YIELD label
WITH label
WHERE NOT label IN $kinds
ORDER BY label
RETURN collect(label) AS labels
