package io.oxgraph.inject;

import io.oxgraph.inject.FailurePrediction.ActionContexts;
import io.oxgraph.inject.PatternCandidates.Candidate;
import io.oxgraph.inject.PatternCandidates.HoldoutFilter;
import io.oxgraph.model.Pattern;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;

/** Selects the context patterns to show for an action's situation. */
final class Warnings {
    private static final String ACTIVE = "active";

    private final EvidenceCounts counted;
    private final HoldoutFilter withheld;
    private final ActionContexts surroundings;
    private final Estimate estimate;
    private final double probability;

    Warnings(
            EvidenceCounts counted,
            HoldoutFilter withheld,
            ActionContexts surroundings,
            Estimate estimate,
            double probability) {
        this.counted = counted;
        this.withheld = withheld;
        this.surroundings = surroundings;
        this.estimate = estimate;
        this.probability = probability;
    }

    /**
     * The annotated context patterns, and the decisive context when the agent is warned.
     *
     * @param warns whether the failure probability reaches the threshold
     */
    List<Candidate> shown(boolean warns) {
        ContextFamily speaker = speaker();
        return surroundings.families().stream()
                .filter(family -> !withheld.holds(surroundings.keyId(family)))
                .flatMap(family -> warns && family == speaker ? speaking(family) : annotated(family))
                .toList();
    }

    /**
     * The family of the decisive context, or its parent when only the parent is a pattern, so that the pattern's
     * effect is measured where it applies. The probability stays the same.
     */
    private ContextFamily speaker() {
        ContextFamily family = estimate.family();
        while (family != null && family.parent() != null && !isPattern(family) && isPattern(family.parent())) {
            family = family.parent();
        }
        return family;
    }

    private boolean isPattern(ContextFamily family) {
        return pattern(family).filter(Warnings::isActive).isPresent();
    }

    /** Shows nothing when the pattern is suppressed. */
    private Stream<Candidate> speaking(ContextFamily family) {
        Optional<Node> pattern = pattern(family);
        if (pattern.filter(PatternCandidates::isSuppressed).isPresent()) {
            return Stream.empty();
        }
        Map<String, Object> properties =
                pattern.filter(Warnings::isActive).map(Node::getAllProperties).orElseGet(() -> counts(family));
        properties.put("confidence", probability);
        return Stream.of(candidate(properties));
    }

    private Stream<Candidate> annotated(ContextFamily family) {
        return pattern(family)
                .filter(node ->
                        isActive(node) && PatternCandidates.isAnnotated(node) && !PatternCandidates.isSuppressed(node))
                .map(node -> candidate(node.getAllProperties()))
                .stream();
    }

    private Optional<Node> pattern(ContextFamily family) {
        return surroundings.key(family).flatMap(counted::pattern);
    }

    private static boolean isActive(Node pattern) {
        return ACTIVE.equals(pattern.getProperty("status", null));
    }

    private Candidate candidate(Map<String, Object> properties) {
        String status = (String) properties.getOrDefault("status", "candidate");
        return new Candidate(Pattern.of(properties), true, new Warning(probability, status));
    }

    /** The properties that a pattern of this context would have. */
    private Map<String, Object> counts(ContextFamily family) {
        Step step = surroundings.step();
        String context = surroundings.context(family);
        Counts here = estimate.counts();
        Counts all = surroundings.plain();
        Map<String, Object> properties = new HashMap<>();
        properties.put("name", step.actionType() + ":" + step.nodeType() + ":" + Contexts.ANY_ERROR + " " + context);
        properties.put("action_type", step.actionType());
        properties.put("node_type", step.nodeType());
        properties.put("error_code", Contexts.ANY_ERROR);
        properties.put("context", context);
        properties.put("context_text", Contexts.words(context));
        properties.put("total_count", here.actions());
        properties.put("action_count", here.failures());
        properties.put("other_count", all.actions() - here.actions());
        properties.put("other_failures", all.failures() - here.failures());
        properties.put("sample_count", here.failures());
        surroundings.key(family).ifPresent(key -> properties.putAll(counted.ofKey(key)));
        return properties;
    }

    /**
     * The warning of a context pattern in the current situation.
     *
     * @param probability failure probability of the action
     * @param status active, or candidate when it is no pattern yet
     */
    record Warning(double probability, String status) {
        boolean isCandidate() {
            return "candidate".equals(status);
        }
    }
}
