package io.oxgraph.inject;

import io.oxgraph.model.Pattern;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Counts;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Family;
import io.oxgraph.situation.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;

/** The patterns of an action's situation that are to be shown. */
final class Warnings {
    private static final String ACTIVE = "active";

    private final Counted counted;
    private final Withheld withheld;
    private final Surroundings surroundings;
    private final Estimate estimate;
    private final double probability;

    Warnings(Counted counted, Withheld withheld, Surroundings surroundings, Estimate estimate, double probability) {
        this.counted = counted;
        this.withheld = withheld;
        this.surroundings = surroundings;
        this.estimate = estimate;
        this.probability = probability;
    }

    /**
     * Those that a person annotated, and the one context that says most.
     *
     * @param warns whether a failure is so likely that the agent is told of that one
     */
    List<Candidate> shown(boolean warns) {
        Family speaker = speaker();
        return surroundings.families().stream()
                .filter(family -> !withheld.holds(surroundings.keyId(family)))
                .flatMap(family -> warns && family == speaker ? speaking(family) : annotated(family))
                .toList();
    }

    /**
     * The context that speaks for the situation: the one that says most, or what it narrows, where that is a pattern
     * and it is none. The probability is the same, and what is measured of the pattern is measured where it holds.
     */
    private Family speaker() {
        Family family = estimate.family();
        while (family != null && family.parent() != null && !isPattern(family) && isPattern(family.parent())) {
            family = family.parent();
        }
        return family;
    }

    private boolean isPattern(Family family) {
        return pattern(family).filter(Warnings::isActive).isPresent();
    }

    /** Where its pattern is suppressed, nothing takes its place. */
    private Stream<Candidate> speaking(Family family) {
        Optional<Node> pattern = pattern(family);
        if (pattern.filter(Candidates::isSuppressed).isPresent()) {
            return Stream.empty();
        }
        Map<String, Object> properties =
                pattern.filter(Warnings::isActive).map(Node::getAllProperties).orElseGet(() -> counts(family));
        properties.put("confidence", probability);
        return Stream.of(candidate(properties));
    }

    private Stream<Candidate> annotated(Family family) {
        return pattern(family)
                .filter(node -> isActive(node) && Candidates.isAnnotated(node) && !Candidates.isSuppressed(node))
                .map(node -> candidate(node.getAllProperties()))
                .stream();
    }

    private Optional<Node> pattern(Family family) {
        return surroundings.key(family).flatMap(counted::pattern);
    }

    private static boolean isActive(Node pattern) {
        return ACTIVE.equals(pattern.getProperty("status", null));
    }

    private Candidate candidate(Map<String, Object> properties) {
        String status = (String) properties.getOrDefault("status", "candidate");
        return new Candidate(Pattern.of(properties), true, new Warning(probability, status));
    }

    /** The properties that a pattern of the context would have. */
    private Map<String, Object> counts(Family family) {
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
}
