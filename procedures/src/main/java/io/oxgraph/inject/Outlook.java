package io.oxgraph.inject;

import java.util.List;

/**
 * What is to be expected of an action.
 *
 * @param actionType null when no action is known
 * @param probability of its failure; null when no action is known
 * @param threshold the probability from which the situation warns
 * @param warnings the patterns of its situation
 */
record Outlook(String actionType, Double probability, double threshold, List<Candidate> warnings) {}
