package io.oxgraph.recall;

import io.oxgraph.recall.ContextBlock.TokenEstimate;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The messages of a context block in the order of their time, in few tokens: the day stands above them once, and who
 * said it before the first of consecutive messages; the others begin with a dash. Where no name says whose words they
 * are, the conversation stands beside the day.
 */
final class MessageLines {
    private static final String GOES_ON = "- ";
    private static final Comparator<Map<String, Object>> BY_TIME = Comparator.comparing((Map<String, Object> message) ->
                    message.get("said_at") instanceof ZonedDateTime time ? time.toInstant() : Instant.MIN)
            .thenComparing(message -> ContextBlock.text(message, "conversation_id"))
            .thenComparing(message -> message.get("position") instanceof Number place ? place.longValue() : 0L)
            .thenComparing(message -> ContextBlock.text(message, "id"));

    private final Map<String, List<Map<String, Object>>> days = new TreeMap<>();

    static boolean isMessage(Map<String, Object> result) {
        return RecallRequest.MESSAGE.equals(result.get("kind"));
    }

    /** What the text grows by with this message, which may change the line after it. */
    TokenEstimate more(Map<String, Object> message) {
        String day = heading(message);
        List<Map<String, Object>> said = days.getOrDefault(day, List.of());
        int place = place(said, message);
        Map<String, Object> before = place == 0 ? null : said.get(place - 1);
        TokenEstimate more = TokenEstimate.of('\n' + line(before, message));
        if (said.isEmpty()) {
            more = more.and('\n' + day);
        }
        if (place < said.size()) {
            Map<String, Object> after = said.get(place);
            more = more.and(line(message, after)).without(line(before, after));
        }
        return more;
    }

    void add(Map<String, Object> message) {
        List<Map<String, Object>> said = days.computeIfAbsent(heading(message), day -> new ArrayList<>());
        said.add(place(said, message), message);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        days.forEach((day, said) -> {
            lines.add(day);
            Map<String, Object> before = null;
            for (Map<String, Object> message : said) {
                lines.add(line(before, message));
                before = message;
            }
        });
        return lines;
    }

    private static int place(List<Map<String, Object>> said, Map<String, Object> message) {
        int found = Collections.binarySearch(said, message, BY_TIME);
        return found < 0 ? -found - 1 : found;
    }

    /** @param before the message above it on the same day; null when there is none */
    private static String line(Map<String, Object> before, Map<String, Object> message) {
        String whom = LineSubject.of(message);
        boolean goesOn = whom.isEmpty() || (before != null && whom.equals(LineSubject.of(before)));
        return (goesOn ? GOES_ON : ContextBlock.plain(whom) + ": ")
                + ContextBlock.plain(ContextBlock.text(message, "content"));
    }

    private static String heading(Map<String, Object> message) {
        String where = LineSubject.conversationOf(message);
        String day = ContextBlock.day(message.get("said_at"));
        return ContextBlock.plain(day + (day.isEmpty() || where.isEmpty() ? "" : ", ") + where) + ':';
    }
}
