package io.oxgraph.recall;

import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.RecallRequest.QueryText;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.text.Marks;
import io.oxgraph.text.Sentences;
import io.oxgraph.text.TokenEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What stands in a context of a long text: its passages that share most with the query, those around them, and those that
 * say most, so that one long reply or document leaves room for other results, and so that what only fills a context shows
 * the line that matters of many messages. The constants were measured: docs/recall.md.
 */
final class Excerpts {
    /** A text is cut above the budget divided by this, or by the number of results where that is smaller. */
    private static final int SHARES = 8;
    /** Tokens that a text may take where the budget has so many. */
    private static final long LEAST = 100;
    /** Tokens that a message may take which only fills the context. */
    static final long BRIEF = 32;
    /** Tokens of the block's own lines, and of what stands above and before a text: its day, conversation and speaker. */
    private static final long FRAME = 20;

    private static final long BEFORE = 20;
    /** Tokens of the shortest excerpt. */
    private static final long SMALLEST = 10;
    /** Characters of a passage: a sentence or a line that is longer is more than one, and a shorter one goes on. */
    private static final int SHORTEST = 20;

    private static final int LONGEST = 300;
    /** What a passage counts for the one before or behind it. */
    private static final double BESIDE = 0.5;
    /** What the passage with the most rare words counts for those, and another in proportion. */
    private static final double SAYING = 0.3;
    /** The part of that which counts for a question. */
    private static final double ASKING = 0.3;

    /** Passages of the longest text whose rare words are looked up. */
    private static final int FEW = 16;

    private static final String LEFT_OUT = "…";
    /** Signs within a number, a date or a time. */
    private static final String IN_NUMBERS = ".,:-";

    private final RecallRequest request;
    private final SearchBackend sources;
    /** Tokens of the longest text that is shown whole. */
    private final long most;

    private final long brief;
    /** To all wordings of the query together; null before the first long text. */
    private Relevance relevance;

    Excerpts(RecallRequest request, SearchBackend sources) {
        this.request = request;
        this.sources = sources;
        most = most(request);
        brief = brief(request);
    }

    /** Tokens of the longest text that is shown whole. */
    static long most(RecallRequest request) {
        if (!request.applies(Rules.EXCERPTS)) {
            return Long.MAX_VALUE;
        }
        long text = request.budget() - FRAME;
        long share = request.k() < SHARES ? text / request.k() - BEFORE : request.budget() / SHARES;
        return Math.max(SMALLEST, Math.min(Math.max(LEAST, share), text - BEFORE));
    }

    /** Tokens of the longest message that is shown whole where it only fills the context. */
    static long brief(RecallRequest request) {
        return request.applies(Rules.EXCERPTS) ? Math.min(BRIEF, most(request)) : most(request);
    }

    /** Tokens of a text as it stands in a context, on one line. */
    static long tokens(String text) {
        return TokenEstimate.onOneLine(text).estimate();
    }

    /** The excerpt of a result's text; null where it is short enough to be shown whole. */
    String of(Candidate candidate) {
        long room = candidate.brief ? brief : most;
        return candidate.line().tokens() <= room ? null : of(candidate.text(), room);
    }

    /** The excerpt of a text that is shown briefly and may take so many tokens more; null where it is shown whole. */
    String longer(String text, String excerpt, long more) {
        return of(text, Math.min(most, tokens(excerpt) + more));
    }

    private String of(String text, long room) {
        if (text.length() <= room || tokens(text) <= room) {
            return null;
        }
        List<Passage> passages = passages(text, room);
        double[] values = around(values(text, passages));
        if (room < LEAST && passages.size() <= FEW) {
            addSaying(text, passages, values);
        }
        BitSet shown = new BitSet();
        long left = room;
        for (int i : best(values)) {
            long tokens = tokens(passages.get(i).of(text)) + 1;
            if (tokens <= left) {
                left -= tokens;
                shown.set(i);
            }
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
    private static List<Passage> passages(String text, long room) {
        List<Passage> passages = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = end(text, from, room);
            while (to < text.length() && Character.isWhitespace(text.charAt(to))) {
                to++;
            }
            passages.add(new Passage(from, to));
            from = to;
        }
        return passages;
    }

    private static int end(String text, int from, long room) {
        int blank = -1;
        int last = last(text, from, room);
        for (int i = from; i < last; i++) {
            char c = text.charAt(i);
            if (i - from >= SHORTEST && (c == '\n' || Sentences.isEnd(text, i))) {
                return i + 1;
            }
            if (Character.isWhitespace(c)) {
                blank = i + 1;
            }
        }
        if (last == text.length()) {
            return last;
        }
        return blank > from ? blank : between(text, from, last);
    }

    /** Where a passage ends at the latest: it fits, since a character is one token at most. */
    private static int last(String text, int from, long room) {
        int longest = Math.min(text.length(), from + LONGEST);
        return room > LONGEST
                ? longest
                : from + TokenEstimate.longestBeginning(text.substring(from, longest), room - 1);
    }

    /** Where a text without blanks is cut: not within a word or a number, unless that is as long as a passage. */
    private static int between(String text, int from, int last) {
        int cut = last;
        while (cut > from + SHORTEST && isWithin(text, cut)) {
            cut--;
        }
        if (cut > from + SHORTEST) {
            return cut;
        }
        return last - from > 1 && Character.isHighSurrogate(text.charAt(last - 1)) ? last - 1 : last;
    }

    private static boolean isWithin(String text, int cut) {
        char before = text.charAt(cut - 1);
        char after = text.charAt(cut);
        boolean number = (Character.isDigit(before) && IN_NUMBERS.indexOf(after) >= 0)
                || (IN_NUMBERS.indexOf(before) >= 0 && Character.isDigit(after));
        return number || (isOfWord(before) && isOfWord(after)) || Marks.isWithinCharacter(text, cut);
    }

    private static boolean isOfWord(char c) {
        return c == '_' || ((Character.isLetterOrDigit(c) || Marks.isMark(c)) && !TokenEstimate.isWithoutBlanks(c));
    }

    /** By passage, the share of the query's words in it; one that most passages have tells little. */
    private double[] values(String text, List<Passage> passages) {
        if (relevance == null) {
            String words = request.queries().stream().map(QueryText::text).collect(Collectors.joining(" "));
            relevance = new Relevance(List.of(words), sources::rarity);
        }
        return relevance.coverages(
                passages.stream().map(passage -> passage.of(text)).toList());
    }

    /** Adds what each passage says by its rare words: of two that share as much with the query, the greeting says less. */
    private void addSaying(String text, List<Passage> passages, double[] values) {
        double[] saying = passages.stream()
                .mapToDouble(passage -> saying(passage.of(text)))
                .toArray();
        double most = Arrays.stream(saying).max().orElse(0);
        for (int i = 0; i < values.length && most > 0; i++) {
            values[i] += SAYING * saying[i] / most;
        }
    }

    private double saying(String passage) {
        double[] rarities = sources.rarities(passage);
        double says = Arrays.stream(rarities).sum() / Math.sqrt(rarities.length + 1.0);
        return passage.indexOf('?') >= 0 ? ASKING * says : says;
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
