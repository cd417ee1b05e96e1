package io.oxgraph.patterns;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Folds closed sequences into patterns. Pure: what stands in the graph goes in, what is to be written comes out.
 *
 * <p>At each instant at which a pass ran, the sequences that count at it are added first, and then each key of the
 * pairs that they hold goes through the rules once.
 */
public final class PatternFold {
    private final String workspaceId;
    private final Rules rules;
    private final Map<Pair, Map<String, Object>> tallies = new HashMap<>();
    private final Map<Pair, List<Map<String, Object>>> keys = new HashMap<>();

    private PatternFold(
            String workspaceId,
            List<Map<String, Object>> tallies,
            List<Map<String, Object>> keys,
            Map<String, Object> settings) {
        this.workspaceId = workspaceId;
        this.rules = Rules.of(settings);
        tallies.forEach(tally -> this.tallies.put(pairOf(tally), tally));
        keys.forEach(key -> this.keys
                .computeIfAbsent(pairOf(key), pair -> new ArrayList<>())
                .add(key));
    }

    /**
     * Continues the fold.
     *
     * @param tallies the tallies of the pairs to fold, as stored; those that do not exist yet are made
     * @param keys the keys of these pairs, as stored, each with `versions`: its patterns with an operator's marks
     * @param sequences in the order of closes_at, with counted_at
     * @param only whether pairs without a tally among `tallies` are left alone, rather than made
     * @param finish whether the last instant is complete, so that it is judged too
     */
    public static Map<String, Object> fold(
            String workspaceId,
            List<Map<String, Object>> tallies,
            List<Map<String, Object>> keys,
            List<Map<String, Object>> sequences,
            Map<String, Object> settings,
            boolean only,
            boolean finish) {
        return new PatternFold(workspaceId, tallies, keys, settings)
                .run(sequences, only, finish)
                .toMap();
    }

    private FoldResult run(List<Map<String, Object>> sequences, boolean only, boolean finish) {
        Map<Pair, List<Point>> points = pointsByPair(sequences, only);
        FoldResult result = new FoldResult();
        points.forEach((pair, ofPair) -> {
            if (!isFoldedAnew(pair) || only) {
                PairFold fold = open(pair);
                fold.count(ofPair, result);
                if (finish) {
                    fold.finish();
                }
                fold.collect(result);
            }
        });
        return result;
    }

    /** Every pair that was given, and those that the sequences bring. */
    private Map<Pair, List<Point>> pointsByPair(List<Map<String, Object>> sequences, boolean only) {
        Map<Pair, List<Point>> byPair = new LinkedHashMap<>();
        tallies.keySet().forEach(pair -> byPair.put(pair, new ArrayList<>()));
        sequences.forEach(sequence -> Point.of(sequence).forEach((pair, point) -> {
            if (!only || tallies.containsKey(pair)) {
                byPair.computeIfAbsent(pair, p -> new ArrayList<>()).add(point);
            }
        }));
        return byPair;
    }

    private PairFold open(Pair pair) {
        Collection<Map<String, Object>> ofPair = keys.getOrDefault(pair, List.of());
        return new PairFold(workspaceId, pair, rules, tallies.getOrDefault(pair, Map.of()), ofPair);
    }

    /** Such a pair counts what is new when its history is read again. */
    private boolean isFoldedAnew(Pair pair) {
        String refold = new Fields(tallies.getOrDefault(pair, Map.of())).text("refold");
        return PairFold.MARKED.equals(refold) || "ready".equals(refold);
    }

    private static Pair pairOf(Map<String, Object> map) {
        Fields fields = new Fields(map);
        return new Pair(fields.text("action_type"), fields.text("node_type"));
    }
}
