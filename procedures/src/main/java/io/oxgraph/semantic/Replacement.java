package io.oxgraph.semantic;

import io.oxgraph.time.Validity;
import java.util.LinkedHashMap;
import java.util.Map;

/** Replaces memories because somebody said so, whatever the rules would say. */
final class Replacement {
    private final Journal journal;

    Replacement(Journal journal) {
        this.journal = journal;
    }

    /**
     * The world changed, where the new one holds from a later time on; else, or for a correction, the old one was
     * wrong.
     */
    void replace(Memory old, Memory fresh, boolean correction) {
        if (!correction && fresh.validFrom.isAfter(old.validFrom)) {
            Map<String, Object> inputs = new LinkedHashMap<>();
            inputs.put("other", fresh.id());
            inputs.put("valid_from", old.validFrom);
            inputs.put("other_valid_from", fresh.validFrom);
            inputs.put("confidence", old.confidence);
            inputs.put("other_confidence", fresh.confidence);
            inputs.put("valid_to_before", old.validTo());
            old.end(Validity.earlier(old.validTo(), fresh.validFrom), journal.now());
            inputs.put("valid_to", old.validTo());
            inputs.put("explicit", true);
            journal.supersede(old, fresh, inputs);
        } else {
            retire(old);
            Map<String, Object> inputs = new LinkedHashMap<>();
            inputs.put("other", fresh.id());
            inputs.put("retired_at", old.retiredAt);
            end(old, fresh, Rule.CORRECTED, inputs);
        }
    }

    /** A person decided between memories: this one was wrong. */
    void review(Memory wrong, Memory kept) {
        retire(wrong);
        end(wrong, kept, Rule.REVIEWED, Map.of("other", kept.id()));
    }

    private void retire(Memory wrong) {
        wrong.retiredAt = wrong.retiredAt == null ? journal.now() : wrong.retiredAt;
    }

    private void end(Memory old, Memory fresh, Rule rule, Map<String, Object> inputs) {
        journal.turn(old, Status.SUPERSEDED, rule, inputs);
        journal.supersededBy(old, fresh);
    }
}
