package io.oxgraph.recall;

import io.oxgraph.recall.RecallRequest.Asked;
import java.util.List;

/** How much single results have to do with what is asked; those who speak are known by name, so their names say nothing. */
final class Judgement {
    private final Relevance ofMemories;
    private final Relevance ofMessages;

    Judgement(RecallRequest request, Sources sources, Aboutness about) {
        List<String> texts = request.asked().stream().map(Asked::text).toList();
        ofMemories = new Relevance(texts, sources::rarity);
        ofMessages = new Relevance(texts.stream().map(about::withoutNames).toList(), sources::rarity);
    }

    /** The share of the query's words that it has. */
    double coverage(Candidate candidate) {
        return relevance(candidate).coverage(candidate.searched());
    }

    /**
     * Gives each its relevance.
     *
     * @param lead of what the speakers whom the query names said
     */
    void judge(List<Candidate> chosen, Found found, double lead) {
        for (Candidate candidate : chosen) {
            double own = relevance(candidate, found, lead);
            candidate.relevance =
                    candidate.source == null ? own : Math.max(own, relevance(candidate.source, found, lead));
        }
    }

    private double relevance(Candidate candidate, Found found, double lead) {
        Double cosine = found.compared(candidate.isMessage()) ? (Double) candidate.cosine() : null;
        double ahead = candidate.isMessage() && !candidate.isEpisode() ? lead : 0;
        return relevance(candidate).of(cosine, candidate.searched(), ahead);
    }

    private Relevance relevance(Candidate candidate) {
        return candidate.isMessage() ? ofMessages : ofMemories;
    }
}
