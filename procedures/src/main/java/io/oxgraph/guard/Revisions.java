package io.oxgraph.guard;

import io.oxgraph.graph.RevIndex;
import io.oxgraph.guard.RevisionClock.RevisionRange;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * The revision numbers of one database. They start above the greatest stored one, which is read on first use, since a
 * starting database cannot be read.
 */
public final class Revisions {
    private static final Map<String, Revisions> BY_DATABASE = new ConcurrentHashMap<>();

    private static final long POLL_MILLIS = 1;

    private final RevisionClock clock;
    private final WriteFence fence = new WriteFence();
    private volatile boolean started;

    Revisions(RevisionClock clock) {
        this.clock = clock;
    }

    Revisions(LongSupplier millis, BooleanSupplier panicked) {
        this(new RevisionClock(millis, panicked));
    }

    /** The revisions of a started database. */
    public static Revisions of(String database) {
        return BY_DATABASE.get(database);
    }

    /** Registers these revisions for a database. */
    void begin(String database) {
        BY_DATABASE.put(database, this);
    }

    /** Removes the registration. */
    void end(String database) {
        BY_DATABASE.remove(database, this);
    }

    /** The position up to which no revision is in flight. */
    public Position position(Transaction tx) {
        start(tx, Set.of());
        return clock.position();
    }

    /**
     * Draws numbers for a transaction that already holds the locks of all nodes it will stamp.
     *
     * @param unstamped nodes written by the transaction, whose revisions are ignored when the greatest is read
     */
    RevisionRange draw(Transaction tx, Set<Node> unstamped, int count) {
        start(tx, unstamped);
        return clock.draw(count);
    }

    RevisionClock clock() {
        return clock;
    }

    WriteFence fence() {
        return fence;
    }

    /**
     * Runs work at a moment at which no transaction that changes the workspace commits: those that have begun to have ended,
     * later ones wait. The state it reads is that of the position it is given.
     *
     * @param limit how long to wait for transactions that are committing, in milliseconds
     * @return empty where they took longer
     */
    public <T> Optional<T> still(Transaction tx, String workspaceId, long limit, LongFunction<T> work) {
        start(tx, Set.of());
        return fence.during(workspaceId, () -> {
            long drawn = clock.last();
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limit);
            long position = clock.position().position();
            while (position < drawn) {
                if (System.nanoTime() > until) {
                    return Optional.empty();
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
                position = clock.position().position();
            }
            return Optional.of(work.apply(position));
        });
    }

    /** Without a lock, which could deadlock with the reader's; running twice is harmless. */
    private void start(Transaction tx, Set<Node> unstamped) {
        if (!started) {
            RevIndex.greatest(tx, unstamped).ifPresent(clock::startAbove);
            started = true;
        }
    }

    /**
     * The state of the revision numbers.
     *
     * @param position every revision at or below it is committed and visible, or rolled back
     * @param inFlight number of transactions in flight
     * @param waitingSince time at which the oldest of them drew its numbers; null when there is none
     */
    public record Position(long position, int inFlight, ZonedDateTime waitingSince) {}
}
