package io.oxgraph.semantic;

import io.oxgraph.semantic.ChangeSet.TransitionRule;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.semantic.Memory.MemoryLinks;
import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What two contradicting memories do. Two memories are rivals when they give a single-valued predicate or a topic_key
 * of one subject different values at overlapping valid times. The one that clearly begins later supersedes the other,
 * whose validity ends there, unless it is clearly less certain: below two thirds of the other's confidence (setting
 * supersede_confidence_ratio). Otherwise both stay active as contradictions: each gets a rank weight (ratio of
 * confidences), and important predicates need a person's review. Events never conflict, and tasks not by topic_key.
 * Wording alone never retires a memory.
 */
final class Conflicts {
    /** Tolerance of comparisons between averaged confidences; more than the rounding of two thirds in the setting. */
    static final double TOLERANCE = 1e-6;

    private static final String PREDICATE = "predicate";
    private static final String TOPIC_KEY = "topic_key";

    private final Function<String, Predicate> predicates;
    private final Settings settings;
    private final ChangeSet changes;

    Conflicts(Function<String, Predicate> predicates, Settings settings, ChangeSet changes) {
        this.predicates = predicates;
        this.settings = settings;
        this.changes = changes;
    }

    /**
     * The result of resolving a memory's conflicts.
     *
     * @param superseded memories that it superseded
     * @param supersededBy the memory that superseded it; null when none did
     * @param contradicts memories that contradict it
     */
    record ConflictResult(Set<Memory> superseded, Memory supersededBy, Set<Memory> contradicts) {
        static ConflictResult alone() {
            return new ConflictResult(new LinkedHashSet<>(), null, new LinkedHashSet<>());
        }

        ConflictResult supersededBy(Memory memory) {
            return new ConflictResult(superseded, memory, contradicts);
        }
    }

    /** Whether it can have rivals: it has a topic_key that counts or a single-valued predicate, and is no event. */
    boolean hasKeys(Assertion assertion) {
        return !assertion.isEvent() && (hasTopic(assertion) || isSingleValued(assertion));
    }

    /** Whether its topic_key has one value at a time: tasks accumulate under one. */
    private static boolean hasTopic(Assertion assertion) {
        return assertion.topicKey() != null && !assertion.type().equals(Assertion.TASK);
    }

    boolean isSingleValued(Assertion assertion) {
        return predicate(assertion).stateful();
    }

    /** The property by which two memories are rivals, predicate or topic_key; null when they are not. */
    String commonKey(Assertion one, Assertion other) {
        if (one.isEvent() || !one.sameMatter(other)) {
            return null;
        }
        if (one.predicate().equals(other.predicate()) && isSingleValued(one)) {
            return PREDICATE;
        }
        return hasTopic(one) && one.topicKey().equals(other.topicKey()) ? TOPIC_KEY : null;
    }

    /** Resolves the conflicts of an active memory with its rivals among {@code around}. */
    ConflictResult resolveConflicts(Memory memory, Collection<Memory> around) {
        List<Memory> rivals = around.stream()
                .filter(other -> areRivals(memory, other))
                .sorted(Memory.BY_TIME)
                .toList();
        if (rivals.isEmpty()) {
            return ConflictResult.alone();
        }
        Memory replacement = replaceBy(memory, rivals);
        Set<Memory> superseded = replace(memory, rivals);
        return new ConflictResult(superseded, replacement, contradict(memory, rivals));
    }

    /**
     * Joins two active memories that say the same: the one that begins earlier is history until the other begins. Where
     * both begin at once, {@code memory} gives way.
     */
    void join(Memory memory, Memory twin) {
        boolean first = !twin.validFrom.isBefore(memory.validFrom);
        Memory older = first ? memory : twin;
        Memory newer = first ? twin : memory;
        if (!memory.isActive() || !twin.isActive() || MemoryLinks.leads(newer, older)) {
            return;
        }
        if (newer.validFrom.isAfter(older.validFrom)) {
            supersede(older, newer);
        } else {
            older.retiredAt = changes.now();
            Map<String, Object> inputs = compared(older, newer);
            inputs.put("retired_at", older.retiredAt);
            changes.turn(older, Status.SUPERSEDED, TransitionRule.SUPERSEDED, inputs);
            changes.supersededBy(older, newer);
        }
    }

    /** Supersedes a memory by a rival that began earlier and has been stated again since, and so held again. */
    void giveWay(Memory memory, Collection<Memory> around) {
        around.stream()
                .filter(rival -> areRivals(memory, rival) && isStatedSince(rival, memory))
                .filter(rival -> !MemoryLinks.leads(rival, memory))
                .min(Memory.BY_TIME)
                .ifPresent(rival -> supersede(memory, rival, rival.lastStatedAt));
    }

    private boolean isStatedSince(Memory rival, Memory memory) {
        return rival.isActive()
                && (rival.validFromAssumed || memory.validFromAssumed)
                && !rival.validFrom.isAfter(memory.validFrom)
                && rival.lastStatedAt.isAfter(memory.lastStatedAt)
                && rival.lastStatedAt.isAfter(memory.validFrom)
                && !rival.lastStatedAt.isAfter(changes.now())
                && isCertainEnough(rival, memory);
    }

    private boolean areRivals(Memory memory, Memory other) {
        return memory != other
                && (other.isActive() || other.isHistory())
                && !memory.assertion().value().equals(other.assertion().value())
                && memory.overlaps(other)
                && !memory.hasOnlyEnd()
                && !other.hasOnlyEnd()
                && commonKey(memory.assertion(), other.assertion()) != null;
    }

    private boolean canReplace(Memory newer, Memory older) {
        return isClearlyLater(newer, older) && isCertainEnough(newer, older);
    }

    /** Whether it is nearly as certain as the one that it would replace, and said to last as long. */
    private boolean isCertainEnough(Memory newer, Memory older) {
        return newer.confidence + TOLERANCE >= settings.supersedeRatio() * older.confidence
                && !newer.statedValidTo.isBefore(older.statedValidTo);
    }

    private static boolean isClearlyLater(Memory newer, Memory older) {
        boolean bothGiven = !newer.validFromAssumed && !older.validFromAssumed;
        return newer.validFrom.isAfter(older.validFrom)
                && (bothGiven || !newer.lastStatedAt.isBefore(older.lastStatedAt));
    }

    private Memory replaceBy(Memory memory, List<Memory> rivals) {
        for (Memory rival : rivals) {
            if (canReplace(rival, memory) && !MemoryLinks.leads(rival, memory)) {
                supersede(memory, rival);
                return rival;
            }
        }
        return null;
    }

    private Set<Memory> replace(Memory memory, List<Memory> rivals) {
        Set<Memory> superseded = new LinkedHashSet<>();
        for (Memory rival : rivals) {
            if (canReplace(memory, rival) && !MemoryLinks.leads(memory, rival)) {
                List<Memory> gone = rival.links().later().stream()
                        .filter(later -> later.validFrom.isAfter(memory.validFrom))
                        .toList();
                gone.forEach(later -> changes.notSupersededBy(rival, later));
                supersede(rival, memory);
                superseded.add(rival);
            }
        }
        return superseded;
    }

    private void supersede(Memory older, Memory newer) {
        supersede(older, newer, newer.validFrom);
    }

    private void supersede(Memory older, Memory newer, ZonedDateTime end) {
        Map<String, Object> inputs = compared(older, newer);
        inputs.put("valid_to_before", older.validTo());
        older.end(Validity.earlier(older.validTo(), end), changes.now());
        inputs.put("valid_to", older.validTo());
        changes.supersede(older, newer, inputs);
    }

    private Set<Memory> contradict(Memory memory, List<Memory> rivals) {
        Set<Memory> standing = new LinkedHashSet<>();
        for (Memory rival : rivals) {
            if (memory.isActive() && rival.isActive() && memory.overlaps(rival)) {
                standing.add(rival);
                if (changes.contradicts(memory, rival)) {
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
        changes.note(memory, TransitionRule.CONTRADICTED, inputs);
    }

    private Map<String, Object> compared(Memory memory, Memory other) {
        Map<String, Object> inputs = new LinkedHashMap<>();
        inputs.put("other", other.id());
        inputs.put("key", commonKey(memory.assertion(), other.assertion()));
        inputs.put("valid_from", memory.validFrom);
        inputs.put("other_valid_from", other.validFrom);
        inputs.put("confidence", memory.confidence);
        inputs.put("other_confidence", other.confidence);
        return inputs;
    }

    /** Recomputes rank_weight and needs_review of memories whose status, confidence or contradictions changed. */
    void weigh() {
        Set<Memory> affected = new LinkedHashSet<>(changes.reweighed());
        changes.reweighed().forEach(memory -> affected.addAll(memory.links().opposed()));
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
            changes.change(memory);
        }
    }

    /** The effective contradictions: both memories are active and of the same type and subject. */
    private static List<Memory> inEffect(Memory memory) {
        return memory.links().opposed().stream()
                .filter(other -> memory.isActive()
                        && other.isActive()
                        && memory.assertion().sameMatter(other.assertion()))
                .toList();
    }

    private boolean isForReview(Memory memory, Memory other) {
        return Math.max(
                        predicate(memory.assertion()).importance(),
                        predicate(other.assertion()).importance())
                >= settings.reviewImportance();
    }

    private Predicate predicate(Assertion assertion) {
        return predicates.apply(assertion.predicate());
    }

    /** Explicit replacement: a statement or a person names the memory that it replaces, which overrides the rules. */
    static final class ExplicitReplacement {
        private final ChangeSet changes;

        ExplicitReplacement(ChangeSet changes) {
            this.changes = changes;
        }

        /**
         * Whether a memory was replaced before, perhaps at the same moment: it was found wrong, or the new one is not said
         * to begin before it ended. So its past can still be told otherwise, or corrected once.
         */
        boolean wasReplaced(Memory old, Memory fresh) {
            boolean isOfItsPast = !fresh.validFromAssumed && fresh.validFrom.isBefore(old.validTo());
            return old.status == Status.SUPERSEDED && (old.retiredAt != null || !isOfItsPast);
        }

        /**
         * If the new memory begins later, the world changed and the old one is superseded; otherwise, or for a
         * correction, the old one was wrong and is retired. Where the old one was replaced before, the new one tells its
         * past otherwise, and holds until the one that replaced it begins.
         *
         * @return the memory that supersedes the new one; null when none does
         */
        Memory replace(Memory old, Memory fresh, boolean correction) {
            Memory next = replacementOf(old, fresh.validFrom);
            if (!correction && fresh.validFrom.isAfter(old.validFrom)) {
                supersede(old, fresh);
            } else {
                retire(old);
                Map<String, Object> inputs = new LinkedHashMap<>();
                inputs.put("other", fresh.id());
                inputs.put("retired_at", old.retiredAt);
                end(old, fresh, TransitionRule.CORRECTED, inputs);
            }
            if (next != null) {
                supersede(fresh, next);
            }
            return next;
        }

        /** The first one that replaced a memory and begins after a time; null when none does. */
        private static Memory replacementOf(Memory old, ZonedDateTime after) {
            return old.links().later().stream()
                    .filter(later -> (later.isActive() || later.isHistory()) && later.validFrom.isAfter(after))
                    .min(Memory.BY_TIME)
                    .orElse(null);
        }

        private void supersede(Memory old, Memory fresh) {
            Map<String, Object> inputs = new LinkedHashMap<>();
            inputs.put("other", fresh.id());
            inputs.put("valid_from", old.validFrom);
            inputs.put("other_valid_from", fresh.validFrom);
            inputs.put("confidence", old.confidence);
            inputs.put("other_confidence", fresh.confidence);
            inputs.put("valid_to_before", old.validTo());
            old.end(Validity.earlier(old.validTo(), fresh.validFrom), changes.now());
            inputs.put("valid_to", old.validTo());
            inputs.put("explicit", true);
            changes.supersede(old, fresh, inputs);
        }

        /** A person's review: retires the wrong memory. */
        void review(Memory wrong, Memory kept) {
            retire(wrong);
            end(wrong, kept, TransitionRule.REVIEWED, Map.of("other", kept.id()));
        }

        private void retire(Memory wrong) {
            wrong.retiredAt = wrong.retiredAt == null ? changes.now() : wrong.retiredAt;
        }

        private void end(Memory old, Memory fresh, TransitionRule rule, Map<String, Object> inputs) {
            changes.turn(old, Status.SUPERSEDED, rule, inputs);
            changes.supersededBy(old, fresh);
        }
    }
}
