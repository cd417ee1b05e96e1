package io.oxgraph.model;

import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;

/**
 * One operation of an agent, checked. Fields that may be missing are null; the lists never are.
 *
 * @param errorCode only with a failure
 * @param latencyMs milliseconds
 * @param endedAt startedAt + latency
 * @param injectedPatterns ids of the patterns that were shown before it
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
        List<String> injectedPatterns) {
    /** Its place in the session. */
    public ChainKey chainKey() {
        return new ChainKey(startedAt, seq, id);
    }

    /** What orders a session's actions: started_at, then seq (none comes last), then id. */
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
