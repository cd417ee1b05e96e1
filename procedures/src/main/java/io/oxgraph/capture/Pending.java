package io.oxgraph.capture;

import java.time.ZonedDateTime;
import org.neo4j.graphdb.Node;

/** The stretch of a session that pass 1 has yet to look at. */
final class Pending {
    private static final String FROM = "pending_from";
    private static final String TO = "pending_to";

    private Pending() {}

    /** Widens the stretch so that it holds these times too. */
    static void widen(Node session, ZonedDateTime from, ZonedDateTime to) {
        lower(session, FROM, from);
        raise(session, TO, to);
    }

    /** Sets a time to the earlier of the two. */
    static void lower(Node session, String key, ZonedDateTime time) {
        if (!(session.getProperty(key, null) instanceof ZonedDateTime known) || time.isBefore(known)) {
            session.setProperty(key, time);
        }
    }

    private static void raise(Node session, String key, ZonedDateTime time) {
        if (!(session.getProperty(key, null) instanceof ZonedDateTime known) || time.isAfter(known)) {
            session.setProperty(key, time);
        }
    }
}
