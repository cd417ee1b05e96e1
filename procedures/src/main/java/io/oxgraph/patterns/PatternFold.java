package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PatternKey.ActionPair;
import io.oxgraph.patterns.SituationFold.NodeTallies;
import java.util.ArrayList;
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
    private final StoredState standing;
    private final PromotionRules rules;

    private PatternFold(StoredState standing, PromotionRules rules) {
        this.standing = standing;
        this.rules = rules;
    }

    /**
     * Continues the fold.
     *
     * @param stored lists of nodes' properties: `tallies` of the pairs to fold (those that do not exist yet are made),
     *     `keys` of these pairs, `versions` (their patterns, with an operator's marks), `node_tallies` of the targets
     * @param sequences in the order of closes_at, with counted_at and actions
     * @param only whether pairs without a tally among `tallies` are left alone, rather than made
     * @param finish whether the last instant is complete, so that it is judged too
     */
    public static Map<String, Object> fold(
            String workspaceId,
            Map<String, Object> stored,
            List<Map<String, Object>> sequences,
            Map<String, Object> settings,
            boolean only,
            boolean finish) {
        return new PatternFold(new StoredState(workspaceId, stored), PromotionRules.of(settings))
                .run(sequences, only, finish)
                .toMap();
    }

    /** The ids of the node_tallies that a fold of these sequences needs. */
    public static List<String> nodeTallyIds(String workspaceId, List<Map<String, Object>> sequences) {
        return List.copyOf(NodeTallies.idsOf(workspaceId, sequences));
    }

    private FoldResult run(List<Map<String, Object>> sequences, boolean only, boolean finish) {
        Map<ActionPair, List<SequencePoint>> points = pointsByPair(sequences, only);
        FoldResult result = new FoldResult();
        points.forEach((pair, ofPair) -> {
            if (!isFoldedAnew(pair) || only) {
                PairFold fold = new PairFold(standing, pair, rules);
                fold.count(ofPair, result);
                if (finish) {
                    fold.finish(result);
                }
                fold.collect(result);
            }
        });
        return result;
    }

    /** Every pair that was given, and those that the sequences bring. */
    private Map<ActionPair, List<SequencePoint>> pointsByPair(List<Map<String, Object>> sequences, boolean only) {
        Map<ActionPair, List<SequencePoint>> byPair = new LinkedHashMap<>();
        standing.pairs().forEach(pair -> byPair.put(pair, new ArrayList<>()));
        sequences.forEach(sequence -> SequencePoint.of(sequence).forEach((pair, point) -> {
            if (!only || standing.pairs().contains(pair)) {
                byPair.computeIfAbsent(pair, p -> new ArrayList<>()).add(point);
            }
        }));
        return byPair;
    }

    /** Such a pair counts what is new when its history is read again. */
    private boolean isFoldedAnew(ActionPair pair) {
        String refold = new Fields(standing.tally(pair)).text("refold");
        return PairFold.MARKED.equals(refold) || "ready".equals(refold);
    }
}
