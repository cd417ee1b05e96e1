package io.oxgraph.text;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** Brings texts that mean the same to the same form. */
public final class Normaliser {
    private static final Pattern WHITESPACE = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

    private Normaliser() {}

    /** NFKC, lower case, runs of whitespace as one blank, none at the ends. */
    public static String normalise(String text) {
        String folded = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return WHITESPACE.matcher(folded).replaceAll(" ").strip();
    }
}
