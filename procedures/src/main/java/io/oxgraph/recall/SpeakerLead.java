package io.oxgraph.recall;

import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessageScoring.Options;
import io.oxgraph.recall.MessageScoring.Turn;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far the statements of the mentioned speakers are ahead of those of the others whom they talk with: a question about
 * one person to which another said the answer has none. Who never talks with them says nothing about it: among many,
 * somebody always says something like the answer. The constants were measured: docs/recall.md.
 *
 * @param scores mean score of their best statements less that of the others', less what is usual where the query has an
 *     answer
 * @param own, others ids of the best statements of both; questions are none
 */
record SpeakerLead(double scores, List<String> own, List<String> others) {
    /** The query mentions no speaker, or everybody. */
    static final SpeakerLead NONE = new SpeakerLead(0, List.of(), List.of());

    /** Number of best statements compared on each side. */
    private static final int STATEMENTS = 3;
    /** How far the others' best statements may be ahead before that lowers the relevance. */
    private static final double MARGIN = 0.08;

    private static final double SCORES_WEIGHT = 5;
    private static final double MIN_SCORES = -0.3;
    private static final double MAX_SCORES = 0.1;
    private static final double RELEVANCE_WEIGHT = 3;
    private static final double MAX = 0.5;
    /** A sum of relevance and lead below this one counts less, so that a small threshold refuses what is certain. */
    private static final double DOUBTFUL = 0.2;

    private static final double BELOW = 0.066;

    static SpeakerLead of(Collection<Turn> turns, Options options) {
        if (turns.stream().noneMatch(Turn::about)) {
            return NONE;
        }
        List<Turn> own = best(turns.stream().filter(Turn::about), options);
        Set<String> partners = partners(turns);
        List<Turn> others =
                best(turns.stream().filter(turn -> !turn.about() && partners.contains(name(turn))), options);
        return new SpeakerLead(mean(own, options) - mean(others, options) + MARGIN, ids(own), ids(others));
    }

    /**
     * What is added to the relevance of a message: above 0 where the mentioned speakers are ahead.
     *
     * @param relevance of a statement alone, by id
     */
    double ahead(ToDoubleFunction<String> relevance) {
        if (own.isEmpty() && others.isEmpty()) {
            return 0;
        }
        double ofStatements = most(own, relevance) - most(others, relevance);
        double sum = SCORES_WEIGHT * Math.clamp(scores, MIN_SCORES, MAX_SCORES) + RELEVANCE_WEIGHT * ofStatements;
        return Math.min(MAX, sum);
    }

    /** A relevance with the lead, 0 to 1; it grows with both. */
    static double applied(double relevance, double ahead) {
        double sum = relevance + ahead;
        boolean doubtful = ahead != 0 && sum < DOUBTFUL;
        return Math.clamp(doubtful ? DOUBTFUL - BELOW * (DOUBTFUL - sum) : sum, 0, 1);
    }

    /** Who speaks in the conversations of the mentioned speakers. */
    private static Set<String> partners(Collection<Turn> turns) {
        Set<ConversationKey> conversations =
                turns.stream().filter(Turn::about).map(Turn::conversation).collect(Collectors.toSet());
        return turns.stream()
                .filter(turn -> conversations.contains(turn.conversation()))
                .map(SpeakerLead::name)
                .collect(Collectors.toSet());
    }

    private static String name(Turn turn) {
        return Objects.requireNonNullElse(turn.speaker(), "");
    }

    private static List<Turn> best(Stream<Turn> turns, Options options) {
        return turns.filter(turn -> !turn.traits().question())
                .sorted(Comparator.comparingDouble((Turn turn) -> -MessageScoring.own(turn, options))
                        .thenComparing(Turn::id))
                .limit(STATEMENTS)
                .toList();
    }

    private static double mean(List<Turn> turns, Options options) {
        return turns.stream()
                .mapToDouble(turn -> MessageScoring.own(turn, options))
                .average()
                .orElse(0);
    }

    private static List<String> ids(List<Turn> turns) {
        return turns.stream().map(Turn::id).toList();
    }

    private static double most(List<String> ids, ToDoubleFunction<String> relevance) {
        return ids.stream().mapToDouble(relevance).max().orElse(0);
    }
}
