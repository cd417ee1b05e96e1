package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.RecallRequest.QueryText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Absolute relevance of a result to the query, 0 to 1, independent of the other results; recall abstains when that of
 * each of the first ten, and of the best memories of which no message was found, is below the threshold. A ranking score is only relative. The constants were measured: docs/recall.md.
 */
public final class Relevance {
    private static final double COSINE_WEIGHT = 0.6;
    private static final double COVERAGE_WEIGHT = 0.4;

    private final List<Map<String, Double>> queries = new ArrayList<>();
    private final Terms.Sought sought;

    /**
     * Prepares the terms of a query.
     *
     * @param texts wordings of the query; the best one counts
     * @param rarity inverse document frequency of a word
     */
    public Relevance(List<String> texts, ToDoubleFunction<String> rarity) {
        for (String text : texts) {
            Map<String, Double> weights = new LinkedHashMap<>();
            Terms.contentTerms(text).forEach((term, word) -> weights.put(term, rarity.applyAsDouble(word)));
            queries.add(weights);
        }
        sought = new Terms.Sought(
                queries.stream().flatMap(query -> query.keySet().stream()).toList());
    }

    /**
     * Relevance of one result, 0 to 1.
     *
     * @param cosine cosine similarity; null without vector search, when words alone decide
     */
    double of(Double cosine, String text) {
        double coverage = coverage(text);
        return cosine == null ? coverage : COSINE_WEIGHT * Math.clamp(cosine, 0, 1) + COVERAGE_WEIGHT * coverage;
    }

    /** Share of the query's words in the text, weighted by inverse document frequency, 0 to 1. */
    public double coverage(String text) {
        return best(queries, sought.in(text));
    }

    /** That of each part of a text, where a word counts less the more of the parts have it: it tells them apart less. */
    double[] coverages(List<String> parts) {
        List<Set<String>> terms = parts.stream().map(sought::in).toList();
        List<Map<String, Double>> apart =
                queries.stream().map(query -> apart(query, terms)).toList();
        return terms.stream().mapToDouble(some -> best(apart, some)).toArray();
    }

    private static Map<String, Double> apart(Map<String, Double> query, List<Set<String>> parts) {
        Map<String, Double> weights = new LinkedHashMap<>();
        query.forEach((term, weight) -> {
            long having = parts.stream().filter(some -> some.contains(term)).count();
            weights.put(term, weight * rarity(parts.size(), Math.max(1, having)) / rarity(parts.size(), 1));
        });
        return weights;
    }

    /** Inverse document frequency of a term that so many of the texts have, as BM25 has it. */
    public static double rarity(long texts, long having) {
        return Math.log(1 + (texts - having + 0.5) / (having + 0.5));
    }

    private static double best(List<Map<String, Double>> queries, Set<String> terms) {
        return queries.stream().mapToDouble(query -> share(query, terms)).max().orElse(0);
    }

    private static double share(Map<String, Double> query, Set<String> terms) {
        double all = 0;
        double covered = 0;
        for (Map.Entry<String, Double> word : query.entrySet()) {
            all += word.getValue();
            covered += terms.contains(word.getKey()) ? word.getValue() : 0;
        }
        return all == 0 ? 0 : covered / all;
    }

    /**
     * Computes the relevance of results; speaker names are ignored in messages.
     */
    static final class RelevanceScorer {
        private final Relevance ofMemories;
        private final Relevance ofMessages;

        RelevanceScorer(RecallRequest request, SearchBackend sources, QuerySpeakers about) {
            List<String> texts = request.queries().stream().map(QueryText::text).toList();
            ofMemories = new Relevance(texts, sources::rarity);
            List<String> unnamed = texts.stream().map(about::withoutNames).toList();
            ofMessages = unnamed.equals(texts) ? ofMemories : new Relevance(unnamed, sources::rarity);
        }

        /** Share of the query's words that the candidate has, 0 to 1. */
        double coverage(Candidate candidate) {
            return relevance(candidate).coverage(candidate.searched());
        }

        /**
         * Sets the relevance of each candidate; that of messages with the lead of the mentioned speakers.
         */
        void judge(Collection<Candidate> chosen, Candidates found, SpeakerLead lead) {
            double ahead = lead.ahead(id -> alone(found.candidates.get(id), found));
            for (Candidate candidate : chosen) {
                double own = relevance(candidate, found, ahead);
                candidate.relevance =
                        candidate.source == null ? own : Math.max(own, relevance(candidate.source, found, ahead));
            }
        }

        private double relevance(Candidate candidate, Candidates found, double ahead) {
            boolean said = candidate.isSaid();
            return SpeakerLead.applied(alone(candidate, found), said ? ahead : 0);
        }

        private double alone(Candidate candidate, Candidates found) {
            Double cosine = found.compared(candidate) ? (Double) candidate.cosine() : null;
            return relevance(candidate).of(cosine, candidate.searched());
        }

        private Relevance relevance(Candidate candidate) {
            return candidate.isMessage() ? ofMessages : ofMemories;
        }
    }
}
