package io.oxgraph.recall;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** What a query prefers of messages, for tests of searches. */
public final class Preferences {
    /** By their own match alone. */
    public static final MessagePreference PLAIN = of("what", List.of(), Map.of());

    private Preferences() {}

    public static MessagePreference of(String query, List<String> speakers, Map<String, Object> options) {
        ZonedDateTime now = ZonedDateTime.of(2025, 6, 1, 12, 0, 0, 0, ZoneOffset.UTC);
        RecallRequest request = RequestReader.read(query, options, now);
        return new MessagePreference(request, new QuerySpeakers(query, speakers));
    }
}
