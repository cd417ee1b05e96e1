package io.oxgraph.working;

import java.time.Instant;
import java.util.Comparator;

/**
 * A slot was read, and so it lives until then.
 *
 * @param slot which one, and as it was set then
 */
record Heartbeat(Version slot, Instant until) {

    /**
     * A slot between one setting and the next: what was read of the one before says nothing of it. The {@code rev}
     * would not do, as it also changes when a heartbeat is written.
     *
     * @param version given by whoever set it, anew each time
     */
    record Version(String workspaceId, String conversationId, String version, String slotId)
            implements Comparable<Version> {
        private static final Comparator<Version> ORDER = Comparator.comparing(Version::workspaceId)
                .thenComparing(Version::conversationId)
                .thenComparing(Version::version)
                .thenComparing(Version::slotId);

        @Override
        public int compareTo(Version other) {
            return ORDER.compare(this, other);
        }
    }

    Heartbeat later(Heartbeat other) {
        return other.until.isAfter(until) ? other : this;
    }
}
