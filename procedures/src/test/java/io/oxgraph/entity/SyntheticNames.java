package io.oxgraph.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Synthetic names of people, some repeated with a typing error. */
final class SyntheticNames {
    private static final String[] STARTS = {"ka", "mo", "ri", "ste", "ba", "lu", "ne", "tho", "vi", "du", "pra", "shi"};
    private static final String[] MIDDLES = {"la", "ren", "to", "mi", "sa", "gor", "lin", "ber", "du", "wi", "cha"};
    private static final String[] ENDS = {"n", "son", "ka", "ter", "ez", "man", "ski", "ley", "ra", "dt"};

    private SyntheticNames() {}

    static List<String> people(int count, long seed) {
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        while (names.size() < count) {
            boolean again = !names.isEmpty() && random.nextInt(4) == 0;
            names.add(again ? mistyped(names.get(random.nextInt(names.size())), random) : name(random));
        }
        return names;
    }

    private static String name(Random random) {
        return word(random) + " " + word(random) + " " + word(random);
    }

    private static String word(Random random) {
        return pick(STARTS, random) + pick(MIDDLES, random) + pick(MIDDLES, random) + pick(ENDS, random);
    }

    private static String pick(String[] parts, Random random) {
        return parts[random.nextInt(parts.length)];
    }

    private static String mistyped(String name, Random random) {
        int at = random.nextInt(name.length());
        return name.substring(0, at) + (char) ('a' + random.nextInt(26)) + name.substring(at + 1);
    }
}
