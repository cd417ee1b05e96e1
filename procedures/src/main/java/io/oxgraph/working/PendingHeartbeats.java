package io.oxgraph.working;

import io.oxgraph.working.PendingHeartbeats.Heartbeat.Version;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The heartbeats of one database that are not written yet. */
public final class PendingHeartbeats {
    /** Once so many cannot be written, no more are kept: their slots expire when the graph says so. */
    static final int MOST = 100_000;

    private static final Map<String, PendingHeartbeats> OF_DATABASES = new ConcurrentHashMap<>();
    private static final String LAST = "\uffff";

    private final ConcurrentNavigableMap<Version, Heartbeat> waiting = new ConcurrentSkipListMap<>();
    private volatile boolean full;

    /** Those of the database with this name. */
    public static PendingHeartbeats of(String database) {
        return OF_DATABASES.computeIfAbsent(database, name -> new PendingHeartbeats());
    }

    static void forget(String database) {
        OF_DATABASES.remove(database);
    }

    /** Those of a conversation, of all versions. */
    Collection<Heartbeat> of(String workspaceId, String conversationId) {
        return waiting.subMap(
                        new Version(workspaceId, conversationId, "", ""),
                        new Version(workspaceId, conversationId, LAST, LAST))
                .values();
    }

    /** Null without. */
    Heartbeat of(Version slot) {
        return waiting.get(slot);
    }

    void add(Heartbeat heartbeat) {
        if (!full) {
            waiting.merge(heartbeat.slot(), heartbeat, Heartbeat::later);
        }
    }

    List<Heartbeat> waiting() {
        return List.copyOf(waiting.values());
    }

    /** They are in the graph, or of no use there. One that was raised meanwhile stays. */
    void written(Collection<Heartbeat> heartbeats) {
        heartbeats.forEach(heartbeat -> waiting.remove(heartbeat.slot(), heartbeat));
        full = waiting.size() > MOST;
    }

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
}
