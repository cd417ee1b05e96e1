package io.oxgraph.recall.held;

import java.util.BitSet;
import java.util.List;

/**
 * A workspace as it was at a moment. Nothing in it ever changes, so that one call sees one picture from its first
 * retriever to its last.
 *
 * @param deleted the numbers of the conversations that are being deleted
 * @param names the aliases, by key
 * @param entities by id
 * @param items how many items there are of all kinds
 * @param bytes of the heap, about
 */
record Image(
        Vocabulary vocabulary,
        Shelf<HeldMemory> memories,
        Shelf<HeldQuestion> questions,
        Shelf<HeldMessage> messages,
        Shelf<HeldEpisode> episodes,
        BitSet deleted,
        Layered<String, List<HeldAlias>> names,
        Layered<String, HeldEntity> entities,
        int items,
        long bytes) {
    private static final int LONGEST_MERGE_CHAIN = 1_000;

    static Image empty() {
        return new Image(
                new Vocabulary(),
                Shelf.empty(),
                Shelf.empty(),
                Shelf.empty(),
                Shelf.empty(),
                new BitSet(),
                Layered.empty(),
                Layered.empty(),
                0,
                0);
    }

    /** The entity of an id, or who absorbed it; null where it is hidden or not there. */
    HeldEntity entity(String id) {
        HeldEntity entity = entities.get(id);
        for (int i = 0; i < LONGEST_MERGE_CHAIN && entity != null && entity.mergedInto() != null; i++) {
            entity = entities.get(entity.mergedInto());
        }
        return entity == null || entity.mergedInto() != null || entity.isHidden() ? null : entity;
    }

    HeldMemory memory(String id) {
        return memories.find(memory -> memory.id().compareTo(id));
    }
}
