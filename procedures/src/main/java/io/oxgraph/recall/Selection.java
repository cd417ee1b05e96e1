package io.oxgraph.recall;

import io.oxgraph.text.Normaliser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Chooses the first k of a ranking: nothing twice, and not all from one source. */
final class Selection {
    /** A hit of at least this score is strong. */
    private static final double STRONG = 0.5;
    /** At most this share of the k places goes to the best hits of single retrievers. */
    private static final int SHARE = 3;

    private final RecallRequest request;

    Selection(RecallRequest request) {
        this.request = request;
    }

    /** The ranking without what says the same as something above it. */
    List<Candidate> distinct(List<Candidate> ranking) {
        Set<String> texts = new HashSet<>();
        Set<String> evidence = new HashSet<>();
        List<Candidate> distinct = new ArrayList<>();
        for (Candidate candidate : ranking) {
            boolean isTold = request.applies(Rules.REPEATS) && evidence.contains(candidate.id());
            if (!isTold && texts.add(Normaliser.normalise(candidate.text()))) {
                distinct.add(candidate);
                if (!candidate.isMessage()) {
                    evidence.addAll(candidate.memory.evidence());
                }
            }
        }
        return distinct;
    }

    /** The first k; the last places go to what one retriever is sure of and the others have not seen. */
    List<Candidate> first(List<Candidate> ranking, Found found) {
        int k = Math.min(request.k(), ranking.size());
        List<Candidate> first = new ArrayList<>(ranking.subList(0, k));
        if (k == ranking.size() || !request.applies(Rules.DIVERSITY)) {
            return first;
        }
        Set<Candidate> chosen = new LinkedHashSet<>(best(ranking, found));
        chosen.removeAll(first);
        int places = Math.min(k / SHARE, chosen.size());
        List<Candidate> diverse = new ArrayList<>(first.subList(0, k - places));
        chosen.stream().limit(places).forEach(diverse::add);
        return diverse;
    }

    /** The best strong hit of each retriever, in the order of the ranking. */
    private static List<Candidate> best(List<Candidate> ranking, Found found) {
        Map<String, Candidate> ranked = new HashMap<>();
        ranking.forEach(candidate -> ranked.put(candidate.id(), candidate));
        Set<Candidate> best = new HashSet<>();
        found.lists.forEach((retriever, ids) -> ids.stream()
                .limit(1)
                .map(ranked::get)
                .filter(candidate -> candidate != null && candidate.scoreOf(retriever) >= STRONG)
                .forEach(best::add));
        return ranking.stream().filter(best::contains).toList();
    }
}
