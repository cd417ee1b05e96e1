package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.MessageScoring.TurnFeatures;
import io.oxgraph.recall.RecallRequest.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fuses the scores of the retrievers into one score; those of memories and messages are comparable.
 *
 * <p>Two formulas, where w is a retriever's weight and s a candidate's score in it:
 *
 * <ul>
 *   <li>sum (default): for memories Σ w·s / (w of meaning + w of words), in units of a perfect match in meaning and
 *       words, and the same for entities with the weights of their retrievers; for messages see {@link MessageScoring};
 *   <li>rrf, weighted reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): Σ w·√s / (60 + rank).
 * </ul>
 */
final class Fusion {
    /** The rank constant of reciprocal rank fusion, as in the paper. */
    private static final double K = 60;

    private static final Retriever[] RETRIEVERS = Retriever.values();

    private final Map<Retriever, Double> weights;
    private final RecallRequest request;
    private final QuerySpeakers about;

    Fusion(Map<Retriever, Double> weights, RecallRequest request, QuerySpeakers about) {
        this.weights = weights;
        this.request = request;
        this.about = about;
    }

    /**
     * Sets each candidate's fused score; returns the lead of the mentioned speakers' messages.
     */
    SpeakerLead fuse(Map<String, Candidate> candidates, boolean byRank) {
        List<Candidate> messageCandidates = new ArrayList<>();
        List<Candidate> episodes = new ArrayList<>();
        List<Candidate> memories = new ArrayList<>();
        for (Candidate candidate : candidates.values()) {
            candidate.fused = byRank ? reciprocalRank(candidate) : candidate.isMessage() ? 0 : weightedSum(candidate);
            if (candidate.isMessage()) {
                (candidate.isEpisode() ? episodes : messageCandidates).add(candidate);
            } else if (candidate.isMemory()) {
                memories.add(candidate);
            }
        }
        boolean isSaid = !messageCandidates.isEmpty() || !episodes.isEmpty();
        if (isSaid && request.applies(Rules.DERIVED)) {
            memories.forEach(memory -> sources(memory, candidates)
                    .forEach(source -> source.derived = Math.max(source.derived, memory.fused)));
        }
        TurnFeatures messages = new TurnFeatures(request, about);
        List<MessageScoring.Turn> turns = messages.turns(messageCandidates);
        if (!byRank && isSaid) {
            List<MessageScoring.Turn> all = new ArrayList<>(turns);
            all.addAll(messages.turns(episodes));
            double[] scores = MessageScoring.scores(all, messages.options());
            messageCandidates.addAll(episodes);
            for (int i = 0; i < scores.length; i++) {
                messageCandidates.get(i).fused = scores[i];
            }
            memories.forEach(memory -> raiseToSource(memory, candidates));
        }
        return messages.lead(turns);
    }

    /** Raises a memory to the score of its best source message. */
    private static void raiseToSource(Candidate memory, Map<String, Candidate> candidates) {
        for (Candidate source : sources(memory, candidates)) {
            if (!source.isEpisode() && source.fused > memory.fused) {
                memory.standFor(source);
            }
        }
    }

    /** The messages and episodes among the candidates from which a memory was derived. */
    private static List<Candidate> sources(Candidate memory, Map<String, Candidate> candidates) {
        List<Candidate> sources = new ArrayList<>();
        for (String id : memory.memory.evidence()) {
            Candidate source = candidates.get(id);
            if (source != null && source.isMessage()) {
                sources.add(source);
            }
        }
        return sources;
    }

    /** Weighted reciprocal rank fusion: Σ w·√s / (60 + rank). */
    private double reciprocalRank(Candidate candidate) {
        double sum = 0;
        for (Retriever retriever : RETRIEVERS) {
            int rank = candidate.rankIn(retriever);
            if (rank > 0) {
                sum += weights.get(retriever) * Math.sqrt(candidate.scoreOf(retriever)) / (K + rank);
            }
        }
        return sum;
    }

    /** Weighted sum relative to a perfect match in meaning and words; the other retrievers add to it. */
    private double weightedSum(Candidate candidate) {
        double sum = 0;
        for (Retriever retriever : RETRIEVERS) {
            if (candidate.isFoundBy(retriever)) {
                sum += weights.get(retriever) * candidate.scoreOf(retriever);
            }
        }
        double all = candidate.isEntity()
                ? weights.get(Retriever.ENTITY_MEANING) + weights.get(Retriever.ENTITY_WORDS)
                : weights.get(Retriever.MEANING) + weights.get(Retriever.WORDS);
        return all == 0 ? sum : sum / all;
    }
}
