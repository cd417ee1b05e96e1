package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes one score of what the retrievers say; those of memories and messages can be compared. */
final class Fusion {
    /** The constant of reciprocal rank fusion (002). */
    private static final double K = 60;

    private final Map<Retriever, Double> weights;
    private final RecallRequest request;
    private final Aboutness about;

    Fusion(Map<Retriever, Double> weights, RecallRequest request, Aboutness about) {
        this.weights = weights;
        this.request = request;
        this.about = about;
    }

    /** Gives each candidate its score; the lead of the messages by whom the query is about. */
    double fuse(Collection<Candidate> candidates, boolean byRank) {
        Messages messages = new Messages(weights, request, about);
        List<Candidate> said = new ArrayList<>();
        List<Candidate> summedUp = new ArrayList<>();
        for (Candidate candidate : candidates) {
            candidate.fused = byRank ? reciprocal(candidate) : candidate.isMessage() ? 0 : sum(candidate);
            if (candidate.isMessage()) {
                (candidate.isEpisode() ? summedUp : said).add(candidate);
            }
        }
        List<MessageGrains.Turn> turns = messages.turns(said);
        if (!byRank) {
            List<MessageGrains.Turn> all = new ArrayList<>(turns);
            all.addAll(messages.turns(summedUp));
            Map<String, Double> scores = MessageGrains.scores(all, messages.options());
            Stream.of(said, summedUp)
                    .flatMap(List::stream)
                    .forEach(message -> message.fused = scores.get(message.id()));
            lift(candidates, said);
        }
        return messages.lead(turns);
    }

    /** A memory answers at least as well as the best of what it was taken from. */
    private static void lift(Collection<Candidate> candidates, Collection<Candidate> said) {
        Map<String, Candidate> sources = said.stream().collect(Collectors.toMap(Candidate::id, Function.identity()));
        for (Candidate candidate : candidates) {
            if (!candidate.isMessage()) {
                candidate.memory.evidence().stream()
                        .map(sources::get)
                        .filter(source -> source != null && source.fused > candidate.fused)
                        .max(Comparator.comparingDouble(source -> source.fused))
                        .ifPresent(candidate::standFor);
            }
        }
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
}
