package io.oxgraph.semantic;

import io.oxgraph.semantic.ChangeSet.TransitionRule;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

/** Merges a statement into the memory that says the same. */
final class DuplicateMerge {
    private final double reinforce;
    private final ChangeSet changes;

    /** @param reinforce confidence gained per repetition under the confidence policy */
    DuplicateMerge(double reinforce, ChangeSet changes) {
        this.reinforce = reinforce;
        this.changes = changes;
    }

    /** Whether the statement has no new evidence, and no end that is new; such an echo does not reinforce a memory. */
    static boolean isEcho(Memory memory, Memory fresh) {
        return !fresh.evidence().isEmpty() && memory.evidence().containsAll(fresh.evidence()) && !ends(memory, fresh);
    }

    private static boolean ends(Memory memory, Memory fresh) {
        return memory.statedValidTo.isEqual(Validity.OPEN) && !fresh.statedValidTo.isEqual(Validity.OPEN);
    }

    /**
     * Merges a statement.
     *
     * @param fresh the memory it would have created
     * @param stated its predicate as stated, where that is a synonym; otherwise null
     */
    void merge(Duplicates.Match match, Memory fresh, String stated, String transitionId) {
        Memory memory = match.memory();
        double before = memory.confidence;
        ZonedDateTime end = memory.validTo();
        memory.confidence = confidence(memory, fresh);
        memory.repetitions++;
        memory.evidence().addAll(fresh.evidence());
        memory.lastStatedAt = Validity.later(memory.lastStatedAt, fresh.lastStatedAt);
        memory.accessed(changes.now());
        memory.reinforcedAt = Validity.later(memory.reinforcedAt, changes.now());
        takeTimes(memory, fresh);
        changes.reweigh(memory);
        Map<String, Object> inputs = inputs(match, fresh, stated, before);
        if (!memory.validTo().isEqual(end)) {
            inputs.put("valid_to", memory.validTo());
        }
        changes.state(transitionId, memory, TransitionRule.MERGED, memory.status, inputs);
        if (memory.status == Status.EXPIRED) {
            changes.turn(memory, Status.ACTIVE, TransitionRule.REVIVED, Map.of("by", "merge"));
        }
    }

    private double confidence(Memory memory, Memory fresh) {
        if (memory.assertion().policy().equals(Assertion.CONFIDENCE)) {
            return Math.min(1, memory.confidence + reinforce);
        }
        return (memory.confidence * memory.repetitions + fresh.confidence) / (memory.repetitions + 1);
    }

    /** Given times take precedence over assumed ones. */
    private void takeTimes(Memory memory, Memory fresh) {
        if (memory.validFromAssumed && !fresh.validFromAssumed) {
            memory.validFrom = fresh.validFrom;
            memory.validFromAssumed = false;
        }
        if (memory.statedValidTo.isEqual(Validity.OPEN)) {
            memory.statedValidTo = fresh.statedValidTo;
            memory.end(Validity.earlier(memory.validTo(), fresh.statedValidTo), changes.now());
        }
    }

    private static Map<String, Object> inputs(Duplicates.Match match, Memory fresh, String stated, double before) {
        Map<String, Object> inputs = new LinkedHashMap<>();
        inputs.put("statement_id", fresh.id());
        if (stated != null) {
            inputs.put("stated_predicate", stated);
        }
        inputs.put("by", match.by().text());
        if (!Double.isNaN(match.cosine())) {
            inputs.put("cosine", match.cosine());
        }
        inputs.put("confidence_before", before);
        inputs.put("confidence", match.memory().confidence);
        inputs.put("repetitions", match.memory().repetitions);
        return inputs;
    }
}
