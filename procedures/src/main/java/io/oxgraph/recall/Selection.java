package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.recall.Relevance.RelevanceScorer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Selects the first k of a ranking without repetitions, and with strong matches of single retrievers (diversity). */
final class Selection {
    /** Minimum score of a strong match. */
    private static final double STRONG = 0.5;
    /** At most one third of the k results go to the best matches of single retrievers. */
    private static final int DIVERSITY_SHARE = 3;

    private final RecallRequest request;
    private final Function<Candidate, Object> said;
    private final Set<Object> texts = new HashSet<>();
    private final Set<String> evidence = new HashSet<>();

    Selection(RecallRequest request) {
        this(request, Candidate::normalised);
    }

    /** @param said what a candidate says; of those that say the same, the first is taken */
    Selection(RecallRequest request, Function<Candidate, Object> said) {
        this.request = request;
        this.said = said;
    }

    /** The first k; the last ones are replaced by strong matches that only one retriever found. */
    List<Candidate> choose(List<Candidate> ranking, Candidates found) {
        List<Candidate> chosen = new ArrayList<>();
        for (Candidate candidate : ranking) {
            if (chosen.size() == request.k()) {
                break;
            }
            if (takes(candidate)) {
                chosen.add(candidate);
            }
        }
        if (chosen.size() == request.k() && request.applies(Rules.DIVERSITY)) {
            diversify(chosen, ranking, found);
        }
        return chosen;
    }

    /** Takes a candidate unless one that was taken before says the same or was derived from it. */
    boolean takes(Candidate candidate) {
        boolean isTold = request.applies(Rules.REPEATS) && evidence.contains(candidate.id());
        boolean isNew = texts.add(said.apply(candidate)) && !isTold;
        if (isNew && candidate.isMemory()) {
            evidence.addAll(candidate.memory.evidence());
        }
        return isNew;
    }

    private void diversify(List<Candidate> chosen, List<Candidate> ranking, Candidates found) {
        List<Candidate> added = new ArrayList<>();
        for (Candidate candidate : strong(ranking, found)) {
            if (added.size() < request.k() / DIVERSITY_SHARE && !chosen.contains(candidate) && takes(candidate)) {
                added.add(candidate);
            }
        }
        if (!added.isEmpty()) {
            chosen.subList(chosen.size() - added.size(), chosen.size()).clear();
            chosen.addAll(added);
        }
    }

    /** The strong best match of each retriever, in ranking order. */
    private static List<Candidate> strong(List<Candidate> ranking, Candidates found) {
        Set<Candidate> strong = new HashSet<>();
        found.bests.forEach((retriever, candidate) -> {
            if (candidate.scoreOf(retriever) >= STRONG && !candidate.coveredBySources) {
                strong.add(candidate);
            }
        });
        return ranking.stream().filter(strong::contains).toList();
    }

    /**
     * Similarity search: candidates above a minimum similarity by vector or by words, most similar first; ties by
     * cosine.
     */
    static final class SimilaritySearch {
        private final RecallRequest request;
        private final RelevanceScorer judgement;

        SimilaritySearch(RecallRequest request, RelevanceScorer judgement) {
            this.request = request;
            this.judgement = judgement;
        }

        /** The first k that reach the minimum. */
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

        /** Word coverage is computed only for texts that share a word with the query. */
        private double of(Candidate candidate) {
            Retriever words = candidate.isMessage() ? Retriever.MESSAGE_WORDS : Retriever.WORDS;
            if (candidate.isEntity()) {
                words = Retriever.ENTITY_WORDS;
            }
            double covered = candidate.isFoundBy(words) ? judgement.coverage(candidate) : 0;
            return Math.max(Math.clamp(candidate.cosine(), 0, 1), covered);
        }
    }
}
