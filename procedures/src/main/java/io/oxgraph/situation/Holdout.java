package io.oxgraph.situation;

import io.oxgraph.text.Identifiers;
import java.util.List;
import java.util.UUID;

/** Which sessions are not shown a pattern, so that its effect can be told from what would have happened anyway. */
public final class Holdout {
    private static final double RANGE = 0x1.0p64;

    private Holdout() {}

    /**
     * Whether a session is in the share {@code rate} that does without a pattern: random, and always the same.
     *
     * @param keyId the pattern_key's id, which all versions of a pattern share
     */
    public static boolean withholds(String workspaceId, String keyId, String sessionId, double rate) {
        if (rate <= 0 || sessionId == null) {
            return false;
        }
        String hash = Identifiers.stableId(workspaceId, "holdout", List.of(keyId, sessionId));
        UUID drawn = UUID.fromString(hash);
        // The version's four bits are fixed; the low half is mixed in so that all of the draw is random.
        long bits = drawn.getMostSignificantBits()
                ^ Long.rotateLeft(drawn.getLeastSignificantBits() * 0x9E3779B97F4A7C15L, 17);
        return Double.compare(unsigned(bits) / RANGE, rate) < 0;
    }

    private static double unsigned(long bits) {
        double value = bits >>> 1;
        return value * 2 + (bits & 1);
    }
}
