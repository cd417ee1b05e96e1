-- In which situations do actions fail more often than usual? Active patterns with a context, the largest lift first.
SELECT p.action_type                               AS action,
       p.node_type                                 AS on_what,
       p.context_text                              AS situation,
       p.failures,
       p.actions,
       p.other_failures,
       p.other_actions,
       round(p.lift::numeric, 2)                   AS lift,
       round(p.interval_low::numeric, 2)           AS share_low,
       round(p.interval_high::numeric, 2)          AS share_high,
       p.next_action_type                          AS what_helped_next,
       p.last_seen
FROM agent_memory.situational_patterns p
ORDER BY p.lift DESC NULLS LAST, p.failures DESC, p.name
LIMIT 25;
