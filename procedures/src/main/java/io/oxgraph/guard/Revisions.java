package io.oxgraph.guard;

import io.oxgraph.graph.RevIndex;
import io.oxgraph.guard.RevisionClock.RevisionRange;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * The numbers of one database. They start above the greatest that it holds, which is looked up when the first one is
 * asked for: while the database starts, nothing can be read from it yet.
 */
public final class Revisions {
    private static final Map<String, Revisions> BY_DATABASE = new ConcurrentHashMap<>();

    private final RevisionClock clock;
    private volatile boolean started;

    Revisions(RevisionClock clock) {
        this.clock = clock;
    }

    Revisions(LongSupplier millis, BooleanSupplier panicked) {
        this(new RevisionClock(millis, panicked));
    }

    /** Those of the database of this name, which has started. */
    public static Revisions of(String database) {
        return BY_DATABASE.get(database);
    }

    /** From here on they are those of the database of this name. */
    void begin(String database) {
        BY_DATABASE.put(database, this);
    }

    /** The database stops. */
    void end(String database) {
        BY_DATABASE.remove(database, this);
    }

    /** Up to where they are settled. */
    public Position position(Transaction tx) {
        start(tx, Set.of());
        return clock.position();
    }

    /**
     * So many of them for a transaction that holds the locks of all that it will stamp.
     *
     * @param unstamped what it has written: the numbers there are not ours
     */
    RevisionRange draw(Transaction tx, Set<Node> unstamped, int count) {
        start(tx, unstamped);
        return clock.draw(count);
    }

    RevisionClock clock() {
        return clock;
    }

    /** Without a lock: one who waited for it could hold another that the reader waits for. Twice is as good as once. */
    private void start(Transaction tx, Set<Node> unstamped) {
        if (!started) {
            RevIndex.greatest(tx, unstamped).ifPresent(clock::startAbove);
            started = true;
        }
    }

    /**
     * How far the numbers are settled.
     *
     * @param position every number at or below it is committed and visible, or will never be
     * @param inFlight how many transactions are being committed
     * @param waitingSince when the first of them drew its numbers; null when there is none
     */
    public record Position(long position, int inFlight, ZonedDateTime waitingSince) {}
}
