package io.oxgraph.guard;

import io.oxgraph.graph.RevIndex;
import io.oxgraph.guard.RevisionClock.RevisionRange;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
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
    private final OtherCommits others;
    private final WriteFence fence = new WriteFence();
    private final List<Runnable> onOthers = new CopyOnWriteArrayList<>();
    private volatile boolean started;

    Revisions(RevisionClock clock) {
        this(clock, new OtherCommits(() -> 0));
    }

    private Revisions(RevisionClock clock, OtherCommits others) {
        this.clock = clock;
        this.others = others;
    }

    Revisions(LongSupplier millis, BooleanSupplier panicked, LongSupplier lastCommitted) {
        this(new RevisionClock(millis, panicked), new OtherCommits(lastCommitted));
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
        start(tx, Map::of);
        return clock.position();
    }

    /**
     * Draws numbers for a transaction that already holds the locks of all nodes it will stamp.
     *
     * @param own the committed revisions of the nodes that the transaction has written or deleted; 0 of new ones
     */
    RevisionRange draw(Transaction tx, Supplier<Map<Node, Long>> own, int count) {
        start(tx, own);
        return clock.draw(count);
    }

    /** Calls this whenever another member of a cluster turns out to have changed memory. */
    void onOthers(Runnable listener) {
        onOthers.add(listener);
    }

    /** Looks whether another member of a cluster has changed memory; before a call that reads what listeners keep. */
    void notice(Transaction tx) {
        start(tx, Map::of);
    }

    /** A commit of this process is visible. */
    void committed(long commit) {
        others.note(commit);
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
        start(tx, Map::of);
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

    /**
     * Reads the greatest stored revision on first use, and when others may have committed: while commits of this process
     * are in flight there are none. Without a lock, which could deadlock with the reader's; running twice is harmless.
     */
    private void start(Transaction tx, Supplier<Map<Node, Long>> own) {
        long last = others.last();
        if (started && (!others.leaveGap(last) || clock.hasInFlight())) {
            return;
        }
        OptionalLong greatest = RevIndex.greatest(tx, own.get());
        boolean changed = greatest.isPresent() && clock.startAbove(greatest.getAsLong());
        if (started && changed) {
            onOthers.forEach(Runnable::run);
        }
        started = true;
        others.examined(last);
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
