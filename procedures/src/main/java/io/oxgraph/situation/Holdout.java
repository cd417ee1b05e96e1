package io.oxgraph.situation;

import io.oxgraph.text.Identifiers;
import java.util.List;
import java.util.UUID;

/** Assigns sessions to the holdout (control group) of a pattern, so that its effect can be measured. */
public final class Holdout {
    private static final double RANGE = 0x1.0p64;

    private Holdout() {}

    /**
     * Whether a session is in the holdout, a share {@code rate} of all sessions: pseudo-random and stable (a hash).
     *
     * @param keyId id of the pattern_key, which all versions of a pattern share
     */
    public static boolean withholds(String workspaceId, String keyId, String sessionId, double rate) {
        if (rate <= 0 || sessionId == null) {
            return false;
        }
        String hash = Identifiers.stableId(workspaceId, "holdout", List.of(keyId, sessionId));
        UUID drawn = UUID.fromString(hash);
        // The UUID's four version bits are fixed, so the low half is mixed in.
        long bits = drawn.getMostSignificantBits()
                ^ Long.rotateLeft(drawn.getLeastSignificantBits() * 0x9E3779B97F4A7C15L, 17);
        return Double.compare(unsigned(bits) / RANGE, rate) < 0;
    }

    private static double unsigned(long bits) {
        double value = bits >>> 1;
        return value * 2 + (bits & 1);
    }
}
