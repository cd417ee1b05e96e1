package io.oxgraph.inject;

import io.oxgraph.graph.Workspace;
import io.oxgraph.inject.InjectRequest.InjectTargets;
import io.oxgraph.inject.PatternCandidates.Candidate;
import io.oxgraph.inject.PatternCandidates.HoldoutFilter;
import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Forecast;
import io.oxgraph.situation.Outage;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Predicts the failure of a session's next action. */
final class FailurePrediction {
    private final Workspace workspace;
    private final InjectRequest request;
    private final InjectTargets targets;
    private final EvidenceCounts counted;
    private final HoldoutFilter withheld;
    private final AgentFilter agent;
    private final List<Step> before;
    private final RecentAttempts recent;
    private final ZonedDateTime now;

    FailurePrediction(
            Transaction tx,
            Workspace workspace,
            InjectRequest request,
            InjectTargets targets,
            AgentFilter agent,
            ZonedDateTime now) {
        this.workspace = workspace;
        this.request = request;
        this.targets = targets;
        this.counted = new EvidenceCounts(tx, workspace, now);
        this.withheld = new HoldoutFilter(workspace, request.sessionId());
        this.agent = agent;
        this.before = new RecentActions(tx, workspace).of(request.sessionId(), now);
        this.recent = new RecentAttempts(tx, workspace);
        this.now = now;
    }

    Prediction outlook() {
        Forecast forecast = counted.forecast();
        return next().map(step -> outlook(step, forecast))
                .orElseGet(() -> new Prediction(null, null, forecast.threshold(), List.of()));
    }

    private Prediction outlook(Step next, Forecast forecast) {
        ActionContexts surroundings = new ActionContexts(counted, next, before);
        Warnings warnings = new Warnings(workspace, counted, withheld, agent, surroundings, forecast);
        Outage outage = recent.outage(next, surroundings.plain(), now);
        List<Candidate> shown = Stream.concat(warnings.outage(outage).stream(), warnings.shown().stream())
                .toList();
        double probability =
                outage.stands() ? Math.max(warnings.probability(), outage.probability()) : warnings.probability();
        return new Prediction(next.actionType(), probability, forecast.threshold(), shown);
    }

    /** The requested action; if none is given, the session's last one when it fits the targets. */
    private Optional<Step> next() {
        String target = request.targets().isEmpty() ? null : request.targets().getFirst();
        if (request.actionType() != null) {
            return Optional.of(new Step(request.actionType(), nodeType(), target, false));
        }
        return before.isEmpty() ? Optional.empty() : again(before.getLast(), target);
    }

    private Optional<Step> again(Step last, String target) {
        boolean fits = targets.types().isEmpty() || targets.types().contains(last.nodeType());
        return fits
                ? Optional.of(
                        new Step(last.actionType(), last.nodeType(), target == null ? last.target() : target, false))
                : Optional.empty();
    }

    /** The first known type with counts, since actions are counted under the type they were captured with. */
    private String nodeType() {
        if (request.targetNodeType() != null) {
            return request.targetNodeType();
        }
        List<String> known = targets.typesOfFirst();
        return Stream.concat(known.stream(), Stream.of(""))
                .filter(type -> counted.tally(request.actionType(), type).isPresent())
                .findFirst()
                .orElse(known.isEmpty() ? "" : known.getFirst());
    }

    /**
     * The prediction for an action.
     *
     * @param actionType type of the action; null when unknown
     * @param probability failure probability; null when the action is unknown
     * @param threshold probability from which the agent is warned
     * @param warnings context patterns to show
     */
    record Prediction(String actionType, Double probability, Double threshold, List<Candidate> warnings) {
        /** Without a prediction. */
        static final Prediction NONE = new Prediction(null, null, null, List.of());
    }

    /** The contexts of an action with their counts, each read once. */
    static final class ActionContexts {
        private final EvidenceCounts counted;
        private final Step step;
        private final Situation situation;
        private final Counts plain;
        private final Counts onTarget;
        private final boolean targetsTell;
        private final long sequences;
        private final Map<ContextFamily, Node> keys = new EnumMap<>(ContextFamily.class);

        ActionContexts(EvidenceCounts counted, Step step, List<Step> before) {
            this.counted = counted;
            this.step = step;
            this.onTarget = counted.ofTarget(step);
            this.situation = Situation.of(before, step, onTarget);
            Optional<Node> tally = counted.tally(step.actionType(), step.nodeType());
            this.plain = tally.map(counted::ofPair).orElse(Counts.NONE);
            this.sequences = tally.map(counted::sequencesOfPair).orElse(0L);
            this.targetsTell = tally.map(counted::targetsTell).orElse(true);
            families().forEach(family -> counted.node(keyId(family)).ifPresent(key -> keys.put(family, key)));
        }

        /** The action. */
        Step step() {
            return step;
        }

        /** Counts of its pair in all situations. */
        Counts plain() {
            return plain;
        }

        /** Number of sequences in which the pair was tried. */
        long sequences() {
            return sequences;
        }

        /** The estimate before calibration. */
        Estimate estimate() {
            return Estimate.of(situation, plain, (family, value) -> counts(family), targetsTell);
        }

        /** The families that apply. */
        Set<ContextFamily> families() {
            return situation.values().keySet();
        }

        /** Name of the family's context, such as run=2. */
        String context(ContextFamily family) {
            return family.context(situation.values().get(family));
        }

        /** Id of the pattern_key of a family's context; null when it never becomes a pattern. */
        String keyId(ContextFamily family) {
            return family.isPromoted() ? counted.keyId(step, context(family)) : null;
        }

        /** The pattern_key, if it exists. */
        Optional<Node> key(ContextFamily family) {
            return Optional.ofNullable(keys.get(family));
        }

        /** Counts of a family's context. */
        Counts counts(ContextFamily family) {
            return family == ContextFamily.NODE
                    ? onTarget
                    : key(family).map(counted::ofContext).orElse(Counts.NONE);
        }
    }
}
