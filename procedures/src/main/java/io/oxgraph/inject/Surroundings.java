package io.oxgraph.inject;

import io.oxgraph.situation.Counts;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Family;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Step;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;

/** The contexts that an action stands in, with what was counted of them; each is looked up once. */
final class Surroundings {
    private final Counted counted;
    private final Step step;
    private final Situation situation;
    private final Counts plain;
    private final Counts onTarget;
    private final boolean targetsTell;
    private final Map<Family, Node> keys = new EnumMap<>(Family.class);

    Surroundings(Counted counted, Step step, List<Step> before) {
        this.counted = counted;
        this.step = step;
        this.onTarget = counted.ofTarget(step);
        this.situation = Situation.of(before, step, onTarget);
        Optional<Node> tally = counted.tally(step.actionType(), step.nodeType());
        this.plain = tally.map(counted::ofPair).orElse(Counts.NONE);
        this.targetsTell = tally.map(counted::targetsTell).orElse(true);
        families().forEach(family -> counted.node(keyId(family)).ifPresent(key -> keys.put(family, key)));
    }

    /** The action. */
    Step step() {
        return step;
    }

    /** The counts of its pair, whatever the situation. */
    Counts plain() {
        return plain;
    }

    /** How likely its failure is before calibration. */
    Estimate estimate() {
        return Estimate.of(situation, plain, (family, value) -> counts(family), targetsTell);
    }

    /** The families that have something to say of it. */
    Set<Family> families() {
        return situation.values().keySet();
    }

    /** Such as run=2. */
    String context(Family family) {
        return family.context(situation.values().get(family));
    }

    /** The id of the node that counts a family's context; null where that is never a pattern. */
    String keyId(Family family) {
        return family.isPromoted() ? counted.keyId(step, context(family)) : null;
    }

    /** The node itself, if anything was counted. */
    Optional<Node> key(Family family) {
        return Optional.ofNullable(keys.get(family));
    }

    private Counts counts(Family family) {
        return family == Family.NODE
                ? onTarget
                : key(family).map(counted::ofContext).orElse(Counts.NONE);
    }
}
