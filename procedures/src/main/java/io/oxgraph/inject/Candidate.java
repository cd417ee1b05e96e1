package io.oxgraph.inject;

import io.oxgraph.model.Pattern;
import java.util.Comparator;
import org.neo4j.graphdb.Node;

/**
 * A pattern that may be shown.
 *
 * @param direct whether it references one of the targets itself, not only their type
 */
record Candidate(Node node, Pattern pattern, boolean direct) {
    /** Annotated first, then direct references, then confidence. */
    static final Comparator<Candidate> ORDER = Comparator.comparing((Candidate candidate) -> !candidate.isAnnotated())
            .thenComparing(candidate -> !candidate.direct())
            .thenComparing(candidate -> -candidate.pattern().confidence())
            .thenComparing(candidate -> candidate.pattern().name());

    private boolean isAnnotated() {
        return pattern.annotation() != null;
    }
}
