package io.oxgraph.situation;

import io.oxgraph.situation.Situation.Counts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a tool is out of order right now: a cumulative sum (Page 1954) of the evidence of its last actions, of any
 * session, for a failure rate of 0.9 against the usual one. It stands after three failures in a row where the usual rate
 * is at most 0.2, and is gone after at most five successes, since the sum is bounded.
 *
 * @param actions the last actions back to its beginning, and failures among them
 */
public record Outage(Counts actions) {
    private static final double RATE = 0.9;
    private static final double THRESHOLD = 4.4;
    private static final double HIGHEST = 8;
    private static final int MIN_FAILURES = 3;
    private static final double PRIOR_RATE = 0.1;
    private static final double PRIOR_STRENGTH = 10;
    private static final double MIN_USUAL = 0.01;

    /** A tool that fails more often than this is no tool that usually works, and its failures in a row are no news. */
    private static final double MAX_USUAL = 0.2;

    /** A tool that has not been seen to work as often as this may never have worked. */
    private static final int MIN_SUCCESSES = 3;

    /** No outage. */
    public static final Outage NONE = new Outage(Counts.NONE);

    /**
     * An action of the tool.
     *
     * @param call its session and target; a failure that is repeated with the same counts once
     */
    public record Attempt(boolean failed, String call) {}

    /**
     * Judges the last actions.
     *
     * @param recent in time order
     * @param usual counts of the evidence window
     */
    public static Outage of(List<Attempt> recent, Counts usual) {
        double rate = Math.max(MIN_USUAL, usual.rate(PRIOR_RATE, PRIOR_STRENGTH));
        if (rate > MAX_USUAL || successes(recent, usual) < MIN_SUCCESSES) {
            return NONE;
        }
        double sum = 0;
        Counts counts = Counts.NONE;
        Set<String> calls = new HashSet<>();
        for (Attempt attempt : recent) {
            if (attempt.failed() && !calls.add(attempt.call())) {
                continue;
            }
            sum += attempt.failed() ? Math.log(RATE / rate) : Math.log((1 - RATE) / (1 - rate));
            counts = counts.plus(1, attempt.failed() ? 1 : 0);
            if (sum <= 0) {
                sum = 0;
                counts = Counts.NONE;
                calls.clear();
            }
            sum = Math.min(HIGHEST, sum);
        }
        return sum >= THRESHOLD && counts.failures() >= MIN_FAILURES ? new Outage(counts) : NONE;
    }

    private static double successes(List<Attempt> recent, Counts usual) {
        return usual.actions()
                - usual.failures()
                + recent.stream().filter(attempt -> !attempt.failed()).count();
    }

    /** Whether there is one. */
    public boolean stands() {
        return actions.actions() > 0;
    }

    /** The failure probability while it stands. */
    public double probability() {
        return actions.rate(RATE, 2);
    }
}
