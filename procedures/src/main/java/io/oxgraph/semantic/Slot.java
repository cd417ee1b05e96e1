package io.oxgraph.semantic;

import java.util.Map;

/**
 * Where a workspace's vectors stand.
 *
 * @param property the slot that is read
 * @param model whose vectors they are; null while there are none
 * @param dimension 0 while it is not known
 */
record Slot(String property, String model, int dimension) {
    static final String PROPERTY = "embedding_slot";
    static final String MODEL = "embedding_model";
    static final String DIMENSION = "embedding_dimension";

    private static final String FIRST = "embedding";

    static Slot of(Map<String, Object> workspace) {
        return new Slot(
                (String) workspace.getOrDefault(PROPERTY, FIRST),
                (String) workspace.get(MODEL),
                workspace.get(DIMENSION) instanceof Number number ? number.intValue() : 0);
    }

    /** The vector index of the slot. */
    String index() {
        return "oxgraph_memory_" + property;
    }
}
