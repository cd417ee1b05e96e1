package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Says why something was found. */
final class Explanation {
    private static final double CERTAIN = 0.995;

    private Explanation() {}

    static void add(Candidate candidate, Map<String, Object> row, RecallRequest request) {
        Map<String, Object> ranks = new LinkedHashMap<>();
        Map<String, Object> scores = new LinkedHashMap<>();
        candidate.ranks.forEach((retriever, rank) -> ranks.put(retriever.key(), (long) rank));
        candidate.scores.forEach((retriever, score) -> scores.put(retriever.key(), score));
        row.put("ranks", ranks);
        row.put("scores", scores);
        row.put("fused", candidate.fused);
        row.put("why", why(candidate, request));
    }

    private static List<String> why(Candidate candidate, RecallRequest request) {
        List<String> why = new ArrayList<>();
        candidate.ranks.forEach((retriever, rank) -> why.add(found(retriever, rank, candidate.scoreOf(retriever))));
        if (candidate.ranks.isEmpty()) {
            why.add("It stands beside what was found.");
        }
        weighed("confidence", Rules.CONFIDENCE, candidate.confidence, request, why);
        weighed("freshness", Rules.FRESHNESS, candidate.freshness, request, why);
        weighed("standing among what contradicts it", Rules.CONTRADICTIONS, candidate.rankWeight, request, why);
        return why;
    }

    private static String found(Retriever retriever, int rank, double score) {
        String what =
                switch (retriever) {
                    case MEANING -> "Its meaning is near the query's";
                    case QUESTIONS -> "It answers a question like the query";
                    case WORDS, MESSAGE_WORDS -> "It shares words with the query";
                    case ENTITY -> score >= 1 ? "It is about what the query names" : "It is about what that is tied to";
                    case TIME -> "It belongs to the time that is asked for";
                    case TOPIC -> "It is of the kind that is asked for";
                    case MESSAGE_MEANING -> "What was said is near the query's meaning";
                };
        return String.format(Locale.ROOT, "%s: place %d, score %.2f.", what, rank, score);
    }

    private static void weighed(String what, String rule, double value, RecallRequest request, List<String> why) {
        if (value < CERTAIN && request.applies(rule)) {
            why.add(String.format(Locale.ROOT, "Its %s of %.2f lowers it.", what, value));
        }
    }
}
