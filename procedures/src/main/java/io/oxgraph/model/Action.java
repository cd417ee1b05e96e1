package io.oxgraph.model;

import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A validated action of an agent. Optional fields may be null; lists are never null.
 *
 * @param errorCode only with a failure
 * @param latencyMs milliseconds
 * @param endedAt startedAt + latency
 * @param injectedPatterns ids of the patterns that were shown before it
 * @param further properties without a rule of their own, by name
 */
public record Action(
        String id,
        String sessionId,
        String agentId,
        String actionType,
        String targetNodeType,
        List<String> targetNodeIds,
        String outcome,
        String errorCode,
        Number latencyMs,
        ZonedDateTime startedAt,
        ZonedDateTime endedAt,
        Long seq,
        List<String> injectedPatterns,
        Map<String, Object> further) {
    /** Sort key in the session's chain. */
    public ChainKey chainKey() {
        return new ChainKey(startedAt, seq, id);
    }

    /** Order of a session's actions: started_at, then seq (null last), then id. */
    public record ChainKey(ZonedDateTime startedAt, Long seq, String id) implements Comparable<ChainKey> {
        private static final Comparator<ChainKey> ORDER = Comparator.comparing(
                        (ChainKey key) -> key.startedAt().toInstant())
                .thenComparing(ChainKey::seq, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(ChainKey::id);

        @Override
        public int compareTo(ChainKey other) {
            return ORDER.compare(this, other);
        }
    }
}
