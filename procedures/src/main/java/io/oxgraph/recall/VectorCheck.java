package io.oxgraph.recall;

import io.oxgraph.error.ErrorCode;

/** Whether the query's vectors can be compared with the workspace's. */
record VectorCheck(VectorSlot slot, RecallRequest request) {
    /** Why they cannot; null where they can. */
    String missing() {
        if (!request.hasVector() || slot.model() == null) {
            return "no_vector";
        }
        if (request.model() != null && !request.model().equals(slot.model())) {
            return "other_model";
        }
        request.asked().forEach(this::check);
        return null;
    }

    private void check(RecallRequest.Asked asked) {
        if (asked.vector() != null && slot.dimension() != 0 && asked.vector().length != slot.dimension()) {
            throw ErrorCode.INVALID_INPUT.with(
                    "field",
                    "embedding",
                    "reason",
                    "has " + asked.vector().length + " numbers where the workspace's vectors have " + slot.dimension());
        }
    }
}
