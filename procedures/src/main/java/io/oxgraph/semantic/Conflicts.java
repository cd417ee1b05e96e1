package io.oxgraph.semantic;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Which of several memories holds, where only one can. Nothing is retired for its wording. */
final class Conflicts {
    /** Confidences that are averages differ in their last digits. */
    static final double TOLERANCE = 1e-9;

    private static final String PREDICATE = "predicate";
    private static final String TOPIC_KEY = "topic_key";

    private final Function<String, Predicate> predicates;
    private final double reviewImportance;
    private final Journal journal;

    Conflicts(Function<String, Predicate> predicates, double reviewImportance, Journal journal) {
        this.predicates = predicates;
        this.reviewImportance = reviewImportance;
        this.journal = journal;
    }

    /**
     * What became of a memory among its rivals.
     *
     * @param superseded those that it replaced
     * @param supersededBy what replaced it; null when nothing did
     * @param contradicts those that stand against it
     */
    record Settled(Set<Memory> superseded, Memory supersededBy, Set<Memory> contradicts) {
        static Settled alone() {
            return new Settled(new LinkedHashSet<>(), null, new LinkedHashSet<>());
        }
    }

    /** Whether it can have rivals at all. */
    boolean hasKeys(Claim claim) {
        return !claim.isEvent() && (claim.topicKey() != null || isStateful(claim));
    }

    boolean isStateful(Claim claim) {
        return predicate(claim).stateful();
    }

    /** What both say something of, while only one value can hold: predicate or topic_key; null when nothing is. */
    String commonKey(Claim one, Claim other) {
        if (one.isEvent() || !one.sameMatter(other)) {
            return null;
        }
        if (one.predicate().equals(other.predicate()) && isStateful(one)) {
            return PREDICATE;
        }
        return one.topicKey() != null && one.topicKey().equals(other.topicKey()) ? TOPIC_KEY : null;
    }

    /** Decides between an active memory and its rivals among {@code around}. */
    Settled settle(Memory memory, Collection<Memory> around) {
        List<Memory> rivals = around.stream()
                .filter(other -> areRivals(memory, other))
                .sorted(Memory.BY_TIME)
                .toList();
        if (rivals.isEmpty()) {
            return Settled.alone();
        }
        Memory replacement = replaceBy(memory, rivals);
        Set<Memory> superseded = replace(memory, rivals);
        return new Settled(superseded, replacement, contradict(memory, rivals));
    }

    private boolean areRivals(Memory memory, Memory other) {
        return memory != other
                && (other.isActive() || other.isHistory())
                && !memory.claim().value().equals(other.claim().value())
                && memory.overlaps(other)
                && commonKey(memory.claim(), other.claim()) != null;
    }

    private static boolean canReplace(Memory newer, Memory older) {
        return isClearlyLater(newer, older)
                && newer.confidence + TOLERANCE >= older.confidence
                && !newer.statedValidTo.isBefore(older.statedValidTo);
    }

    private static boolean isClearlyLater(Memory newer, Memory older) {
        boolean bothGiven = !newer.validFromAssumed && !older.validFromAssumed;
        return newer.validFrom.isAfter(older.validFrom)
                && (bothGiven || !newer.lastStatedAt.isBefore(older.lastStatedAt));
    }

    private Memory replaceBy(Memory memory, List<Memory> rivals) {
        for (Memory rival : rivals) {
            if (canReplace(rival, memory) && !Links.leads(rival, memory)) {
                supersede(memory, rival);
                return rival;
            }
        }
        return null;
    }

    private Set<Memory> replace(Memory memory, List<Memory> rivals) {
        Set<Memory> superseded = new LinkedHashSet<>();
        for (Memory rival : rivals) {
            if (canReplace(memory, rival) && !Links.leads(memory, rival)) {
                List<Memory> gone = rival.links().later().stream()
                        .filter(later -> later.validFrom.isAfter(memory.validFrom))
                        .toList();
                gone.forEach(later -> journal.notSupersededBy(rival, later));
                supersede(rival, memory);
                superseded.add(rival);
            }
        }
        return superseded;
    }

    private void supersede(Memory older, Memory newer) {
        Map<String, Object> inputs = compared(older, newer);
        inputs.put("valid_to_before", older.validTo());
        older.end(newer.validFrom, journal.now());
        inputs.put("valid_to", older.validTo());
        journal.supersede(older, newer, inputs);
    }

    private Set<Memory> contradict(Memory memory, List<Memory> rivals) {
        Set<Memory> standing = new LinkedHashSet<>();
        for (Memory rival : rivals) {
            if (memory.isActive() && rival.isActive() && memory.overlaps(rival)) {
                standing.add(rival);
                if (journal.contradicts(memory, rival)) {
                    noteContradiction(memory, rival);
                    noteContradiction(rival, memory);
                }
            }
        }
        return standing;
    }

    private void noteContradiction(Memory memory, Memory other) {
        Map<String, Object> inputs = compared(memory, other);
        inputs.put("needs_review", isForReview(memory, other));
        journal.note(memory, Rule.CONTRADICTED, inputs);
    }

    private Map<String, Object> compared(Memory memory, Memory other) {
        Map<String, Object> inputs = new LinkedHashMap<>();
        inputs.put("other", other.id());
        inputs.put("key", commonKey(memory.claim(), other.claim()));
        inputs.put("valid_from", memory.validFrom);
        inputs.put("other_valid_from", other.validFrom);
        inputs.put("confidence", memory.confidence);
        inputs.put("other_confidence", other.confidence);
        return inputs;
    }

    /** Takes rank_weight and needs_review anew wherever a state, a confidence or a contradiction changed. */
    void weigh() {
        Set<Memory> affected = new LinkedHashSet<>(journal.reweighed());
        journal.reweighed().forEach(memory -> affected.addAll(memory.links().opposed()));
        affected.forEach(this::weigh);
    }

    private void weigh(Memory memory) {
        double weight = 1;
        boolean review = false;
        for (Memory other : inEffect(memory)) {
            weight = Math.min(weight, other.confidence > 0 ? memory.confidence / other.confidence : 1);
            review |= isForReview(memory, other);
        }
        if (weight != memory.rankWeight || review != memory.needsReview) {
            memory.rankWeight = weight;
            memory.needsReview = review;
            journal.change(memory);
        }
    }

    /** The contradictions in effect: both ends are active, and still about the same. */
    private static List<Memory> inEffect(Memory memory) {
        return memory.links().opposed().stream()
                .filter(other ->
                        memory.isActive() && other.isActive() && memory.claim().sameMatter(other.claim()))
                .toList();
    }

    private boolean isForReview(Memory memory, Memory other) {
        return Math.max(
                        predicate(memory.claim()).importance(),
                        predicate(other.claim()).importance())
                >= reviewImportance;
    }

    private Predicate predicate(Claim claim) {
        return predicates.apply(claim.predicate());
    }
}
