package io.oxgraph.recall;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Where what was said is kept although it was summed up, the episode says nothing more: it comes after its sources. */
final class Kept {
    private Kept() {}

    /** Puts each episode behind those of its messages that were found. */
    static void putFirst(Collection<Candidate> candidates) {
        Map<String, Double> least = new HashMap<>();
        for (Candidate candidate : candidates) {
            if (candidate.isMessage() && candidate.message.episodeId() != null) {
                least.merge(candidate.message.episodeId(), candidate.score, Math::min);
            }
        }
        for (Candidate candidate : candidates) {
            Double behind = candidate.isEpisode() ? least.get(candidate.id()) : null;
            if (behind != null) {
                candidate.told = true;
                candidate.score = Math.min(candidate.score, Math.nextDown(behind));
            }
        }
    }
}
