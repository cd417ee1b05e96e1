package io.oxgraph.recall.held;

import io.oxgraph.recall.Terms;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.en.EnglishAnalyzer;

/**
 * Takes texts apart as the database's own english analyzer does: words by Unicode's rules (so those of every script),
 * lower case, English stems. All words are kept in what is searched; in a question those that any question has do not
 * count, unless it has no others.
 */
final class Analysis {
    private static final Analyzer ALL = new EnglishAnalyzer(CharArraySet.EMPTY_SET);
    private static final Analyzer TELLING = new EnglishAnalyzer(stopWords());

    /** The stems of what the analyzer itself drops. */
    private static final Set<String> DROPPED = Set.copyOf(Terms.analysed(ALL, defaultStopWords()));

    private Analysis() {}

    /** The words of a text that is to be found, new ones learned; its length is without what the analyzer drops. */
    static Words learn(String text, Vocabulary vocabulary) {
        List<String> words = Terms.analysed(ALL, text);
        int[] numbers = words.stream().mapToInt(vocabulary::learn).sorted().toArray();
        int[] terms = Arrays.stream(numbers).distinct().toArray();
        int length =
                (int) words.stream().filter(word -> !DROPPED.contains(word)).count();
        return numbers.length == 0 ? Words.NONE : new Words(terms, counts(numbers, terms.length), length);
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

    /** The words of a question that any text here has, each once. */
    static int[] query(String text, Vocabulary vocabulary) {
        List<String> telling = Terms.analysed(TELLING, text);
        return numbers(telling.isEmpty() ? Terms.analysed(ALL, text) : telling, vocabulary);
    }

    /** The same with all its words. */
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
