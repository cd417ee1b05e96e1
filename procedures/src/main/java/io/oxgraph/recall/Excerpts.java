package io.oxgraph.recall;

import io.oxgraph.recall.ContextBlock.TokenEstimate;
import io.oxgraph.recall.RecallRequest.QueryText;
import io.oxgraph.recall.RecallRequest.Rules;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What stands in a context of a long text: its passages that share most with the query, and those around them, so that
 * one long reply or document leaves room for other results. The constants were measured: docs/recall.md.
 */
final class Excerpts {
    /** A text may take one part in so many of the budget, or in as many as there are results, if those are fewer. */
    private static final int SHARES = 8;
    /** Tokens that a text may take in any case. */
    private static final long LEAST = 100;
    /** Characters of a passage: a sentence or a line that is longer is more than one, and a shorter one goes on. */
    private static final int SHORTEST = 20;

    private static final int LONGEST = 300;
    /** What a passage counts for the one before or behind it. */
    private static final double BESIDE = 0.5;
    /** Letters of a word that are looked for before the words of a passage are compared: its ending can change. */
    private static final int BEGINNING = 3;

    private static final String LEFT_OUT = "…";

    private final Collection<QueryText> queries;
    private final ToDoubleFunction<String> rarity;
    private final boolean cuts;
    /** Tokens of the longest text that is shown whole. */
    private final long most;
    /** By term of the query; null before the first long text. */
    private Map<String, Double> weights;

    /** @param rarity inverse document frequency of a word */
    Excerpts(RecallRequest request, ToDoubleFunction<String> rarity) {
        this.queries = request.queries();
        this.rarity = rarity;
        cuts = request.applies(Rules.EXCERPTS);
        most = most(request);
    }

    /** Tokens of the longest text that is shown whole. */
    static long most(RecallRequest request) {
        long share = request.budget() / Math.min(SHARES, request.k());
        return request.applies(Rules.EXCERPTS) ? Math.max(LEAST, share) : Long.MAX_VALUE;
    }

    /** The excerpt of a text; null where it is short enough to be shown whole. */
    String of(String text) {
        if (!cuts || text.length() <= most || TokenEstimate.of(text).estimate() <= most) {
            return null;
        }
        List<Passage> passages = passages(text);
        double[] values = around(values(text, passages));
        BitSet shown = new BitSet();
        long left = most;
        for (int i : best(values)) {
            long tokens = TokenEstimate.of(passages.get(i).of(text)).estimate() + 1;
            if (tokens > left) {
                break;
            }
            left -= tokens;
            shown.set(i);
        }
        return joined(text, passages, shown);
    }

    /** Best first; of equal ones, such as all of a text that shares no word with the query, the first. */
    private static int[] best(double[] values) {
        return IntStream.range(0, values.length)
                .boxed()
                .sorted((one, other) -> Double.compare(values[other], values[one]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** A part of a text. */
    private record Passage(int from, int to) {
        String of(String text) {
            return text.substring(from, to);
        }
    }

    /** A text's lines and sentences, with the blanks behind them. */
    private List<Passage> passages(String text) {
        List<Passage> passages = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = end(text, from);
            while (to < text.length() && Character.isWhitespace(text.charAt(to))) {
                to++;
            }
            passages.add(new Passage(from, to));
            from = to;
        }
        return passages;
    }

    /** A character is one token at most, so that the first passage fits. */
    private int end(String text, int from) {
        int blank = -1;
        int last = (int) Math.min(text.length(), from + Math.min(LONGEST, most - 1));
        for (int i = from; i < last; i++) {
            char c = text.charAt(i);
            boolean between = i + 1 == text.length() || Character.isWhitespace(text.charAt(i + 1));
            if (i - from >= SHORTEST && (c == '\n' || isFullWidthEnd(c) || (between && isEnd(c)))) {
                return i + 1;
            }
            if (Character.isWhitespace(c)) {
                blank = i + 1;
            }
        }
        if (last == text.length() || blank > from) {
            return last == text.length() ? last : blank;
        }
        return Character.isHighSurrogate(text.charAt(last - 1)) ? last - 1 : last;
    }

    private static boolean isEnd(char c) {
        return c == '.' || c == '!' || c == '?' || c == '…';
    }

    private static boolean isFullWidthEnd(char c) {
        return c == '。' || c == '！' || c == '？';
    }

    /** By passage, the rarity of the query's words in it. */
    private double[] values(String text, List<Passage> passages) {
        if (weights == null) {
            weights = new HashMap<>();
            queries.forEach(query -> Terms.contentTerms(query.text())
                    .forEach((term, word) -> weights.computeIfAbsent(term, key -> rarity.applyAsDouble(word))));
        }
        String small = text.toLowerCase(Locale.ROOT);
        List<String> beginnings = weights.keySet().stream()
                .map(term -> term.substring(0, Math.min(BEGINNING, term.length())))
                .distinct()
                .toList();
        double[] values = new double[passages.size()];
        for (int i = 0; i < values.length; i++) {
            Passage passage = passages.get(i);
            String words = small.length() == text.length() ? passage.of(small) : passage.of(text);
            if (small.length() != text.length() || beginnings.stream().anyMatch(words::contains)) {
                Set<String> terms = Terms.of(words);
                values[i] = weights.entrySet().stream()
                        .filter(term -> terms.contains(term.getKey()))
                        .mapToDouble(Map.Entry::getValue)
                        .sum();
            }
        }
        return values;
    }

    /** Each with a share of those before and behind it, which becomes less with the distance. */
    private static double[] around(double[] values) {
        double[] sums = values.clone();
        double before = 0;
        for (int i = 0; i < values.length; i++) {
            sums[i] += before;
            before = (before + values[i]) * BESIDE;
        }
        double behind = 0;
        for (int i = values.length - 1; i >= 0; i--) {
            sums[i] += behind;
            behind = (behind + values[i]) * BESIDE;
        }
        return sums;
    }

    private static String joined(String text, List<Passage> passages, BitSet shown) {
        StringBuilder joined = new StringBuilder();
        for (int i = shown.nextSetBit(0); i >= 0; i = shown.nextSetBit(i)) {
            int end = shown.nextClearBit(i);
            String part = text.substring(
                            passages.get(i).from(), passages.get(end - 1).to())
                    .strip();
            joined.append(i == 0 ? "" : joined.isEmpty() ? LEFT_OUT + ' ' : ' ' + LEFT_OUT + ' ')
                    .append(part);
            i = end;
        }
        return joined.append(shown.get(passages.size() - 1) ? "" : ' ' + LEFT_OUT)
                .toString();
    }
}
