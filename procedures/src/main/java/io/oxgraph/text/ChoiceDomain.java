package io.oxgraph.text;

import io.oxgraph.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a preferred thing is one choice of: {@code dark mode} of the brightness of a mode. Two choices of one domain
 * exclude each other. The same rules as {@code oxgraph/choices.py}; the values stand in {@code tables/choices.tsv}.
 */
public final class ChoiceDomain {
    private static final Pattern BLANKS = Pattern.compile("[\\s,;:.!?\"“”()]+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern NAME = Pattern.compile("\\p{Lu}[\\p{L}\\p{N}+#.]*");
    /** Words before what is not chosen. */
    private static final Set<String> INSTEAD = Set.of("over", "than", "to", "rather", "instead");
    /** Words before the purpose, place or time of a choice. */
    private static final Set<String> SCOPES = Set.of(
            "for", "on", "in", "at", "when", "while", "during", "with", "from", "by", "about", "after", "before");
    /** Words that make it more than one choice, or none. */
    private static final Set<String> UNCLEAR =
            Set.of("and", "or", "but", "not", "no", "without", "if", "unless", "because", "of", "that", "which", "who");

    private static final Set<String> DETERMINERS =
            Set.of("the", "a", "an", "my", "your", "his", "her", "its", "our", "their", "some", "any", "more", "very");
    private static final int MAX_WORDS = 5;

    private static final Map<String, String> DIMENSIONS = new HashMap<>();
    private static final Map<String, String> ALONE = new HashMap<>();

    static {
        for (Map<String, String> row : Table.read("choices")) {
            for (String value : row.get("values").split("\\|", -1)) {
                DIMENSIONS.put(value, row.get("dimension"));
                if (Boolean.parseBoolean(row.get("alone"))) {
                    ALONE.put(value, row.get("dimension"));
                }
            }
        }
    }

    private ChoiceDomain() {}

    /** The domain of a preferred thing as a topic key; null where it is not clear that it is one choice. */
    public static String of(String text) {
        List<String> words = Arrays.stream(BLANKS.split(text.strip()))
                .filter(word -> !word.isEmpty())
                .toList();
        int end = first(words, INSTEAD, words.size());
        int scope = first(words, SCOPES, end);
        List<String> thing = undetermined(words.subList(0, scope));
        List<String> purpose = words.subList(scope, end).stream()
                .filter(word -> !DETERMINERS.contains(lower(word)))
                .toList();
        if (thing.isEmpty() || first(words.subList(0, end), UNCLEAR, end) < end) {
            return null;
        }
        String domain = purpose.isEmpty() || !isName(thing, purpose) ? domain(thing) : "choice";
        return domain == null ? null : Wording.topic((domain + " " + String.join(" ", purpose)).strip());
    }

    private static int first(List<String> words, Set<String> sought, int otherwise) {
        for (int i = 0; i < otherwise && i < words.size(); i++) {
            if (sought.contains(lower(words.get(i)))) {
                return i;
            }
        }
        return otherwise;
    }

    private static List<String> undetermined(List<String> words) {
        int from = 0;
        while (from < words.size() && DETERMINERS.contains(lower(words.get(from)))) {
            from++;
        }
        return words.subList(from, words.size());
    }

    /** A name for a purpose: {@code TypeScript for new projects}. */
    private static boolean isName(List<String> thing, List<String> purpose) {
        return thing.size() == 1
                && purpose.size() > 1
                && purpose.getFirst().equalsIgnoreCase("for")
                && NAME.matcher(thing.getFirst()).matches();
    }

    /** The noun with its other words and the dimension of its choice: {@code team meeting length}. */
    private static String domain(List<String> thing) {
        if (thing.size() == 1) {
            return ALONE.get(lower(thing.getFirst()));
        }
        if (thing.size() > MAX_WORDS) {
            return null;
        }
        List<String> kept = new ArrayList<>();
        Set<String> dimensions = new LinkedHashSet<>();
        for (String word : thing.subList(0, thing.size() - 1)) {
            String dimension = DIMENSIONS.get(lower(word));
            if (dimension == null) {
                kept.add(word);
            } else {
                dimensions.add(dimension);
            }
        }
        kept.add(thing.getLast());
        return dimensions.size() == 1
                ? String.join(" ", kept) + " " + dimensions.iterator().next()
                : null;
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
