package io.oxgraph.recall;

import java.util.Map;

/**
 * Where a workspace's vectors stand.
 *
 * @param property the slot that is read
 * @param model whose vectors they are; null while there are none
 * @param dimension 0 while it is not known
 */
public record VectorSlot(String property, String model, int dimension) {
    private static final String FIRST = "embedding";

    static VectorSlot of(Map<String, Object> workspace) {
        return new VectorSlot(
                (String) workspace.getOrDefault("embedding_slot", FIRST),
                (String) workspace.get("embedding_model"),
                workspace.get("embedding_dimension") instanceof Number number ? number.intValue() : 0);
    }

    /** Whether it is the second of the two. */
    public boolean isAlternative() {
        return !property.equals(FIRST);
    }
}
