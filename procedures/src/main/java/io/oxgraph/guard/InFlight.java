package io.oxgraph.guard;

import java.lang.ref.WeakReference;

/**
 * A transaction that has drawn numbers and has not ended.
 *
 * @param ticket cleared once its transaction is gone, whether or not that said so
 * @param sinceMillis when it drew them
 */
record InFlight(WeakReference<Ticket> ticket, long sinceMillis) {
    boolean isGone() {
        return ticket.get() == null;
    }
}
