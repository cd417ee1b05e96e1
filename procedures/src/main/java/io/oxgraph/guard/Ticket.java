package io.oxgraph.guard;

/**
 * The numbers of one transaction, drawn while it commits. Its transaction alone holds it: the clock gives up those that
 * nobody holds any more.
 */
final class Ticket {
    private final long first;
    private long next;

    Ticket(long first) {
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
