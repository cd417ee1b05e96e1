package io.oxgraph.recall.cache;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The order of items by id, so that the ties of a ranking are sorted without reading an item. */
final class IdOrder {
    static final IdOrder NONE = new IdOrder(0, null, null);
    /** Heap size for each item that is not in the order of its id. */
    static final int BYTES = 2 * Integer.BYTES;

    private final int size;
    /** By item; null where the items are in the order of their ids. */
    private final int[] ranks;
    /** By rank. */
    private final int[] places;

    private IdOrder(int size, int[] ranks, int[] places) {
        this.size = size;
        this.ranks = ranks;
        this.places = places;
    }

    /** The order of items that are sorted by id. */
    static IdOrder sorted(int size) {
        return new IdOrder(size, null, null);
    }

    static IdOrder of(List<? extends CachedItem> items) {
        int[] places = IntStream.range(0, items.size())
                .boxed()
                .sorted(Comparator.comparing(place -> items.get(place).id()))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] ranks = new int[places.length];
        for (int rank = 0; rank < places.length; rank++) {
            ranks[places[rank]] = rank;
        }
        return new IdOrder(places.length, ranks, places);
    }

    /** The number of items whose order is known: the first ones. */
    int size() {
        return size;
    }

    /** The rank of an item among those; for the others their place. */
    int rank(int place) {
        return ranks == null || place >= size ? place : ranks[place];
    }

    /** The item of a rank. */
    int place(int rank) {
        return places == null || rank >= size ? rank : places[rank];
    }
}
