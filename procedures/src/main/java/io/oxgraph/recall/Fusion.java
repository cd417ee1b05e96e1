package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Makes one score of what the retrievers say; those of memories and messages can be compared. */
final class Fusion {
    /** The constant of reciprocal rank fusion (002). */
    private static final double K = 60;

    private final Map<Retriever, Double> weights;
    private final RecallRequest request;

    Fusion(Map<Retriever, Double> weights, RecallRequest request) {
        this.weights = weights;
        this.request = request;
    }

    void fuse(Collection<Candidate> candidates, boolean byRank) {
        if (byRank) {
            candidates.forEach(candidate -> candidate.fused = reciprocal(candidate));
            return;
        }
        List<Candidate> messages = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (candidate.isMessage()) {
                messages.add(candidate);
            } else {
                candidate.fused = sum(candidate);
            }
        }
        fuseMessages(messages);
    }

    /** 002: the sum of weight × √score / (60 + rank). */
    private double reciprocal(Candidate candidate) {
        double sum = 0;
        for (Map.Entry<Retriever, Integer> rank : candidate.ranks.entrySet()) {
            double score = Math.sqrt(candidate.scoreOf(rank.getKey()));
            sum += weights.get(rank.getKey()) * score / (K + rank.getValue());
        }
        return sum;
    }

    /** In parts of what the same meaning in the same words would have; the other retrievers add to it. */
    private double sum(Candidate candidate) {
        double sum = 0;
        for (Map.Entry<Retriever, Double> score : candidate.scores.entrySet()) {
            sum += weights.get(score.getKey()) * score.getValue();
        }
        double all = weights.get(Retriever.MEANING) + weights.get(Retriever.WORDS);
        return all == 0 ? sum : sum / all;
    }

    private void fuseMessages(List<Candidate> messages) {
        Map<String, Double> scores = MessageGrains.scores(
                messages.stream().map(Fusion::turn).toList(),
                new MessageGrains.Weights(
                        weights.get(Retriever.MESSAGE_MEANING),
                        weights.get(Retriever.MESSAGE_WORDS),
                        request.applies(Rules.NEIGHBOURS),
                        request.applies(Rules.CONVERSATION)));
        for (Candidate message : messages) {
            message.fused = scores.get(message.id()) + ofTime(message);
        }
    }

    private static MessageGrains.Turn turn(Candidate candidate) {
        MessageItem message = candidate.message;
        return new MessageGrains.Turn(
                message.id(),
                message.conversationId(),
                message.position(),
                candidate.scoreOf(Retriever.MESSAGE_MEANING),
                candidate.scoreOf(Retriever.MESSAGE_WORDS));
    }

    /** What was said within the window that is asked for gains as a memory of that time does. */
    private double ofTime(Candidate message) {
        double all = weights.get(Retriever.MESSAGE_MEANING) + weights.get(Retriever.MESSAGE_WORDS);
        return request.window() == null || !request.applies(Retriever.TIME.key()) || all == 0
                ? 0
                : weights.get(Retriever.TIME) * within(request.window(), message.message) / all;
    }

    private static double within(Window window, MessageItem message) {
        return message.saidAt().isBefore(window.from()) || !message.saidAt().isBefore(window.to()) ? 0 : 1;
    }
}
