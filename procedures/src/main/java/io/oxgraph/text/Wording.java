package io.oxgraph.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Names of predicates and topic keys in one wording, and the wordings under which they may have been stored before. The
 * same rules as {@code oxgraph/wording.py}.
 */
public final class Wording {
    /** Letters and digits with their marks; also + and # at a word's end. */
    private static final Pattern WORD =
            Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*+(?:[+#]++(?![\\p{L}\\p{N}]))?");

    private static final Pattern BLANK = Pattern.compile("\\s", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern HUMP =
            Pattern.compile("(?<=[\\p{Ll}\\p{Nd}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");
    private static final Pattern POSSESSIVE = Pattern.compile("['’]s(?![\\p{L}\\p{N}])");
    private static final Set<String> ARTICLES = Set.of("the", "a", "an");
    private static final Set<String> POSSESSIVES = Set.of("my", "your", "his", "her", "its", "our", "their");
    private static final List<String> SEPARATORS = List.of(" ", "_", "-");
    /** Bounds the look-ups for one key. */
    private static final int MAX_SPELLINGS = 48;

    private Wording() {}

    /** A predicate's name: its words in lower case and British spelling, joined by _; empty when it has none. */
    public static String predicate(String text) {
        return String.join("_", words(text, true));
    }

    /**
     * A topic key: its words in lower case, British spelling and singular, joined by one blank, without articles and
     * without a possessive before them; empty when it has none.
     */
    public static String topic(String text) {
        List<String> words = words(text, Character.isLowerCase(text.codePointAt(0)));
        int from = words.size() > 1 && POSSESSIVES.contains(words.getFirst()) ? 1 : 0;
        List<String> telling = words.subList(from, words.size()).stream()
                .filter(word -> !ARTICLES.contains(word))
                .toList();
        return String.join(
                " ",
                (telling.isEmpty() ? words : telling)
                        .stream().map(Spelling::singular).toList());
    }

    /** The lower-case words of a text in British spelling. {@code humps}: whether camelCase is several words. */
    private static List<String> words(String text, boolean humps) {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKC);
        String apart = humps && !BLANK.matcher(plain.strip()).find()
                ? HUMP.matcher(plain).replaceAll(" ")
                : plain;
        String lower = POSSESSIVE.matcher(apart.toLowerCase(Locale.ROOT)).replaceAll("");
        return WORD.matcher(lower)
                .results()
                .map(MatchResult::group)
                .map(Spelling::british)
                .toList();
    }

    /** A predicate's name without what joins its words, by which {@code worksat} is found. */
    public static String squashed(String predicate) {
        return predicate.replace("_", "");
    }

    /** The spellings of a predicate's name, itself first. */
    public static Set<String> predicateSpellings(String name) {
        return new LinkedHashSet<>(combined(name.split("_", -1), "_", false));
    }

    /** The forms under which a memory of this topic may be stored, itself first. */
    public static Set<String> topicSpellings(String topic) {
        Set<String> found = new LinkedHashSet<>();
        for (String separator : SEPARATORS) {
            found.addAll(combined(topic.split(" ", -1), separator, true));
        }
        return found;
    }

    /** All combinations of the words' spellings; of the last word with its plurals. */
    private static List<String> combined(String[] words, String separator, boolean plurals) {
        List<String> found = List.of("");
        for (int i = 0; i < words.length; i++) {
            List<String> forms =
                    plurals && i == words.length - 1 ? Spelling.forms(words[i]) : Spelling.spellings(words[i]);
            List<String> longer = new ArrayList<>();
            for (String start : found) {
                forms.forEach(form -> longer.add(start.isEmpty() ? form : start + separator + form));
            }
            found = longer.subList(0, Math.min(longer.size(), MAX_SPELLINGS));
        }
        return found;
    }
}
