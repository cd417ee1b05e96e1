package io.oxgraph.recall;

import io.oxgraph.text.Normaliser;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Chooses the first k of a ranking: nothing twice, and not all from one source. */
final class Selection {
    /** A hit of at least this score is strong. */
    private static final double STRONG = 0.5;
    /** At most one in so many of the k places goes to the best hits of single retrievers. */
    private static final int SHARE = 3;

    private final RecallRequest request;
    private final Set<String> texts = new HashSet<>();
    private final Set<String> evidence = new HashSet<>();

    Selection(RecallRequest request) {
        this.request = request;
    }

    /** The first k; the last places go to what one retriever is sure of and the others have not seen. */
    List<Candidate> choose(List<Candidate> ranking, Found found) {
        List<Candidate> chosen = new ArrayList<>();
        for (Candidate candidate : ranking) {
            if (chosen.size() == request.k()) {
                break;
            }
            if (isNew(candidate)) {
                take(candidate);
                chosen.add(candidate);
            }
        }
        if (chosen.size() == request.k() && request.applies(Rules.DIVERSITY)) {
            diversify(chosen, ranking, found);
        }
        return chosen;
    }

    /** Says something that nothing above it says, and is not merely where one above it comes from. */
    private boolean isNew(Candidate candidate) {
        boolean isTold = request.applies(Rules.REPEATS) && evidence.contains(candidate.id());
        return !isTold && !texts.contains(Normaliser.normalise(candidate.text()));
    }

    private void take(Candidate candidate) {
        texts.add(Normaliser.normalise(candidate.text()));
        if (!candidate.isMessage()) {
            evidence.addAll(candidate.memory.evidence());
        }
    }

    private void diversify(List<Candidate> chosen, List<Candidate> ranking, Found found) {
        List<Candidate> added = new ArrayList<>();
        for (Candidate candidate : strong(ranking, found)) {
            if (added.size() < request.k() / SHARE && !chosen.contains(candidate) && isNew(candidate)) {
                take(candidate);
                added.add(candidate);
            }
        }
        if (!added.isEmpty()) {
            chosen.subList(chosen.size() - added.size(), chosen.size()).clear();
            chosen.addAll(added);
        }
    }

    /** The best hit of each retriever that is sure of it, in the order of the ranking. */
    private static List<Candidate> strong(List<Candidate> ranking, Found found) {
        Set<Candidate> strong = new HashSet<>();
        found.bests.forEach((retriever, candidate) -> {
            if (candidate.scoreOf(retriever) >= STRONG && !candidate.told) {
                strong.add(candidate);
            }
        });
        return ranking.stream().filter(strong::contains).toList();
    }
}
