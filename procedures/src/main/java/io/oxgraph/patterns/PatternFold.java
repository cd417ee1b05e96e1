package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PatternKey.ActionPair;
import io.oxgraph.patterns.SituationFold.NodeTallies;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Folds closed sequences into patterns. A pure function: stored state and sequences in, changes to write out.
 *
 * <p>At each instant at which a pass ran, the sequences counted at it are added first; then the promotion rules judge
 * each key of their pairs once.
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
     * @param stored `pairs` to fold (without it, those of the tallies and of the sequences), and lists of node
     *     properties: `tallies` of the pairs (missing ones are created), `keys` of these pairs, `versions` (their
     *     patterns, with an operator's annotations), `node_tallies` of the targets
     * @param sequences ordered by closes_at, with counted_at and actions
     * @param only whether pairs without a tally are skipped rather than created
     * @param finish whether the last instant is complete and can be judged
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

    /** Ids of the node_tallies that a fold of these sequences needs. */
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
                if (finish && only) {
                    fold.keepMarks();
                }
                fold.collect(result);
            }
        });
        return result;
    }

    /** The given pairs and those of the sequences. */
    private Map<ActionPair, List<SequencePoint>> pointsByPair(List<Map<String, Object>> sequences, boolean only) {
        Map<ActionPair, List<SequencePoint>> byPair = new LinkedHashMap<>();
        standing.pairs().forEach(pair -> byPair.put(pair, new ArrayList<>()));
        sequences.forEach(sequence -> SequencePoint.of(sequence).forEach((pair, point) -> {
            if (only ? standing.pairs().contains(pair) : standing.isAsked(pair)) {
                byPair.computeIfAbsent(pair, p -> new ArrayList<>()).add(point);
            }
        }));
        return byPair;
    }

    /** Whether the pair is being refolded from its history, which will include the new sequences. */
    private boolean isFoldedAnew(ActionPair pair) {
        String refold = new Fields(standing.tally(pair)).text("refold");
        return PairFold.REFOLD_MARKED.equals(refold) || "ready".equals(refold);
    }
}
