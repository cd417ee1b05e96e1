package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How well a message answers: by itself, by what was said around it, and by its whole conversation. What somebody meant
 * is rarely in one turn alone.
 */
final class MessageGrains {
    private static final double OWN = 1.0;
    private static final double AROUND = 0.3;
    private static final double WHOLE = 0.5;
    /** What the turns at a distance of 1, 2 … count, on either side. */
    private static final double[] NEAR = {0.5, 0.25};

    private static final int BEST_OF_WHOLE = 3;

    private MessageGrains() {}

    /**
     * A message that was found.
     *
     * @param cosine to the query, 0 to 1; 0 where it was not found by meaning
     * @param words BM25 in parts of the best, 0 to 1
     */
    record Turn(String id, String conversationId, long position, double cosine, double words) {}

    /**
     * What counts.
     *
     * @param cosine, words weights of the two
     * @param neighbours, conversation whether the wider grains count
     */
    record Weights(double cosine, double words, boolean neighbours, boolean conversation) {}

    /** A score from 0 to 1 for each message. */
    static Map<String, Double> scores(Collection<Turn> turns, Weights weights) {
        double around = weights.neighbours() ? AROUND : 0;
        double whole = weights.conversation() ? WHOLE : 0;
        Map<String, Map<Long, Double>> own = own(turns, weights);
        Map<String, Double> wholes = wholes(turns, weights);
        Map<String, Double> scores = new HashMap<>();
        for (Turn turn : turns) {
            Map<Long, Double> conversation = own.get(turn.conversationId());
            double score = OWN * conversation.get(turn.position())
                    + around * around(conversation, turn.position())
                    + whole * wholes.get(turn.conversationId());
            scores.put(turn.id(), score / (OWN + around + whole));
        }
        return scores;
    }

    /** By conversation and position. */
    private static Map<String, Map<Long, Double>> own(Collection<Turn> turns, Weights weights) {
        Map<String, Map<Long, Double>> own = new HashMap<>();
        for (Turn turn : turns) {
            own.computeIfAbsent(turn.conversationId(), id -> new HashMap<>())
                    .put(turn.position(), mixed(turn.cosine(), turn.words(), weights));
        }
        return own;
    }

    private static double mixed(double cosine, double words, Weights weights) {
        double all = weights.cosine() + weights.words();
        return all == 0 ? 0 : (weights.cosine() * cosine + weights.words() * words) / all;
    }

    /** The mean of what stands around, the nearer the more. */
    private static double around(Map<Long, Double> conversation, long position) {
        double sum = 0;
        double all = 0;
        for (int i = 0; i < NEAR.length; i++) {
            long distance = i + 1L;
            sum += NEAR[i] * conversation.getOrDefault(position - distance, 0.0);
            sum += NEAR[i] * conversation.getOrDefault(position + distance, 0.0);
            all += 2 * NEAR[i];
        }
        return sum / all;
    }

    /** By conversation: the mean of its best cosines, and what its words come to, over the best of all. */
    private static Map<String, Double> wholes(Collection<Turn> turns, Weights weights) {
        Map<String, List<Turn>> conversations = new HashMap<>();
        turns.forEach(turn -> conversations
                .computeIfAbsent(turn.conversationId(), id -> new ArrayList<>())
                .add(turn));
        Map<String, Double> cosines = new HashMap<>();
        Map<String, Double> words = new HashMap<>();
        conversations.forEach((id, said) -> {
            cosines.put(id, bestMean(said, Turn::cosine));
            words.put(id, bestMean(said, Turn::words));
        });
        double bestCosine = greatest(cosines);
        double bestWords = greatest(words);
        Map<String, Double> wholes = new HashMap<>();
        conversations.keySet().forEach(id ->
                wholes.put(id, mixed(cosines.get(id) / bestCosine, words.get(id) / bestWords, weights)));
        return wholes;
    }

    private static double bestMean(List<Turn> turns, ToDoubleFunction<Turn> score) {
        return turns.stream()
                        .sorted(Comparator.comparingDouble(score).reversed())
                        .limit(BEST_OF_WHOLE)
                        .mapToDouble(score)
                        .sum()
                / BEST_OF_WHOLE;
    }

    private static double greatest(Map<String, Double> values) {
        double greatest = values.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return greatest == 0 ? 1 : greatest;
    }
}
