package io.oxgraph.model;

import java.time.ZonedDateTime;
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
}
