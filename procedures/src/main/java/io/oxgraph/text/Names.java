package io.oxgraph.text;

import io.oxgraph.text.InjectionBlock.Lines;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Normalised keys of names. */
public final class Names {
    /** Letters and digits with their marks; also + and # at a word's end, to distinguish C, C++ and C#. */
    private static final Pattern WORD =
            Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*+(?:[+#]++(?![\\p{L}\\p{N}]))?");

    private Names() {}

    /** The key of a name: its normalised words, joined by one space; empty when it has none. */
    public static String key(String name) {
        return Ascii.is(name) ? Ascii.key(name) : String.join(" ", matches(Normaliser.normalise(name)));
    }

    /** The normalised words of a name. */
    public static List<String> words(String name) {
        return matches(Normaliser.normalise(name));
    }

    /** The words of a text in lower case, not normalised otherwise: as an index has them. */
    public static List<String> asWritten(String text) {
        return matches(text.toLowerCase(Locale.ROOT));
    }

    private static List<String> matches(String text) {
        return Ascii.is(text)
                ? Ascii.words(text)
                : WORD.matcher(text).results().map(MatchResult::group).toList();
    }

    /** The digits of a name in order, of every script as 0 to 9. */
    public static String digits(String name) {
        StringBuilder digits = new StringBuilder();
        name.codePoints()
                .filter(point -> Character.digit(point, 10) >= 0 && Character.isDigit(point))
                .forEach(point -> digits.append(Character.digit(point, 10)));
        return digits.toString();
    }

    /** The same for ASCII without regular expressions, which take most of the time of a recall's context. */
    private static final class Ascii {
        private static final char LAST = 0x7f;

        private Ascii() {}

        static boolean is(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) > LAST) {
                    return false;
                }
            }
            return true;
        }

        static List<String> words(String text) {
            List<String> words = new ArrayList<>();
            each(text, (start, end) -> words.add(text.substring(start, end)));
            return words;
        }

        /** The words in small letters, joined by one space: never longer than the text. */
        static String key(String text) {
            Key key = new Key(text);
            each(text, key);
            return key.toString();
        }

        /** Gathers words; a StringBuilder would copy them character by character, with a check for each. */
        private static final class Key implements WordConsumer {
            private static final int CASE = 'a' - 'A';

            private final String text;
            private final byte[] bytes;
            private int length;

            Key(String text) {
                this.text = text;
                bytes = new byte[text.length()];
            }

            @Override
            public void accept(int start, int end) {
                if (length > 0) {
                    bytes[length++] = ' ';
                }
                for (int i = start; i < end; i++) {
                    char c = text.charAt(i);
                    bytes[length++] = (byte) (c >= 'A' && c <= 'Z' ? c + CASE : c);
                }
            }

            @Override
            public String toString() {
                return new String(bytes, 0, length, StandardCharsets.US_ASCII);
            }
        }

        /** Passes the start and the end of each word, as {@link #WORD} finds them. */
        private static void each(String text, WordConsumer consumer) {
            int start = 0;
            while (start < text.length()) {
                int end = run(text, start, Ascii::isOfWord);
                if (end == start) {
                    start++;
                    continue;
                }
                int signs = run(text, end, Ascii::isSign);
                boolean closed = signs == text.length() || !isOfWord(text.charAt(signs));
                consumer.accept(start, closed ? signs : end);
                start = end;
            }
        }

        private interface WordConsumer {
            void accept(int start, int end);
        }

        private static int run(String text, int start, IntPredicate of) {
            int end = start;
            while (end < text.length() && of.test(text.charAt(end))) {
                end++;
            }
            return end;
        }

        private static boolean isOfWord(int c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
        }

        private static boolean isSign(int c) {
            return c == '+' || c == '#';
        }
    }

    /** Text normalisation. */
    public static final class Normaliser {
        private static final Pattern WHITESPACE = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

        private Normaliser() {}

        /** Unicode NFKC, lower case, whitespace collapsed and trimmed. */
        public static String normalise(String text) {
            if (Ascii.is(text) && Lines.isSingle(text)) {
                return text.toLowerCase(Locale.ROOT).strip();
            }
            String folded = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
            return WHITESPACE.matcher(folded).replaceAll(" ").strip();
        }
    }
}
