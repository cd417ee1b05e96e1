package io.oxgraph.recall;

import io.oxgraph.error.ErrorCode;
import java.util.Map;

/**
 * Which node property holds a workspace's vectors, and of which model they are.
 *
 * @param property name of the property
 * @param model embedding model; null while there are no vectors
 * @param dimension 0 while unknown
 */
public record VectorSlot(String property, String model, int dimension) {
    private static final String FIRST = "embedding";

    static VectorSlot of(Map<String, Object> workspace) {
        return new VectorSlot(
                (String) workspace.getOrDefault("embedding_slot", FIRST),
                (String) workspace.get("embedding_model"),
                workspace.get("embedding_dimension") instanceof Number number ? number.intValue() : 0);
    }

    /** Whether it is the second of the two slots, which a change of the model writes. */
    public boolean isAlternative() {
        return !property.equals(FIRST);
    }

    /** Checks that the query's vectors are comparable with the workspace's. */
    record VectorCheck(VectorSlot slot, RecallRequest request) {
        /** The reason why vectors cannot be compared; null when they can. */
        String missing() {
            if (!request.hasVector() || slot.model() == null) {
                return "no_vector";
            }
            if (request.model() != null && !request.model().equals(slot.model())) {
                return "other_model";
            }
            request.queries().forEach(this::check);
            return null;
        }

        private void check(RecallRequest.QueryText asked) {
            if (asked.vector() != null && slot.dimension() != 0 && asked.vector().length != slot.dimension()) {
                throw ErrorCode.INVALID_INPUT.with(
                        "field",
                        "embedding",
                        "reason",
                        "has " + asked.vector().length + " numbers where the workspace's vectors have "
                                + slot.dimension());
            }
        }
    }
}
