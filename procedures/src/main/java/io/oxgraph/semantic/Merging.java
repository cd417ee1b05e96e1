package io.oxgraph.semantic;

import io.oxgraph.time.Validity;
import java.util.LinkedHashMap;
import java.util.Map;

/** Puts a statement into the memory that says the same already. */
final class Merging {
    private final double reinforce;
    private final Journal journal;

    /** @param reinforce what a memory of the policy confidence gains each time (003) */
    Merging(double reinforce, Journal journal) {
        this.reinforce = reinforce;
        this.journal = journal;
    }

    /** Whether the statement rests on nothing new: an echo, from which a memory gains nothing. */
    static boolean isEcho(Memory memory, Memory fresh) {
        return !fresh.evidence().isEmpty() && memory.evidence().containsAll(fresh.evidence());
    }

    /** Adds what the statement brings, which {@code fresh} would have been as a memory of its own. */
    void merge(Duplicates.Match match, Memory fresh, String transitionId) {
        Memory memory = match.memory();
        double before = memory.confidence;
        memory.confidence = confidence(memory, fresh);
        memory.repetitions++;
        memory.evidence().addAll(fresh.evidence());
        memory.lastStatedAt = Validity.later(memory.lastStatedAt, fresh.lastStatedAt);
        memory.accessed(journal.now());
        memory.reinforcedAt = Validity.later(memory.reinforcedAt, journal.now());
        takeTimes(memory, fresh);
        journal.reweigh(memory);
        journal.state(transitionId, memory, Rule.MERGED, memory.status, inputs(match, fresh, before));
        if (memory.status == Status.EXPIRED) {
            journal.turn(memory, Status.ACTIVE, Rule.REVIVED, Map.of("by", "merge"));
        }
    }

    private double confidence(Memory memory, Memory fresh) {
        if (memory.claim().policy().equals(Claim.CONFIDENCE)) {
            return Math.min(1, memory.confidence + reinforce);
        }
        return (memory.confidence * memory.repetitions + fresh.confidence) / (memory.repetitions + 1);
    }

    /** What was said outright goes before what was assumed. */
    private void takeTimes(Memory memory, Memory fresh) {
        if (memory.validFromAssumed && !fresh.validFromAssumed) {
            memory.validFrom = fresh.validFrom;
            memory.validFromAssumed = false;
        }
        if (memory.statedValidTo.isEqual(Validity.OPEN)) {
            memory.statedValidTo = fresh.statedValidTo;
            memory.end(Validity.earlier(memory.validTo(), fresh.statedValidTo), journal.now());
        }
    }

    private static Map<String, Object> inputs(Duplicates.Match match, Memory fresh, double before) {
        Map<String, Object> inputs = new LinkedHashMap<>();
        inputs.put("statement_id", fresh.id());
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
