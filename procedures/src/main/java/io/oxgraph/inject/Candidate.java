package io.oxgraph.inject;

import io.oxgraph.model.Pattern;
import java.util.Comparator;
import java.util.Objects;

/**
 * A pattern that may be shown.
 *
 * @param direct whether it is about one of the targets or the very situation, not only about a type
 * @param warning null for a plain pattern
 */
record Candidate(Pattern pattern, boolean direct, Warning warning) {
    /** Annotated first, then direct references, then confidence. */
    static final Comparator<Candidate> ORDER = Comparator.comparing((Candidate candidate) -> !candidate.isAnnotated())
            .thenComparing(candidate -> !candidate.direct())
            .thenComparing(candidate -> -candidate.pattern().confidence())
            .thenComparing(candidate -> candidate.pattern().name());

    /** Whether it says that such an action fails. */
    boolean warnsOf(String actionType) {
        return !pattern.isSuccess() && pattern.actionType().equals(actionType);
    }

    /** Whether it warns of the very same, and the other one says no more. */
    boolean covers(Candidate other) {
        return !pattern.isSuccess()
                && other.warning().isCandidate()
                && !other.pattern().context().isWorse()
                && pattern.actionType().equals(other.pattern().actionType())
                && Objects.equals(pattern.nodeType(), other.pattern().nodeType());
    }

    private boolean isAnnotated() {
        return pattern.annotation() != null;
    }
}
