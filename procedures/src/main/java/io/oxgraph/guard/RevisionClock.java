package io.oxgraph.guard;

import io.oxgraph.guard.Revisions.Position;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Numbers that only grow: milliseconds since 1970 × 2^16, or one more than the last where that is not more; and which
 * of them are in flight. A transaction draws all of its numbers at once, as the last thing before it writes them.
 *
 * <p>The kernel calls afterCommit or afterRollback for every beforeCommit that has returned. Should it ever fail to
 * (no memory is left for its own notes, say), then nobody holds the ticket any more, and the number is given up when
 * that is collected.
 */
final class RevisionClock {
    private static final int COUNTER_BITS = 16;

    private final LongSupplier millis;
    /** After a panic a transaction may be durable that was told to have failed; the next start will tell. */
    private final BooleanSupplier panicked;

    private final TreeMap<Long, InFlight> inFlight = new TreeMap<>();
    private long last;

    RevisionClock(LongSupplier millis) {
        this(millis, () -> false);
    }

    RevisionClock(LongSupplier millis, BooleanSupplier panicked) {
        this.millis = millis;
        this.panicked = panicked;
    }

    /** From here on numbers are greater than this one. */
    synchronized void startAbove(long greatest) {
        last = Math.max(last, greatest);
    }

    /** So many numbers in a row, in flight until the ticket is handed back. */
    synchronized RevisionRange draw(int count) {
        long now = millis.getAsLong();
        long first = Math.max(last + 1, now << COUNTER_BITS);
        last = first + count - 1;
        RevisionRange ticket = new RevisionRange(first);
        inFlight.put(first, new InFlight(new WeakReference<>(ticket), now));
        return ticket;
    }

    /** Its transaction is committed and visible. */
    synchronized void committed(RevisionRange ticket) {
        inFlight.remove(ticket.first());
    }

    /** Its transaction is gone. */
    synchronized void rolledBack(RevisionRange ticket) {
        if (!panicked.getAsBoolean()) {
            inFlight.remove(ticket.first());
        }
    }

    /** Up to where the numbers are settled. */
    synchronized Position position() {
        if (!panicked.getAsBoolean()) {
            inFlight.values().removeIf(InFlight::isGone);
        }
        Map.Entry<Long, InFlight> least = inFlight.firstEntry();
        return least == null
                ? new Position(last, 0, null)
                : new Position(
                        least.getKey() - 1,
                        inFlight.size(),
                        time(least.getValue().sinceMillis()));
    }

    /** The time by which it stamps. */
    ZonedDateTime now() {
        return time(millis.getAsLong());
    }

    private static ZonedDateTime time(long millis) {
        return Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
    }

    /**
     * A transaction that has drawn numbers and has not ended.
     *
     * @param ticket cleared once its transaction is gone, whether or not that said so
     * @param sinceMillis when it drew them
     */
    record InFlight(WeakReference<RevisionRange> ticket, long sinceMillis) {
        boolean isGone() {
            return ticket.get() == null;
        }
    }

    /**
     * The numbers of one transaction, drawn while it commits. Its transaction alone holds it: the clock gives up those that
     * nobody holds any more.
     */
    static final class RevisionRange {
        private final long first;
        private long next;

        RevisionRange(long first) {
            this.first = first;
            this.next = first;
        }

        long first() {
            return first;
        }

        /** The next of its numbers; it has as many as were asked for. */
        long next() {
            return next++;
        }
    }
}
