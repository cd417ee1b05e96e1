package io.oxgraph.recall.cache;

import io.oxgraph.graph.Lookup;
import io.oxgraph.recall.cache.CachedItem.CachedAlias;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.CachedItem.CachedQuestion;
import io.oxgraph.recall.cache.CachedItem.DeletedConversation;
import io.oxgraph.recall.cache.CachedText.CachedEpisode;
import io.oxgraph.recall.cache.CachedText.CachedMessage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An immutable state of a cached workspace, so that all retrievers of one call see the same data.
 *
 * @param deleted numbers of the conversations being deleted
 * @param names aliases by normalised key
 * @param entities by id
 * @param results the entities that recall can return
 * @param items number of items of all kinds
 * @param bytes estimated heap size
 */
record Snapshot(
        Vocabulary vocabulary,
        SegmentedIndex<CachedMemory> memories,
        SegmentedIndex<CachedQuestion> questions,
        SegmentedIndex<CachedMessage> messages,
        SegmentedIndex<CachedEpisode> episodes,
        BitSet deleted,
        OverlayMap<String, List<CachedAlias>> names,
        OverlayMap<String, CachedEntity> entities,
        SegmentedIndex<CachedEntity> results,
        int items,
        long bytes) {
    static Snapshot empty() {
        return new Snapshot(
                new Vocabulary(),
                SegmentedIndex.empty(),
                SegmentedIndex.empty(),
                SegmentedIndex.empty(),
                SegmentedIndex.empty(),
                new BitSet(),
                OverlayMap.empty(),
                OverlayMap.empty(),
                SegmentedIndex.empty(),
                0,
                0);
    }

    /** Returns the entity of an id, following merges; null when it is deleted or unknown. */
    CachedEntity entity(String id) {
        CachedEntity entity = entities.get(id);
        for (int i = 0; i < Lookup.MAX_MERGE_CHAIN && entity != null && entity.mergedInto() != null; i++) {
            entity = entities.get(entity.mergedInto());
        }
        return entity == null || entity.mergedInto() != null || entity.isHidden() ? null : entity;
    }

    CachedMemory memory(String id) {
        return memories.find(memory -> memory.id().compareTo(id));
    }

    /**
     * Builds the next snapshot from the last one and the changed items. Not thread-safe; put each node once per
     * snapshot.
     */
    static final class SnapshotBuilder {
        /** Estimated heap size of a map entry. */
        private static final int ENTRY = 64;

        private final Map<String, CachedItem> byNode = new HashMap<>();
        private final List<CachedItem> removed = new ArrayList<>();
        private final List<CachedItem> added = new ArrayList<>();
        private Snapshot snapshot = Snapshot.empty();
        private long bytes;
        private int vectors;

        Vocabulary vocabulary() {
            return snapshot.vocabulary();
        }

        int vectors() {
            return vectors;
        }

        long bytes() {
            return bytes + snapshot.vocabulary().bytes();
        }

        int items() {
            return byNode.size();
        }

        /** The item of a node; null without one. */
        CachedItem item(String node) {
            return byNode.get(node);
        }

        /** Sets the item of a node; null when the node is no cached kind. Visible in the next snapshot. */
        void put(String node, CachedItem item) {
            CachedItem before = item == null ? byNode.remove(node) : byNode.put(node, item);
            if (before != null) {
                removed.add(before);
                count(before, -1);
            }
            if (item != null) {
                added.add(item);
                count(item, 1);
            }
        }

        private void count(CachedItem item, int sign) {
            bytes += sign * (ENTRY + item.bytes());
            vectors += item instanceof CachedDocument<?> doc && doc.vector() != null ? sign : 0;
        }

        Snapshot snapshot() {
            snapshot = new Snapshot(
                    snapshot.vocabulary(),
                    snapshot.memories().changed(of(CachedMemory.class, removed), of(CachedMemory.class, added)),
                    snapshot.questions().changed(of(CachedQuestion.class, removed), of(CachedQuestion.class, added)),
                    snapshot.messages().changed(of(CachedMessage.class, removed), of(CachedMessage.class, added)),
                    snapshot.episodes().changed(of(CachedEpisode.class, removed), of(CachedEpisode.class, added)),
                    deleted(of(DeletedConversation.class, removed), of(DeletedConversation.class, added)),
                    names(of(CachedAlias.class, removed), of(CachedAlias.class, added)),
                    entities(of(CachedEntity.class, removed), of(CachedEntity.class, added)),
                    snapshot.results().changed(results(removed), results(added)),
                    byNode.size(),
                    bytes());
            removed.clear();
            added.clear();
            return snapshot;
        }

        private static <T extends CachedItem> List<T> of(Class<T> kind, List<CachedItem> items) {
            return items.stream().filter(kind::isInstance).map(kind::cast).toList();
        }

        private static List<CachedEntity> results(List<CachedItem> items) {
            return of(CachedEntity.class, items).stream()
                    .filter(CachedEntity::isResult)
                    .toList();
        }

        private BitSet deleted(List<DeletedConversation> removed, List<DeletedConversation> added) {
            BitSet deleted = (BitSet) snapshot.deleted().clone();
            removed.forEach(deletion -> deleted.clear(deletion.conversation()));
            added.forEach(deletion -> deleted.set(deletion.conversation()));
            return deleted;
        }

        private OverlayMap<String, List<CachedAlias>> names(List<CachedAlias> removed, List<CachedAlias> added) {
            Map<String, List<CachedAlias>> holders = new HashMap<>();
            Stream.of(removed, added)
                    .flatMap(Collection::stream)
                    .forEach(alias -> holders.computeIfAbsent(alias.key(), this::holders));
            removed.forEach(alias -> holders.get(alias.key()).remove(alias));
            added.forEach(alias -> holders.get(alias.key()).add(alias));
            Map<String, Optional<List<CachedAlias>>> changed = new HashMap<>();
            holders.forEach((key, list) -> changed.put(key, Optional.of(list).filter(some -> !some.isEmpty())));
            return snapshot.names().with(changed);
        }

        private List<CachedAlias> holders(String key) {
            List<CachedAlias> before = snapshot.names().get(key);
            return before == null ? new ArrayList<>() : new ArrayList<>(before);
        }

        private OverlayMap<String, CachedEntity> entities(List<CachedEntity> removed, List<CachedEntity> added) {
            Map<String, Optional<CachedEntity>> changed = new HashMap<>();
            removed.forEach(entity -> changed.put(entity.id(), Optional.empty()));
            // A created node may have the id of a removed one.
            added.forEach(entity -> changed.put(entity.id(), Optional.of(entity)));
            return snapshot.entities().with(changed);
        }
    }

    /** An immutable map: a large base and an overlay of changes, which is merged into the base once it grows. */
    static final class OverlayMap<K, V> {
        private static final int MIN_OVERLAY = 64;
        private static final int BASE_SHARE = 8;

        private final Map<K, V> base;
        private final Map<K, Optional<V>> changes;

        private OverlayMap(Map<K, V> base, Map<K, Optional<V>> changes) {
            this.base = base;
            this.changes = changes;
        }

        static <K, V> OverlayMap<K, V> empty() {
            return new OverlayMap<>(Map.of(), Map.of());
        }

        /** Returns the value of a key; null when there is none. */
        V get(K key) {
            Optional<V> change = changes.get(key);
            return change == null ? base.get(key) : change.orElse(null);
        }

        /** @param changed the new values; empty removes the key */
        OverlayMap<K, V> with(Map<K, Optional<V>> changed) {
            if (changed.isEmpty()) {
                return this;
            }
            Map<K, Optional<V>> all = new HashMap<>(changes);
            all.putAll(changed);
            return all.size() > MIN_OVERLAY + base.size() / BASE_SHARE ? joined(all) : new OverlayMap<>(base, all);
        }

        private OverlayMap<K, V> joined(Map<K, Optional<V>> all) {
            Map<K, V> next = new HashMap<>(base);
            all.forEach((key, value) -> value.ifPresentOrElse(given -> next.put(key, given), () -> next.remove(key)));
            return new OverlayMap<>(next, Map.of());
        }
    }
}
