package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.RecallRequest.Rules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses what fills a context beyond the first results: what is worth most for its tokens, until the budget is spent.
 *
 * <p>The worth of a candidate is its score above that of the last one that is considered, divided by a power of its
 * tokens: a short line that says nearly as much leaves room for another. A message stands there as the best memory that was
 * made of it, where that says it in fewer words, and a memory not beside all of its messages: it scores less than they
 * by its confidence, so that both would come in. Of a message the line or two that matter stand there ({@link Excerpts});
 * what is remembered is whole, since a part of it may say something else. The constants were measured: docs/recall.md.
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
    /** Tokens of the longest text that is shown whole. */
    private final long most;
    /** The same, of messages that only fill the context. */
    private final long brief;

    ContextChoice(RecallRequest request) {
        this.request = request;
        most = Excerpts.most(request);
        brief = Excerpts.brief(request);
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
        Set<String> said = new HashSet<>();
        Selection selection =
                new Selection(request, candidate -> candidate.line().words());
        double left = request.budget() * (1 + SPARE);
        for (Candidate candidate : first) {
            if (selection.takes(candidate)) {
                add(candidate, packing, said);
                left -= tokens(candidate, false);
            }
        }
        int firsts = packing.size();
        boolean repeats = request.applies(Rules.REPEATS);
        Map<String, Candidate> memories = repeats ? memories(ranking) : Map.of();
        for (Line line : left > 0 ? byWorth(ranking, first, memories) : List.<Line>of()) {
            Candidate candidate = line.candidate();
            if (line.tokens() <= left && !(repeats && candidate.isMadeOf(said)) && selection.takes(candidate)) {
                add(candidate, packing, said);
                left -= line.tokens();
            }
        }
        packing.subList(firsts, packing.size()).forEach(candidate -> candidate.brief = candidate.isSaid());
        return packing;
    }

    /** @param said the ids of the messages among them */
    private static void add(Candidate candidate, List<Candidate> packing, Set<String> said) {
        packing.add(candidate);
        if (candidate.isSaid()) {
            said.add(candidate.id());
        }
    }

    /** By message, the best memory that was made of it. */
    private static Map<String, Candidate> memories(List<Candidate> ranking) {
        Map<String, Candidate> best = new HashMap<>();
        for (Candidate candidate : ranking) {
            if (candidate.isMemory()) {
                candidate.memory.evidence().forEach(id -> best.putIfAbsent(id, candidate));
            }
        }
        return best;
    }

    private List<Line> byWorth(List<Candidate> ranking, List<Candidate> first, Map<String, Candidate> memories) {
        List<Candidate> considered = ranking.subList(0, Math.min(CONSIDERED, ranking.size()));
        if (considered.isEmpty()) {
            return List.of();
        }
        double least = considered.getLast().score;
        double floor = LEAST_SHARE * considered.getFirst().score;
        return considered.stream()
                .filter(candidate -> candidate.score >= floor && !candidate.coveredBySources)
                .filter(candidate -> !first.contains(candidate))
                .map(candidate -> line(candidate, candidate.isSaid() ? memories.get(candidate.id()) : null, least))
                .sorted(Comparator.comparingDouble(Line::worth).reversed())
                .toList();
    }

    /** A candidate with its length and its worth. */
    private record Line(Candidate candidate, long tokens, double worth) {}

    /** @param memory what may stand in the candidate's place; null for none */
    private Line line(Candidate candidate, Candidate memory, double least) {
        boolean shorter = memory != null && tokens(memory, true) < tokens(candidate, true);
        Candidate shown = shorter ? memory : candidate;
        long tokens = tokens(shown, true);
        return new Line(shown, tokens, (candidate.score - least) / Math.pow((double) tokens, LENGTH));
    }

    /** @param filling whether it only fills the context */
    private long tokens(Candidate candidate, boolean filling) {
        long whole = candidate.line().tokens();
        long room = filling && candidate.isSaid() ? brief : most;
        return (candidate.isEntity() ? whole : Math.min(whole, room)) + MARKS;
    }
}
