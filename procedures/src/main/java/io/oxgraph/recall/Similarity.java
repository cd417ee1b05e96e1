package io.oxgraph.recall;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What is at least so similar to the query, by meaning or by words, the most similar first (003); of equals the nearer by meaning. */
final class Similarity {
    private final RecallRequest request;
    private final Judgement judgement;

    Similarity(RecallRequest request, Judgement judgement) {
        this.request = request;
        this.judgement = judgement;
    }

    /** The first k of those that reach the minimum. */
    List<Candidate> choose(Collection<Candidate> candidates, double minimum) {
        candidates.forEach(candidate -> candidate.similarity = of(candidate));
        candidates.removeIf(candidate -> candidate.similarity < minimum);
        return candidates.stream()
                .sorted(Comparator.comparingDouble((Candidate candidate) -> -candidate.similarity)
                        .thenComparing(candidate -> -candidate.cosine())
                        .thenComparing(Candidate::id))
                .limit(request.k())
                .toList();
    }

    /** Texts are read again only where they have a word of the query. */
    private double of(Candidate candidate) {
        Retriever words = candidate.isMessage() ? Retriever.MESSAGE_WORDS : Retriever.WORDS;
        double covered = candidate.scores.containsKey(words) ? judgement.coverage(candidate) : 0;
        return Math.max(Math.clamp(candidate.cosine(), 0, 1), covered);
    }
}
