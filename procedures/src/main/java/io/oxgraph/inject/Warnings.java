package io.oxgraph.inject;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Workspace;
import io.oxgraph.inject.FailurePrediction.ActionContexts;
import io.oxgraph.inject.PatternCandidates.Candidate;
import io.oxgraph.inject.PatternCandidates.HoldoutFilter;
import io.oxgraph.model.ActionCodes;
import io.oxgraph.model.Pattern;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Forecast;
import io.oxgraph.situation.Outage;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.text.SituationText;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;

/**
 * Selects the context patterns to show for an action's situation. The forecast decides whether to warn; what is shown
 * is one context with its own counts, from enough sequences.
 */
final class Warnings {
    private static final String ACTIVE = "active";

    /** Minimum shift of a situation; smaller ones are rounding errors. */
    private static final double MIN_SHIFT = 1e-9;

    private final Workspace workspace;
    private final EvidenceCounts counted;
    private final HoldoutFilter withheld;
    private final AgentFilter agent;
    private final ActionContexts surroundings;
    private final Forecast forecast;
    private final Estimate estimate;

    Warnings(
            Workspace workspace,
            EvidenceCounts counted,
            HoldoutFilter withheld,
            AgentFilter agent,
            ActionContexts surroundings,
            Forecast forecast) {
        this.workspace = workspace;
        this.counted = counted;
        this.withheld = withheld;
        this.agent = agent;
        this.surroundings = surroundings;
        this.forecast = forecast;
        this.estimate = surroundings.estimate();
    }

    /** The calibrated probability of a failure. */
    double probability() {
        return forecast.probability(estimate);
    }

    /** The annotated context patterns and, where a failure is likely enough, the warning. */
    List<Candidate> shown() {
        if (!isForeseen(estimate.shift()) || isSilenced(estimate.family())) {
            return annotated(null).toList();
        }
        Optional<ContextFamily> speaker = speaker();
        Stream<Candidate> warning = speaker.map(this::speaking).orElseGet(() -> ofPair().stream());
        return Stream.concat(annotated(speaker.orElse(null)), warning).toList();
    }

    /** The warning that the tool is out of order right now; none in a session that it is withheld from. */
    Optional<Candidate> outage(Outage outage) {
        Step step = surroundings.step();
        String keyId = Contexts.keyId(workspace.id(), step.actionType(), step.nodeType(), SituationText.OUTAGE);
        if (!outage.stands() || withheld.holds(keyId)) {
            return Optional.empty();
        }
        Counts here = outage.actions();
        Map<String, Object> properties = properties(SituationText.OUTAGE, here, here.failures());
        properties.put("other_count", surroundings.plain().actions());
        properties.put("other_failures", surroundings.plain().failures());
        Warning warning = new Warning(Math.max(probability(), outage.probability()), Warning.CANDIDATE);
        return Optional.of(new Candidate(Pattern.of(properties), true, warning));
    }

    private boolean isForeseen(double shift) {
        return shift > MIN_SHIFT && forecast.probability(estimate.plain(), shift) >= forecast.threshold();
    }

    /**
     * Of the contexts with enough evidence that fail more often than the others the one furthest from the plain rate; or
     * its parent, where that is a pattern, so that the pattern's effect is measured where it applies.
     */
    private Optional<ContextFamily> speaker() {
        return estimate.shifts().entrySet().stream()
                .filter(entry -> entry.getValue() > MIN_SHIFT && isEvident(entry.getKey()))
                .max(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(Map.Entry::getKey)
                .map(this::simplest)
                .map(family -> !isPattern(family) && speaksFor(family.parent()) ? family.parent() : family);
    }

    /** The previous action alone, or the run alone, where both together were counted in the same actions. */
    private ContextFamily simplest(ContextFamily family) {
        if (family != ContextFamily.PREVIOUS_RUN || isPattern(family)) {
            return family;
        }
        Counts both = surroundings.counts(family);
        return Stream.of(ContextFamily.RUN, ContextFamily.PREVIOUS)
                .filter(one -> surroundings.counts(one).equals(both) && isEvident(one))
                .findFirst()
                .orElse(family);
    }

    private boolean speaksFor(ContextFamily parent) {
        return parent != null
                && isPattern(parent)
                && isEvident(parent)
                && isForeseen(estimate.shifts().getOrDefault(parent, 0.0));
    }

    private boolean isEvident(ContextFamily family) {
        if (!family.isPromoted()) {
            return false; // A single node is seen too seldom.
        }
        Pattern pattern = Pattern.of(properties(family));
        return pattern.context().isWorse() && sequences(family) >= workspace.promoteSamples();
    }

    /** Number of sequences behind the counts of a context, or of its pattern. */
    private long sequences(ContextFamily family) {
        return activePattern(family)
                .map(node -> Pattern.of(node.getAllProperties()).sampleCount())
                .orElseGet(() -> surroundings
                        .key(family)
                        .map(counted::sequencesOfContext)
                        .orElse(0L));
    }

    private boolean isPattern(ContextFamily family) {
        return activePattern(family).isPresent();
    }

    private Optional<Node> activePattern(ContextFamily family) {
        return pattern(family).filter(node -> ACTIVE.equals(node.getProperty("status", null)));
    }

    private Optional<Node> pattern(ContextFamily family) {
        return surroundings.key(family).flatMap(counted::pattern);
    }

    /**
     * Whether the context is suppressed, withheld in this session, or does not hold for its agent; then nothing takes its
     * place.
     */
    private boolean isSilenced(ContextFamily family) {
        return withheld.holds(surroundings.keyId(family))
                || pattern(family)
                        .filter(node -> PatternCandidates.isSuppressed(node) || agent.holdsBack(node))
                        .isPresent();
    }

    private Stream<Candidate> speaking(ContextFamily family) {
        return isSilenced(family) ? Stream.empty() : Stream.of(candidate(properties(family)));
    }

    private Stream<Candidate> annotated(ContextFamily but) {
        return surroundings.families().stream()
                .filter(family -> family != but && !isSilenced(family))
                .flatMap(family -> activePattern(family).stream())
                .filter(PatternCandidates::isAnnotated)
                .map(node -> candidate(node.getAllProperties()));
    }

    /** The pair in all situations, where no context has enough evidence. */
    private Optional<Candidate> ofPair() {
        Counts all = surroundings.plain();
        boolean isEvident = surroundings.sequences() >= workspace.promoteSamples()
                && all.failures() > 0
                && all.failures() >= workspace.retireConfidence() * all.actions();
        return isEvident
                ? Optional.of(candidate(properties(SituationText.ANY, all, surroundings.sequences())))
                : Optional.empty();
    }

    private Candidate candidate(Map<String, Object> properties) {
        String status = (String) properties.getOrDefault("status", Warning.CANDIDATE);
        return new Candidate(Pattern.of(properties), true, new Warning(probability(), status));
    }

    /** The properties of a context's pattern, or those that it would have. */
    private Map<String, Object> properties(ContextFamily family) {
        return activePattern(family).map(Node::getAllProperties).orElseGet(() -> {
            Map<String, Object> properties =
                    properties(surroundings.context(family), surroundings.counts(family), sequences(family));
            surroundings.key(family).ifPresent(key -> properties.put(Keys.ID, key.getProperty(Keys.ID)));
            return properties;
        });
    }

    private Map<String, Object> properties(String context, Counts here, long sequences) {
        Step step = surroundings.step();
        Counts all = surroundings.plain();
        Map<String, Object> properties = new HashMap<>();
        properties.put("action_type", step.actionType());
        properties.put("node_type", step.nodeType());
        properties.put("error_code", ActionCodes.ANY_ERROR);
        properties.put("context", context);
        properties.put("total_count", here.actions());
        properties.put("action_count", here.failures());
        properties.put("other_count", all.actions() - here.actions());
        properties.put("other_failures", all.failures() - here.failures());
        properties.put("sample_count", sequences);
        return properties;
    }

    /**
     * The warning of a context pattern in the current situation.
     *
     * @param probability failure probability of the action
     * @param status active, or candidate when it is no pattern yet
     */
    record Warning(double probability, String status) {
        static final String CANDIDATE = "candidate";

        boolean isCandidate() {
            return CANDIDATE.equals(status);
        }
    }
}
