package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/**
 * What an agent is shown, and what is expected of its action.
 *
 * @param block the finished text; '' when there is nothing to show
 * @param patterns what the block is made of, in its order
 * @param probability of the action's failure; null when no action is known
 * @param threshold the probability from which the situation warns; null when injection is off
 * @param warned whether the block holds a pattern of failures of this very action type
 */
public record InjectResult(
        String block, List<Map<String, Object>> patterns, Double probability, Double threshold, boolean warned) {}
