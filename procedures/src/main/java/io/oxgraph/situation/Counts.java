package io.oxgraph.situation;

/** How often something was done, and how often it failed. */
public record Counts(long actions, long failures) {
    /** Nothing seen. */
    public static final Counts NONE = new Counts(0, 0);

    /** Both together. */
    public Counts plus(long moreActions, long moreFailures) {
        return new Counts(actions + moreActions, failures + moreFailures);
    }

    /** The share that failed, with {@code strength} cases of the share {@code prior} added. */
    public double rate(double prior, double strength) {
        return (failures + strength * prior) / (actions + strength);
    }

    /** Whether it failed always (bad), never (ok) or sometimes (mixed); '-' where nothing was seen. */
    public String verdict() {
        if (actions == 0) {
            return "-";
        }
        return failures == 0 ? "ok" : failures == actions ? "bad" : "mixed";
    }
}
