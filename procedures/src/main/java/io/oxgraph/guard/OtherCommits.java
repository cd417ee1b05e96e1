package io.oxgraph.guard;

import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Notices that a database has commits for which no transaction event listener ran: on a member of a cluster those that
 * another member made while it was the writer. Neo4j numbers the commits of a database; those of this process are noted one by one, so
 * a gap remains where others have committed. Neo4j's own commits (new labels, indexes) leave gaps too, so a gap only
 * says that it is worth to look.
 */
final class OtherCommits {
    private static final int MAX_AHEAD = 10_000;

    private final LongSupplier lastCommitted;
    private final TreeSet<Long> ahead = new TreeSet<>();
    private long seen;

    /** @param lastCommitted number of the last commit of the database */
    OtherCommits(LongSupplier lastCommitted) {
        this.lastCommitted = lastCommitted;
    }

    /** The number of the last commit of anybody. */
    long last() {
        return lastCommitted.getAsLong();
    }

    /** Whether commits up to this one were made that are neither noted nor examined. */
    synchronized boolean leaveGap(long last) {
        return last > seen;
    }

    /** A commit of this process, which listeners were told. */
    synchronized void note(long commit) {
        if (commit > seen) {
            ahead.add(commit);
            close();
        }
        if (ahead.size() > MAX_AHEAD) {
            ahead.clear(); // The gap stays, and is looked at.
        }
    }

    /** What was committed up to this one has been looked at. */
    synchronized void examined(long last) {
        if (last > seen) {
            seen = last;
            ahead.headSet(last, true).clear();
            close();
        }
    }

    private void close() {
        while (!ahead.isEmpty() && ahead.first() == seen + 1) {
            seen = ahead.pollFirst();
        }
    }
}
