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

/** The heartbeats of one database that are not written to the graph yet. */
public final class PendingHeartbeats {
    /** Maximum number of pending heartbeats; beyond it, slots expire at their stored time. */
    static final int MAX_PENDING = 100_000;

    private static final Map<String, PendingHeartbeats> OF_DATABASES = new ConcurrentHashMap<>();
    private static final String LAST = "\uffff";

    private final ConcurrentNavigableMap<Version, Heartbeat> waiting = new ConcurrentSkipListMap<>();
    private volatile boolean full;

    /** The heartbeats of a database. */
    public static PendingHeartbeats of(String database) {
        return OF_DATABASES.computeIfAbsent(database, name -> new PendingHeartbeats());
    }

    static void forget(String database) {
        OF_DATABASES.remove(database);
    }

    /** The heartbeats of a conversation, of all slot versions. */
    Collection<Heartbeat> of(String workspaceId, String conversationId) {
        return waiting.subMap(
                        new Version(workspaceId, conversationId, "", ""),
                        new Version(workspaceId, conversationId, LAST, LAST))
                .values();
    }

    /** Null when there is none. */
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

    /** Removes heartbeats that were written; one that was extended meanwhile stays. */
    void written(Collection<Heartbeat> heartbeats) {
        heartbeats.forEach(heartbeat -> waiting.remove(heartbeat.slot(), heartbeat));
        full = waiting.size() > MAX_PENDING;
    }

    /**
     * A slot was read, which extends its expiry.
     *
     * @param slot the slot's version
     */
    record Heartbeat(Version slot, Instant until) {

        /**
         * A version of a slot, which changes with each write by a client. ({@code rev} also changes when a heartbeat
         * is written.)
         *
         * @param version random version, set with each write
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
