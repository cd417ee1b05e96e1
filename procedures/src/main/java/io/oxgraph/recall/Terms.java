package io.oxgraph.recall;

import io.oxgraph.text.Marks;
import io.oxgraph.text.Names;
import io.oxgraph.text.TokenEstimate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Stems the words of a text as the database's english analyzer does. What that takes for one word in Thai, Lao, Khmer
 * and Burmese is a phrase or a sentence: its terms are the pairs of characters, each with its marks.
 */
public final class Terms {
    /** Words that ask and say nothing of what is asked about, in addition to the analyzer's stop words. */
    public static final Set<String> QUESTION_WORDS = Set.of(
            "who", "whom", "whose", "what", "when", "where", "which", "why", "how", "do", "does", "did", "done", "has",
            "have", "had", "were", "am", "been", "being", "can", "could", "would", "should", "shall", "may", "might",
            "i", "me", "my", "mine", "we", "us", "our", "you", "your", "yours", "he", "him", "his", "she", "her",
            "hers", "its", "them", "from", "about", "any", "some", "so", "than", "too", "very", "s", "t", "know",
            "tell");

    private static final Analyzer ANALYZER = new EnglishAnalyzer(CharArraySet.EMPTY_SET);
    /** The tokenizer's type of a run of these scripts. */
    private static final String UNDIVIDED = StandardTokenizer.TOKEN_TYPES[StandardTokenizer.SOUTHEAST_ASIAN];

    private Terms() {}

    /** Whether the word is a stop word or question word. */
    public static boolean isCommon(String word) {
        return QUESTION_WORDS.contains(word)
                || EnglishAnalyzer.getDefaultStopSet().contains(word);
    }

    /** The distinct terms of a text, written as {@link Names#key} writes those of a query: some Thai vowels differ. */
    static Set<String> of(String text) {
        return new LinkedHashSet<>(analysed(normal(text)));
    }

    private static String normal(String text) {
        boolean isNormal = Normalizer.isNormalized(text, Normalizer.Form.NFKC);
        return isNormal ? text : Normalizer.normalize(text, Normalizer.Form.NFKC);
    }

    /**
     * Finds the terms of a query in texts. Only the parts between blanks that have the beginning of one of them are
     * stemmed, which takes a fraction of the time.
     */
    static final class Sought {
        /** Letters of a word that stemming leaves as they are. */
        private static final int BEGINNING = 3;

        private final List<String> beginnings;

        Sought(Collection<String> terms) {
            beginnings = terms.stream().map(Sought::beginning).distinct().toList();
        }

        /** Of a short word the last letter can change too: a key is the term "kei". Never empty: that is everywhere. */
        private static String beginning(String term) {
            boolean isShort = term.length() > 1 && term.length() <= BEGINNING;
            boolean changed = isShort && (term.endsWith("i") || term.endsWith("e"));
            return term.substring(0, changed ? term.length() - 1 : Math.min(BEGINNING, term.length()));
        }

        /** Those of a text's terms that are sought, and some others. */
        Set<String> in(String text) {
            String parts = parts(normal(text));
            return parts.isEmpty() ? Set.of() : new HashSet<>(analysed(parts));
        }

        /** The parts of a text between blanks that have one of the beginnings. */
        private String parts(String text) {
            String small = text.toLowerCase(Locale.ROOT);
            if (small.length() != text.length()) {
                return text;
            }
            Map<Integer, Integer> parts = new TreeMap<>();
            for (String beginning : beginnings) {
                int end;
                for (int at = small.indexOf(beginning); at >= 0; at = small.indexOf(beginning, end)) {
                    int from = at;
                    while (from > 0 && !Character.isWhitespace(small.charAt(from - 1))) {
                        from--;
                    }
                    end = at + beginning.length();
                    while (end < small.length() && !Character.isWhitespace(small.charAt(end))) {
                        end++;
                    }
                    parts.put(from, end);
                }
            }
            StringBuilder all = new StringBuilder();
            parts.forEach((from, end) -> all.append(text, from, end).append(' '));
            return all.toString();
        }
    }

    /**
     * The terms of a question without stop words, each with a word it stems from (a pair of characters with itself); all
     * terms when none is left.
     */
    static Map<String, String> contentTerms(String question) {
        Map<String, String> contentTerms = new LinkedHashMap<>();
        Map<String, String> all = new LinkedHashMap<>();
        for (String word : Names.key(question).split(" ", -1)) {
            for (String term : analysed(word)) {
                String counted = TokenEstimate.isWithoutBlanks(term.codePointAt(0)) ? term : word;
                all.putIfAbsent(term, counted);
                if (!isCommon(word)) {
                    contentTerms.putIfAbsent(term, counted);
                }
            }
        }
        return contentTerms.isEmpty() ? all : contentTerms;
    }

    private static List<String> analysed(String text) {
        return analysed(ANALYZER, text);
    }

    /** The terms of a text in order. */
    public static List<String> analysed(Analyzer analyzer, String text) {
        List<String> terms = new ArrayList<>();
        try (TokenStream stream = analyzer.tokenStream("text", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            TypeAttribute type = stream.addAttribute(TypeAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                if (type.type().equals(UNDIVIDED)) {
                    terms.addAll(pairs(normal(term.toString())));
                } else {
                    terms.add(term.toString());
                }
            }
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return terms;
    }

    /** The pairs of neighbouring characters, each with the marks behind it; the text itself where it has but one. */
    private static List<String> pairs(String text) {
        int[] starts = IntStream.range(0, text.length())
                .filter(i -> i == 0 || !Marks.isMark(text.charAt(i)))
                .toArray();
        if (starts.length < 2) {
            return List.of(text);
        }
        return IntStream.range(0, starts.length - 1)
                .mapToObj(i -> text.substring(starts[i], i + 2 < starts.length ? starts[i + 2] : text.length()))
                .toList();
    }
}
