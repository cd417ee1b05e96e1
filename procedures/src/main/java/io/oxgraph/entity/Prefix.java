package io.oxgraph.entity;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * The trigrams by which to look for similar names.
 *
 * <p>A name with at least the share t of common trigrams has at least ceil(t × n) of the n trigrams, so it has one of
 * any n − ceil(t × n) + 1 of them: the rarest are enough. (The prefix filter of set similarity joins.)
 */
final class Prefix {
    private static final String FREQUENT_FIRST = "etaoinsrhldcumfpgwybvkxjqz";

    private Prefix() {}

    /** The trigrams of which every name that is at least so similar has one, the rarest first. */
    static List<String> of(Set<String> trigrams, double threshold) {
        return of(trigrams, threshold, trigram -> 0);
    }

    /** @param count how many names have a trigram, where that is known */
    static List<String> of(Set<String> trigrams, double threshold, ToIntFunction<String> count) {
        int n = trigrams.size();
        int needed = n - (int) Math.ceil(threshold * n - 1e-9) + 1;
        return trigrams.stream()
                .sorted(Comparator.comparingInt(count)
                        .thenComparingInt(trigram -> -rarity(trigram))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(Math.min(n, needed))
                .toList();
    }

    /** A guess from the letters; only the speed depends on it. Blanks say little, other scripts and digits much. */
    private static int rarity(String trigram) {
        return trigram.codePoints().map(Prefix::ofLetter).sum();
    }

    private static int ofLetter(int point) {
        if (point == ' ') {
            return 0;
        }
        int place = FREQUENT_FIRST.indexOf(point);
        return 4 + (place < 0 ? FREQUENT_FIRST.length() / 2 : place);
    }
}
