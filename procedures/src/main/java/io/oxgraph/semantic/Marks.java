package io.oxgraph.semantic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What tells two contents apart however near their vectors are: models place "has 2 cats" beside "has 3 cats", and "is"
 * beside "is not".
 *
 * @param digits runs of digits in their order
 * @param negations the negating words, sorted
 * @param names capitalised words within a sentence
 */
record Marks(List<String> digits, List<String> negations, Set<String> names) {
    private static final Pattern DIGITS = Pattern.compile("\\p{Nd}+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}'’-]*");
    /** A word after one of these, or at the start, is capitalised anyway. */
    private static final String SENTENCE_ENDS = ".!?…:\n\r";

    private static final int LONGEST_ABBREVIATION = 3;

    private static final Set<String> NEGATIONS = Set.of(
            "not", "no", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without", "hardly",
            "nicht", "kein", "keine", "nie", "ohne", "pas", "jamais", "sans", "nunca", "jamás", "sin");
    private static final Set<String> ALWAYS_CAPITAL =
            Set.of("I", "I'm", "I've", "I'd", "I'll", "I’m", "I’ve", "I’d", "I’ll");

    static Marks of(String content) {
        List<String> negations = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        Matcher words = WORD.matcher(content);
        while (words.find()) {
            String word = words.group();
            negation(word.toLowerCase(Locale.ROOT).replace('’', '\''), negations);
            if (isName(word) && !startsSentence(content, words.start())) {
                names.add(word);
            }
        }
        negations.sort(null);
        return new Marks(
                DIGITS.matcher(content).results().map(MatchResult::group).toList(), negations, names);
    }

    private static void negation(String word, List<String> found) {
        if (word.endsWith("n't") || word.equals("cannot")) {
            found.add("not");
        } else if (NEGATIONS.contains(word)) {
            found.add(word);
        }
    }

    private static boolean isName(String word) {
        int first = word.codePointAt(0);
        return (Character.isUpperCase(first) || Character.isTitleCase(first)) && !ALWAYS_CAPITAL.contains(word);
    }

    /** Quotes and brackets may stand between. */
    private static boolean startsSentence(String content, int at) {
        for (int i = at - 1; i >= 0; i--) {
            char before = content.charAt(i);
            if (SENTENCE_ENDS.indexOf(before) >= 0) {
                return !(before == '.' && endsAbbreviation(content, i));
            }
            if (Character.isLetterOrDigit(before) || before == ',' || before == ';') {
                return false;
            }
        }
        return true;
    }

    /** As in "Dr. Smith". */
    private static boolean endsAbbreviation(String content, int dot) {
        int start = dot;
        while (start > 0 && Character.isLetter(content.charAt(start - 1))) {
            start--;
        }
        return start < dot && dot - start <= LONGEST_ABBREVIATION && Character.isUpperCase(content.charAt(start));
    }
}
