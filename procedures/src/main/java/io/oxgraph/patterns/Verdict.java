package io.oxgraph.patterns;

import java.util.Map;

/**
 * What the rules say of a key at an instant.
 *
 * @param total the actions that its own are a share of
 * @param promotes whether it is a pattern, if it was none
 * @param retires whether it is none any more, if it was one
 * @param figures what it is compared with; none where it is not
 */
record Verdict(long total, boolean promotes, boolean retires, Map<String, Number> figures) {
    static double share(long actions, long total) {
        return total == 0 ? 0 : (double) actions / total;
    }
}
