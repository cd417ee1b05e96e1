package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How well a message answers: by itself, by what was said around it, by its conversation and by who said it. What
 * somebody meant is rarely in one turn alone. The constants were measured: docs/recall.md.
 */
final class MessageGrains {
    /** What the score of a turn at this distance adds: before it and after it. */
    private static final Map<Long, Double> NEAR = Map.of(-1L, 0.2, 1L, 0.15, -2L, 0.05, 2L, 0.05);

    /** A message of so many terms stands by itself the more, the longer it is. */
    private static final double LEANING_TERMS = 10;

    private static final double CONVERSATION = 0.4;
    private static final int BEST_OF_CONVERSATION = 2;
    private static final double ABOUT = 0.5;
    private static final double QUESTION = -0.25;
    /** A question of so many terms may be nothing else; one of twice as many says something beside. */
    private static final double QUESTION_TERMS = 12;

    private static final double WITHIN = 0.35;

    private final Options options;
    private final Collection<Turn> turns;
    private final Map<String, Map<Long, Double>> own = new HashMap<>();
    private double best;

    private MessageGrains(Collection<Turn> turns, Options options) {
        this.turns = turns;
        this.options = options;
        for (Turn turn : turns) {
            double score = own(turn, options);
            best = Math.max(best, score);
            own.computeIfAbsent(turn.conversationId(), id -> new HashMap<>()).put(turn.position(), score);
        }
    }

    /**
     * A message that was found, or stands beside one.
     *
     * @param cosine to the query, 0 to 1; 0 where it was not found by meaning
     * @param words BM25 in parts of the best, 0 to 1
     * @param about whether it is by somebody whom the query is about
     * @param within 1 where it was said within the window that is asked for, 0.5 in the days after it
     */
    record Turn(
            String id,
            String conversationId,
            long position,
            double cosine,
            double words,
            TurnTraits traits,
            boolean about,
            double within) {}

    /**
     * What counts.
     *
     * @param cosine, words weights of the two
     * @param without rules that are left out
     */
    record Options(double cosine, double words, Collection<String> without) {
        private boolean applies(String rule) {
            return !without.contains(rule);
        }
    }

    /** A score for each message. */
    static Map<String, Double> scores(Collection<Turn> turns, Options options) {
        return new MessageGrains(turns, options).scores();
    }

    /** What a message has by itself. */
    static double own(Turn turn, Options options) {
        return options.cosine() * turn.cosine() + options.words() * turn.words();
    }

    private Map<String, Double> scores() {
        Map<String, Double> conversations = conversations();
        Map<String, Double> scores = new HashMap<>();
        for (Turn turn : turns) {
            double score = own(turn, options)
                    + around(turn)
                    + conversations.get(turn.conversationId())
                    + by(turn)
                    + shape(turn)
                    + time(turn);
            scores.put(turn.id(), score);
        }
        return scores;
    }

    private double around(Turn turn) {
        if (!options.applies(Rules.NEIGHBOURS)) {
            return 0;
        }
        Map<Long, Double> conversation = own.get(turn.conversationId());
        double sum = 0;
        for (Map.Entry<Long, Double> near : NEAR.entrySet()) {
            sum += near.getValue() * conversation.getOrDefault(turn.position() + near.getKey(), 0.0);
        }
        return sum * Math.min(1, LEANING_TERMS / Math.max(1, turn.traits().terms()));
    }

    /** By conversation: the mean of its best turns, in parts of the best conversation's. */
    private Map<String, Double> conversations() {
        Map<String, Double> means = new HashMap<>();
        own.forEach((id, scores) -> means.put(id, options.applies(Rules.CONVERSATION) ? bestMean(scores) : 0));
        double most =
                means.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        means.replaceAll((id, mean) -> most == 0 ? 0 : CONVERSATION * best * mean / most);
        return means;
    }

    private static double bestMean(Map<Long, Double> scores) {
        List<Double> sorted = new ArrayList<>(scores.values());
        sorted.sort(Comparator.reverseOrder());
        return sorted.stream()
                .limit(BEST_OF_CONVERSATION)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    private double by(Turn turn) {
        return turn.about() && options.applies(Rules.SPEAKER) ? ABOUT : 0;
    }

    /** Questions answer little, unless there is more in them. */
    private double shape(Turn turn) {
        TurnTraits traits = turn.traits();
        return traits.question() && options.applies(Rules.QUESTION)
                ? QUESTION * Math.clamp(2 - traits.terms() / QUESTION_TERMS, 0, 1)
                : 0;
    }

    private static double time(Turn turn) {
        return WITHIN * turn.within();
    }
}
