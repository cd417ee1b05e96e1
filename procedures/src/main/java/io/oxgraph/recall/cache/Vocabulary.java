package io.oxgraph.recall.cache;

import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.Terms;
import io.oxgraph.recall.cache.Postings.TermCounts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.en.EnglishAnalyzer;

/** The dictionary of one workspace: term numbers, conversation numbers, and interned strings. One writer at a time. */
final class Vocabulary {
    private static final int ENTRY = 64;

    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final NavigableSet<String> words = new ConcurrentSkipListSet<>();
    private final Map<String, String> shared = new ConcurrentHashMap<>();
    private final Map<ConversationKey, Integer> conversations = new ConcurrentHashMap<>();
    private long bytes;

    /** Estimated heap size in bytes. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of a word, assigning one to a new word. Not thread-safe. */
    int learn(String word) {
        int before = numbers.size();
        int number = numbered(numbers, word);
        if (numbers.size() > before) {
            words.add(word);
            bytes += ENTRY;
        }
        return number;
    }

    /** Numbers of the words with this prefix and at most {@code more} further letters. */
    IntStream numbers(String beginning, int more) {
        return words.subSet(beginning, true, beginning + Character.MAX_VALUE, false).stream()
                .filter(word -> word.length() <= beginning.length() + more)
                .mapToInt(this::number);
    }

    /** Number of a word; negative when unknown. */
    int number(String word) {
        return numbers.getOrDefault(word, -1);
    }

    int learnConversation(ConversationKey key) {
        Integer known = conversations.get(key);
        if (known != null) {
            return known;
        }
        int number = conversations.size();
        conversations.put(key, number);
        bytes += ENTRY + CachedItem.size(key.id());
        return number;
    }

    /** Number of a conversation; negative when unknown. */
    int conversation(ConversationKey key) {
        return conversations.getOrDefault(key, -1);
    }

    /** Interns a string. */
    String share(String text) {
        if (text == null) {
            return null;
        }
        String before = shared.putIfAbsent(text, text);
        if (before == null) {
            bytes += ENTRY + CachedItem.size(text);
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
        bytes += ENTRY + CachedItem.size(text);
        return number;
    }

    /**
     * Tokenises texts as the database's english analyzer does: Unicode word breaks (every script), lower case, English
     * stems. Indexed texts keep all words; a query loses stop words and question words, unless it has no others.
     */
    static final class TextAnalysis {
        private static final Analyzer ALL = new EnglishAnalyzer(CharArraySet.EMPTY_SET);
        private static final Analyzer WITHOUT_STOP_WORDS = new EnglishAnalyzer(stopWords());

        /** Stems of the analyzer's own stop words. */
        private static final Set<String> DROPPED = Set.copyOf(Terms.analysed(ALL, defaultStopWords()));

        private TextAnalysis() {}

        /** Terms of an indexed text; new words enter the vocabulary. The length excludes stop words. */
        static TermCounts learn(String text, Vocabulary vocabulary) {
            List<String> words = Terms.analysed(ALL, text);
            int[] numbers = words.stream().mapToInt(vocabulary::learn).sorted().toArray();
            int[] terms = Arrays.stream(numbers).distinct().toArray();
            int length =
                    (int) words.stream().filter(word -> !DROPPED.contains(word)).count();
            return numbers.length == 0 ? TermCounts.NONE : new TermCounts(terms, counts(numbers, terms.length), length);
        }

        private static byte[] counts(int[] sorted, int distinct) {
            byte[] counts = new byte[distinct];
            int place = 0;
            for (int i = 0; i < sorted.length; i++) {
                if (i > 0 && sorted[i] != sorted[i - 1]) {
                    place++;
                }
                counts[place] = (byte) Math.min(Byte.MAX_VALUE, counts[place] + 1);
            }
            return counts;
        }

        /** Distinct terms of a query that occur in the vocabulary, without stop words. */
        static int[] query(String text, Vocabulary vocabulary) {
            List<String> terms = Terms.analysed(WITHOUT_STOP_WORDS, text);
            return numbers(terms.isEmpty() ? Terms.analysed(ALL, text) : terms, vocabulary);
        }

        /** Distinct known terms of a query, stop words included. */
        static int[] all(String text, Vocabulary vocabulary) {
            return numbers(Terms.analysed(ALL, text), vocabulary);
        }

        private static int[] numbers(List<String> words, Vocabulary vocabulary) {
            return words.stream()
                    .mapToInt(vocabulary::number)
                    .filter(number -> number >= 0)
                    .distinct()
                    .toArray();
        }

        private static CharArraySet stopWords() {
            CharArraySet words = CharArraySet.copy(EnglishAnalyzer.getDefaultStopSet());
            Terms.QUESTION_WORDS.forEach(words::add);
            return CharArraySet.unmodifiableSet(words);
        }

        private static String defaultStopWords() {
            return EnglishAnalyzer.getDefaultStopSet().stream()
                    .map(word -> new String((char[]) word))
                    .collect(Collectors.joining(" "));
        }
    }
}
