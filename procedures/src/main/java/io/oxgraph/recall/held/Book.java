package io.oxgraph.recall.held;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Knows which node became which item, and so makes the next image out of the last one. Used by one at a time; each
 * node is put once between two images. */
final class Book {
    /** An entry in a map. */
    private static final int ENTRY = 64;

    private final Map<String, Item> byNode = new HashMap<>();
    private final List<Item> removed = new ArrayList<>();
    private final List<Item> added = new ArrayList<>();
    private Image image = Image.empty();
    private long bytes;
    private int vectors;

    Vocabulary vocabulary() {
        return image.vocabulary();
    }

    int vectors() {
        return vectors;
    }

    long bytes() {
        return bytes + image.vocabulary().bytes();
    }

    int items() {
        return byNode.size();
    }

    /** What a node is now; null where it is nothing that is held. Shows in the next image. */
    void put(String node, Item item) {
        Item before = item == null ? byNode.remove(node) : byNode.put(node, item);
        if (before != null) {
            removed.add(before);
            count(before, -1);
        }
        if (item != null) {
            added.add(item);
            count(item, 1);
        }
    }

    private void count(Item item, int sign) {
        bytes += sign * (ENTRY + item.bytes());
        vectors += item instanceof Doc<?> doc && doc.vector() != null ? sign : 0;
    }

    Image image() {
        image = new Image(
                image.vocabulary(),
                image.memories().changed(of(HeldMemory.class, removed), of(HeldMemory.class, added)),
                image.questions().changed(of(HeldQuestion.class, removed), of(HeldQuestion.class, added)),
                image.messages().changed(of(HeldMessage.class, removed), of(HeldMessage.class, added)),
                image.episodes().changed(of(HeldEpisode.class, removed), of(HeldEpisode.class, added)),
                deleted(of(HeldDeletion.class, removed), of(HeldDeletion.class, added)),
                names(of(HeldAlias.class, removed), of(HeldAlias.class, added)),
                entities(of(HeldEntity.class, removed), of(HeldEntity.class, added)),
                byNode.size(),
                bytes());
        removed.clear();
        added.clear();
        return image;
    }

    private static <T extends Item> List<T> of(Class<T> kind, List<Item> items) {
        return items.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private BitSet deleted(List<HeldDeletion> gone, List<HeldDeletion> come) {
        BitSet deleted = (BitSet) image.deleted().clone();
        gone.forEach(deletion -> deleted.clear(deletion.conversation()));
        come.forEach(deletion -> deleted.set(deletion.conversation()));
        return deleted;
    }

    private Layered<String, List<HeldAlias>> names(List<HeldAlias> gone, List<HeldAlias> come) {
        Map<String, List<HeldAlias>> bearers = new HashMap<>();
        Stream.of(gone, come)
                .flatMap(Collection::stream)
                .forEach(alias -> bearers.computeIfAbsent(alias.key(), this::bearers));
        gone.forEach(alias -> bearers.get(alias.key()).remove(alias));
        come.forEach(alias -> bearers.get(alias.key()).add(alias));
        Map<String, Optional<List<HeldAlias>>> changed = new HashMap<>();
        bearers.forEach((key, list) -> changed.put(key, Optional.of(list).filter(some -> !some.isEmpty())));
        return image.names().with(changed);
    }

    private List<HeldAlias> bearers(String key) {
        List<HeldAlias> before = image.names().get(key);
        return before == null ? new ArrayList<>() : new ArrayList<>(before);
    }

    private Layered<String, HeldEntity> entities(List<HeldEntity> gone, List<HeldEntity> come) {
        Map<String, Optional<HeldEntity>> changed = new HashMap<>();
        gone.forEach(entity -> changed.put(entity.id(), Optional.empty()));
        // One node may take over the id of another.
        come.forEach(entity -> changed.put(entity.id(), Optional.of(entity)));
        return image.entities().with(changed);
    }
}
