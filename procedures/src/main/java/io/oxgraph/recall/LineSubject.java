package io.oxgraph.recall;

import io.oxgraph.text.Names;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whom a line of the context block is about, or who said it: what stands before its text. */
final class LineSubject {
    private static final String USER = "user";
    private static final int MIN_WORD_LENGTH = 3;
    /** Words of the names of users without a name. */
    private static final Set<String> PLAIN = Set.of(USER, "conversation");

    private LineSubject() {}

    /** Empty where the text says it itself, or where it is about nobody. */
    static String of(Map<String, Object> result) {
        String kind = text(result, "kind");
        if (kind.equals(RecallRequest.MESSAGE)) {
            return ofMessage(result);
        }
        String whom = kind.equals(RecallRequest.EPISODE) ? ofEpisode(result) : text(result, "subject");
        return names(text(result, "content"), whom) ? "" : whom;
    }

    private static String ofMessage(Map<String, Object> result) {
        String speaker = text(result, "speaker");
        if (!speaker.isEmpty()) {
            return speaker;
        }
        String role = text(result, "type");
        String userId = text(result, "user_id");
        if (userId.isEmpty()) {
            return role.isEmpty() ? USER : role;
        }
        return role.equals(USER) ? userId : role + " to " + userId;
    }

    /** The conversation of a message that names neither a speaker nor a user: two of them have different users. */
    static String conversationOf(Map<String, Object> message) {
        boolean named =
                !text(message, "speaker").isEmpty() || !text(message, "user_id").isEmpty();
        return named ? "" : conversation(message);
    }

    private static String ofEpisode(Map<String, Object> result) {
        String userId = text(result, "user_id");
        return userId.isEmpty() ? conversation(result) : userId;
    }

    private static String conversation(Map<String, Object> result) {
        String id = text(result, "conversation_id");
        return id.isEmpty() ? "" : "conversation " + id;
    }

    /** Whether a text has a word of a name that says who it is. */
    private static boolean names(String content, String name) {
        List<String> names = Names.words(name).stream()
                .filter(word -> !PLAIN.contains(word) && !Terms.isCommon(word))
                .filter(word -> word.length() >= MIN_WORD_LENGTH || name.equals(word))
                .toList();
        return !names.isEmpty() && !Collections.disjoint(names, Names.words(content));
    }

    private static String text(Map<String, Object> result, String key) {
        return result.get(key) instanceof String text ? text : "";
    }
}
