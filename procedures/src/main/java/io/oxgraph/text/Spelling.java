package io.oxgraph.text;

import io.oxgraph.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * English words in one spelling and number. The same rules as {@code oxgraph/wording.py}; the words stand in
 * {@code tables/spellings.tsv} and {@code tables/plurals.tsv}.
 */
final class Spelling {
    private static final List<String> ENDINGS = List.of("", "s");
    /** Endings of words in -our. */
    private static final List<String> DERIVED = List.of("ed", "ing", "ful", "able", "less", "er", "ers", "ite", "ites");

    private static final Pattern IZE = Pattern.compile("([a-z]{3,}i)z(e|es|ed|ing|er|ers|ation|ations)");
    private static final Pattern ISE = Pattern.compile("([a-z]{3,}i)s(e|es|ed|ing|er|ers|ation|ations)");
    /** Words in -size keep it. */
    private static final Pattern SIZES = Pattern.compile("(re|cap|down|over|out|super|under|mid)siz.*");

    private static final Pattern SIBILANT = Pattern.compile(".*(s|x|z|ch|sh)");
    private static final Pattern SIBILANT_PLURAL = Pattern.compile(".*(ss|sh|ch|x|zz|o)es");
    private static final Pattern NO_PLURAL = Pattern.compile(".{0,3}|.*(ss|us|is|ics|[^a-z]s|[^s])");

    private static final Map<String, String> BRITISH = new HashMap<>();
    private static final Map<String, String> AMERICAN = new HashMap<>();
    private static final Map<String, String> SINGULARS = Table.read("plurals").stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get("plural"), row -> row.get("singular")));

    static {
        for (Map<String, String> row : Table.read("spellings")) {
            String british = row.get("british");
            pair(british, row.get("american"), ENDINGS);
            if (british.endsWith("our")) {
                pair(british, row.get("american"), DERIVED);
            }
        }
    }

    private Spelling() {}

    private static void pair(String british, String american, List<String> endings) {
        for (String ending : endings) {
            BRITISH.put(american + ending, british + ending);
            AMERICAN.put(british + ending, american + ending);
        }
    }

    /** A lower-case word in British spelling. */
    static String british(String word) {
        String known = BRITISH.get(word);
        if (known != null) {
            return known;
        }
        return SIZES.matcher(word).matches() ? word : swapped(word, IZE, "s");
    }

    /** A word in its spellings, the British one first. */
    static List<String> spellings(String word) {
        String british = british(word);
        String american = AMERICAN.getOrDefault(british, swapped(british, ISE, "z"));
        return british.equals(american) ? List.of(british) : List.of(british, american);
    }

    private static String swapped(String word, Pattern ending, String letter) {
        var match = ending.matcher(word);
        return match.matches() ? match.group(1) + letter + match.group(2) : word;
    }

    /** A word's singular. */
    static String singular(String word) {
        String known = SINGULARS.get(word);
        if (known != null) {
            return known;
        }
        if (NO_PLURAL.matcher(word).matches()) {
            return word;
        }
        if (word.endsWith("ies") && word.length() > 4) {
            return word.substring(0, word.length() - 3) + "y";
        }
        return word.substring(0, word.length() - (SIBILANT_PLURAL.matcher(word).matches() ? 2 : 1));
    }

    /** A word and its regular plural, each in its spellings. */
    static List<String> forms(String word) {
        List<String> forms = new ArrayList<>(spellings(word));
        spellings(word).forEach(one -> forms.add(plural(one)));
        return forms;
    }

    private static String plural(String word) {
        if (word.endsWith("y") && word.length() > 2 && "aeiou".indexOf(word.charAt(word.length() - 2)) < 0) {
            return word.substring(0, word.length() - 1) + "ies";
        }
        return word + (SIBILANT.matcher(word).matches() ? "es" : "s");
    }
}
