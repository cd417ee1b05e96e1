package io.oxgraph.model;

import java.time.ZonedDateTime;
import java.util.Comparator;

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
