package io.oxgraph.recall.held;

import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;

/** Numbers for the words of one workspace, and one copy of each text that many items share. One writes. */
final class Vocabulary {
    private static final int ENTRY = 64;

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final NavigableSet<String> words = new ConcurrentSkipListSet<>();
    private final Map<String, String> shared = new ConcurrentHashMap<>();
    private final Map<String, Integer> conversations = new ConcurrentHashMap<>();
    private long bytes;

    /** How many bytes of the heap it takes, about. */
    long bytes() {
        return bytes;
    }

    /** Gives a new word a number; only while nobody else does. */
    int learn(String word) {
        int before = numbers.size();
        int number = numbered(numbers, word);
        if (numbers.size() > before) {
            words.add(word);
            bytes += ENTRY;
        }
        return number;
    }

    /** The words that begin so, and have at most so many letters more. */
    IntStream numbers(String beginning, int more) {
        return words.subSet(beginning, true, beginning + Character.MAX_VALUE, false).stream()
                .filter(word -> word.length() <= beginning.length() + more)
                .mapToInt(this::number);
    }

    /** Negative for a word that was never seen. */
    int number(String word) {
        return numbers.getOrDefault(word, -1);
    }

    int learnConversation(String id) {
        return numbered(conversations, id);
    }

    /** Negative for one that was never seen. */
    int conversation(String id) {
        return conversations.getOrDefault(id, -1);
    }

    /** The same text, as it stands in memory already. */
    String share(String text) {
        if (text == null) {
            return null;
        }
        String before = shared.putIfAbsent(text, text);
        if (before == null) {
            bytes += ENTRY + Item.size(text);
        }
        return before == null ? text : before;
    }

    private int numbered(Map<String, Integer> numbers, String text) {
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        int number = numbers.size();
        numbers.put(text, number);
        bytes += ENTRY + Item.size(text);
        return number;
    }
}
