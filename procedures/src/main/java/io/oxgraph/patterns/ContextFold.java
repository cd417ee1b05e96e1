package io.oxgraph.patterns;

import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Counts;
import io.oxgraph.situation.Family;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The contexts of one pair: what was counted in each, and which of them are patterns. */
final class ContextFold {
    /** So many contexts of a family are kept. */
    static final int MOST = 256;

    private final Standing standing;
    private final Pair pair;
    private final Rules rules;
    private final Map<Family, Map<String, KeyFold>> families = new TreeMap<>();

    /** @param stored the nodes of the pair's contexts */
    ContextFold(Standing standing, Pair pair, Rules rules, List<Map<String, Object>> stored) {
        this.standing = standing;
        this.pair = pair;
        this.rules = rules;
        stored.forEach(node -> {
            KeyFold key = open(new Fields(node).text("context"), node);
            // The others a fold made anew has not come to yet.
            if (!key.window().isEmpty() || key.hasVersions()) {
                family(key).put(key.key().context(), key);
            }
        });
    }

    private KeyFold open(String context, Map<String, Object> stored) {
        return standing.open(Key.in(pair, context), rules, stored);
    }

    private Map<String, KeyFold> family(KeyFold key) {
        return family(Contexts.family(key.key().context()));
    }

    private Map<String, KeyFold> family(Family family) {
        return families.computeIfAbsent(family, f -> new HashMap<>());
    }

    /** The counts of a context over the days from {@code first} on. */
    Counts counts(Family family, String value, long first) {
        KeyFold key = family(family).get(family.context(value));
        if (key == null) {
            return Counts.NONE;
        }
        key.dropBefore(first);
        return Rival.countsOf(key);
    }

    /** Adds what a sequence holds of contexts, and lets go of what is seen least where there are far too many. */
    void count(Point point, Map<String, Occurrence> occurrences, FoldResult result) {
        occurrences.forEach((context, occurrence) -> {
            Map<String, KeyFold> family = family(Contexts.family(context));
            KeyFold key = family.computeIfAbsent(context, name -> open(name, Map.of()));
            key.count(point, occurrence);
            if (occurrence.failures() > 0) {
                result.evidence(key, point.sequenceId(), occurrence.failed());
            }
            if (family.size() > 2 * MOST) {
                bound(family, result);
            }
        });
    }

    /** Keeps those that are seen most, and whatever has been a pattern. */
    private void bound(Map<String, KeyFold> family, FoldResult result) {
        List<KeyFold> least = new ArrayList<>(family.values());
        least.sort(Comparator.<KeyFold>comparingLong(key -> key.window().sum(Window.TOTALS))
                .thenComparing(key -> key.key().context()));
        least.removeIf(KeyFold::hasVersions);
        least.subList(0, Math.clamp(family.size() - MOST, 0, least.size())).forEach(key -> drop(key, result));
    }

    private void drop(KeyFold key, FoldResult result) {
        family(key).remove(key.key().context());
        result.drop(key.id());
    }

    /** Judges each context at an instant, beside the rest of its family. */
    void finish(ZonedDateTime instant, Counts plain, FoldResult result) {
        long first = Days.of(instant) - rules.windowDays();
        keys().forEach(key -> key.dropBefore(first));
        keys().stream()
                .filter(key -> key.window().isEmpty() && !key.hasVersions())
                .forEach(key -> drop(key, result));
        families.values().forEach(family -> bound(family, result));
        List<Rival> rivals = Rival.of(keys());
        Set<String> passing = Rival.passing(rivals, rules);
        rivals.forEach(rival -> rival.key().evaluate(instant, rival.verdict(rules, passing, plain)));
    }

    private List<KeyFold> keys() {
        List<KeyFold> keys = new ArrayList<>();
        families.values().forEach(family -> keys.addAll(family.values()));
        return keys;
    }

    /** Hands over what has changed. */
    void collect(FoldResult result) {
        keys().stream().sorted(Comparator.comparing(key -> key.key().context())).forEach(key -> key.collect(result));
    }
}
