package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses what fills a context beyond the first results: what is worth most for its tokens, until the budget is spent.
 *
 * <p>The worth of a candidate is its score above that of the last one that is considered, divided by a power of its
 * tokens: a short line that says nearly as much leaves room for another. The constants were measured: docs/recall.md.
 */
final class ContextChoice {
    /** Candidates that are considered; what ranks behind them is not worth its tokens. */
    private static final int CONSIDERED = 200;
    /** Results that come before all others, by their rank alone. */
    static final int FIRST = 10;
    /** 0 ignores the length of a line, 1 counts each token in full. */
    private static final double LENGTH = 0.3;
    /** Tokens of a line beside its content: its mark, its end, and its part of what stands above it. */
    private static final long MARKS = 2;
    /** More than fits, in parts of the budget: the lengths are estimates, and packing leaves out what does not fit. */
    private static final double SPARE = 0.2;
    /** Share of the best score below which a candidate is not worth its tokens. */
    private static final double LEAST_SHARE = 0.25;

    private final RecallRequest request;

    ContextChoice(RecallRequest request) {
        this.request = request;
    }

    /**
     * What is to be packed: the first results, then those that fill the budget, in the order of their worth. The
     * lengths are estimates, so that the last of them may not fit.
     *
     * @param ranking best first
     * @param chosen the results that are returned in any case
     */
    List<Candidate> of(List<Candidate> ranking, List<Candidate> chosen) {
        List<Candidate> first = chosen.subList(0, Math.min(FIRST, chosen.size()));
        List<Candidate> packing = new ArrayList<>();
        Selection selection =
                new Selection(request, candidate -> candidate.line().words());
        double left = request.budget() * (1 + SPARE);
        for (Candidate candidate : first) {
            if (selection.takes(candidate)) {
                packing.add(candidate);
                left -= tokens(candidate);
            }
        }
        for (Line line : left > 0 ? byWorth(ranking, first) : List.<Line>of()) {
            if (line.tokens() <= left && selection.takes(line.candidate())) {
                packing.add(line.candidate());
                left -= line.tokens();
            }
        }
        return packing;
    }

    private static List<Line> byWorth(List<Candidate> ranking, List<Candidate> first) {
        List<Candidate> considered = ranking.subList(0, Math.min(CONSIDERED, ranking.size()));
        if (considered.isEmpty()) {
            return List.of();
        }
        double least = considered.getLast().score;
        double floor = LEAST_SHARE * considered.getFirst().score;
        return considered.stream()
                .filter(candidate -> candidate.score >= floor && !candidate.coveredBySources)
                .filter(candidate -> !first.contains(candidate))
                .map(candidate -> Line.of(candidate, least))
                .sorted(Comparator.comparingDouble(Line::worth).reversed())
                .toList();
    }

    /** A candidate with its length and its worth. */
    private record Line(Candidate candidate, long tokens, double worth) {
        static Line of(Candidate candidate, double least) {
            long tokens = ContextChoice.tokens(candidate);
            return new Line(candidate, tokens, (candidate.score - least) / Math.pow((double) tokens, LENGTH));
        }
    }

    private static long tokens(Candidate candidate) {
        return candidate.line().tokens() + MARKS;
    }
}
