package io.oxgraph.text;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What is compared of a name. */
public final class Names {
    /** Letters and digits with their marks; a plus or a number sign at a word's end too, as C, C++ and C# differ. */
    private static final Pattern WORD =
            Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*+(?:[+#]++(?![\\p{L}\\p{N}]))?");

    private Names() {}

    /** The words of the normalised name, joined by one blank; empty when it has none. */
    public static String key(String name) {
        return String.join(" ", words(name));
    }

    /** The words of the normalised name, in their order. */
    static List<String> words(String name) {
        return WORD.matcher(Normaliser.normalise(name))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** The digits of a name in their order, those of every script as 0 to 9. */
    public static String digits(String name) {
        StringBuilder digits = new StringBuilder();
        name.codePoints()
                .filter(point -> Character.digit(point, 10) >= 0 && Character.isDigit(point))
                .forEach(point -> digits.append(Character.digit(point, 10)));
        return digits.toString();
    }

    /** Brings texts that mean the same to the same form. */
    public static final class Normaliser {
        private static final Pattern WHITESPACE = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

        private Normaliser() {}

        /** NFKC, lower case, runs of whitespace as one blank, none at the ends. */
        public static String normalise(String text) {
            String folded = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
            return WHITESPACE.matcher(folded).replaceAll(" ").strip();
        }
    }
}
