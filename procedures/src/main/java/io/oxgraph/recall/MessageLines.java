package io.oxgraph.recall;

import io.oxgraph.text.TokenEstimate;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
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

    private final Map<String, List<MessageLine>> days = new TreeMap<>();

    static boolean isMessage(Map<String, Object> result) {
        return RecallRequest.MESSAGE.equals(result.get("kind"));
    }

    /** What the text grows by with this message, which may change the line after it. */
    TokenEstimate more(MessageLine message) {
        List<MessageLine> messages = days.getOrDefault(message.heading, List.of());
        int place = place(messages, message);
        MessageLine before = place == 0 ? null : messages.get(place - 1);
        TokenEstimate more = message.tokens(before).and("\n");
        if (messages.isEmpty()) {
            more = more.and('\n' + message.heading);
        }
        if (place < messages.size()) {
            MessageLine after = messages.get(place);
            more = more.and(after.tokens(message)).without(after.tokens(before));
        }
        return more;
    }

    void add(MessageLine message) {
        List<MessageLine> messages = days.computeIfAbsent(message.heading, day -> new ArrayList<>());
        messages.add(place(messages, message), message);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        days.forEach((day, messages) -> {
            lines.add(day);
            MessageLine before = null;
            for (MessageLine message : messages) {
                lines.add(message.beginning(before) + message.content);
                before = message;
            }
        });
        return lines;
    }

    private static int place(List<MessageLine> messages, MessageLine message) {
        int found = Collections.binarySearch(messages, message);
        return found < 0 ? -found - 1 : found;
    }

    /** A message as its line needs it, read once from its result: it is compared and measured many times. */
    static final class MessageLine implements Comparable<MessageLine> {
        private final String heading;
        private final String whom;
        /** What stands before its text where another one's words, or none, stand above it. */
        private final String named;

        private final String content;
        private final TokenEstimate contentTokens;
        private final Instant at;
        private final String conversationId;
        private final long position;
        private final String id;

        MessageLine(Map<String, Object> message) {
            heading = heading(message);
            whom = LineSubject.of(message);
            named = whom.isEmpty() ? GOES_ON : ContextBlock.plain(whom) + ": ";
            content = ContextBlock.plain(ContextBlock.shown(message));
            contentTokens = TokenEstimate.of(content);
            at = message.get("said_at") instanceof ZonedDateTime time ? time.toInstant() : Instant.MIN;
            conversationId = ContextBlock.text(message, "conversation_id");
            position = message.get("position") instanceof Number place ? place.longValue() : 0L;
            id = ContextBlock.text(message, "id");
        }

        private static String heading(Map<String, Object> message) {
            String where = LineSubject.conversationOf(message);
            String day = ContextBlock.day(message.get("said_at"));
            return ContextBlock.plain(day + (day.isEmpty() || where.isEmpty() ? "" : ", ") + where) + ':';
        }

        /** @param before the message above it on the same day; null when there is none */
        private String beginning(MessageLine before) {
            return before != null && whom.equals(before.whom) ? GOES_ON : named;
        }

        private TokenEstimate tokens(MessageLine before) {
            return contentTokens.and(beginning(before));
        }

        @Override
        public int compareTo(MessageLine other) {
            int order = at.compareTo(other.at);
            if (order == 0) {
                order = conversationId.compareTo(other.conversationId);
            }
            if (order == 0) {
                order = Long.compare(position, other.position);
            }
            return order == 0 ? id.compareTo(other.id) : order;
        }
    }
}
