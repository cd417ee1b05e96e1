package io.oxgraph.inject;

import io.oxgraph.graph.Workspace;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Forecast;
import io.oxgraph.situation.Step;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;

/** What is to be expected of the action that a session does next. */
final class Expectation {
    /** Less is rounding: what was never seen says nothing. */
    private static final double LEAST_SHIFT = 1e-9;

    private final InjectRequest request;
    private final Targets targets;
    private final Counted counted;
    private final Withheld withheld;
    private final List<Step> before;

    Expectation(Transaction tx, Workspace workspace, InjectRequest request, Targets targets, ZonedDateTime now) {
        this.request = request;
        this.targets = targets;
        this.counted = new Counted(tx, workspace, now);
        this.withheld = new Withheld(workspace, request.sessionId());
        this.before = new LastSteps(tx, workspace).of(request.sessionId(), now);
    }

    Outlook outlook() {
        Forecast forecast = counted.forecast();
        return next().map(step -> outlook(step, forecast))
                .orElseGet(() -> new Outlook(null, null, forecast.threshold(), List.of()));
    }

    private Outlook outlook(Step next, Forecast forecast) {
        Surroundings surroundings = new Surroundings(counted, next, before);
        Estimate estimate = surroundings.estimate();
        double probability = forecast.probability(estimate);
        boolean warns = estimate.shift() > LEAST_SHIFT && probability >= forecast.threshold();
        List<Candidate> warnings = new Warnings(counted, withheld, surroundings, estimate, probability).shown(warns);
        return new Outlook(next.actionType(), probability, forecast.threshold(), warnings);
    }

    /** The action that is asked about; where none is named, what was done last, if it fits the targets. */
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

    /** Actions count under the type that they were captured with, so of several the first that has counts. */
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
}
