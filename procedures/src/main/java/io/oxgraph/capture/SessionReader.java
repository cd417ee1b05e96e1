package io.oxgraph.capture;

import io.oxgraph.input.FieldReader;
import io.oxgraph.model.Session;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a session out of a map; {@code invalid_input} names the field that does not fit. */
public final class SessionReader {
    /** How an action or a session can go. */
    static final List<String> OUTCOMES = List.of("success", "failure");

    private static final Set<String> FIELDS =
            Set.of("session_id", "agent_id", "intent", "outcome", "started_at", "ended_at");
    private static final int NAME = 200;
    private static final int IDENTIFIER = 512;
    private static final int INTENT = 2000;

    private SessionReader() {}

    /**
     * Reads one session.
     *
     * @param prefix stands before a field's name in messages
     */
    public static Session read(Map<String, Object> map, String prefix, ZonedDateTime now) {
        FieldReader fields = new FieldReader(map, prefix, now);
        fields.allowOnly(FIELDS);
        Session session = new Session(
                fields.required("session_id", IDENTIFIER),
                fields.optional("agent_id", NAME),
                fields.optional("intent", INTENT),
                fields.word("outcome", OUTCOMES),
                fields.time("started_at"),
                fields.time("ended_at"));
        if (session.startedAt() != null
                && session.endedAt() != null
                && session.endedAt().isBefore(session.startedAt())) {
            throw fields.refusal("ended_at", "lies before started_at");
        }
        return session;
    }
}
