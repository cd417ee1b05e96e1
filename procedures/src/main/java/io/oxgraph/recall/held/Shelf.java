package io.oxgraph.recall.held;

import io.oxgraph.recall.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * All items of a kind, in layers, the largest first. What changes goes into a new layer on top, and layers of like size
 * are joined into one, so that a change costs in step with what changed and a reader's shelf stays as it is. Scores are
 * arrays over the items of all layers, one behind the other.
 */
final class Shelf<D extends Doc<D>> {
    /** So many times what is asked for is looked at first. */
    private static final int WIDER = 2;

    private final List<Layer<D>> layers;
    private final int size;
    private final int live;
    private final long bytes;
    private final Bm25 bm25;

    private Shelf(List<Layer<D>> layers) {
        this.layers = layers;
        this.size = layers.stream().mapToInt(layer -> layer.docs().size()).sum();
        this.live = layers.stream().mapToInt(Layer::live).sum();
        this.bytes = layers.stream().mapToLong(Layer::bytes).sum();
        long length = layers.stream().mapToLong(Layer::length).sum();
        this.bm25 = new Bm25(live, (double) length / Math.max(1, live));
    }

    static <D extends Doc<D>> Shelf<D> empty() {
        return new Shelf<>(List.of());
    }

    /** How many there are. */
    int live() {
        return live;
    }

    long bytes() {
        return bytes;
    }

    Shelf<D> changed(Collection<D> removed, List<D> added) {
        if (removed.isEmpty() && added.isEmpty()) {
            return this;
        }
        List<Layer<D>> next = new ArrayList<>();
        layers.forEach(layer -> next.add(removed.isEmpty() ? layer : layer.without(removed)));
        next.replaceAll(layer -> layer.isMostlyGone() ? joined(List.of(layer)) : layer);
        next.add(Layer.of(added));
        next.removeIf(layer -> layer.live() == 0);
        joinLikeSizes(next);
        return new Shelf<>(List.copyOf(next));
    }

    private static <D extends Doc<D>> void joinLikeSizes(List<Layer<D>> layers) {
        layers.sort((a, b) -> Integer.compare(b.live(), a.live()));
        for (int last = layers.size() - 1; last > 0; last--) {
            if (layers.get(last - 1).live() < 2 * layers.get(last).live()) {
                Layer<D> top = layers.remove(last);
                layers.set(last - 1, joined(List.of(layers.get(last - 1), top)));
            }
        }
    }

    private static <D extends Doc<D>> Layer<D> joined(List<Layer<D>> layers) {
        List<D> docs = new ArrayList<>();
        layers.forEach(layer -> each(layer, docs::add));
        return Layer.of(docs);
    }

    private static <D extends Doc<D>> void each(Layer<D> layer, Consumer<D> consumer) {
        for (int i = 0; i < layer.docs().size(); i++) {
            if (!layer.gone().get(i)) {
                consumer.accept(layer.docs().get(i));
            }
        }
    }

    void forEach(Consumer<D> consumer) {
        layers.forEach(layer -> each(layer, consumer));
    }

    /**
     * An item that is not gone; null without.
     *
     * @param place below 0 for items before it, 0 for it, above 0 for those behind it
     */
    D find(ToIntFunction<D> place) {
        for (Layer<D> layer : layers) {
            int at = layer.find(place);
            if (at >= 0) {
                return layer.docs().get(at);
            }
        }
        return null;
    }

    double[] scores(ToDoubleFunction<D> score) {
        double[] scores = new double[size];
        int offset = 0;
        for (Layer<D> layer : layers) {
            List<D> docs = layer.docs();
            for (int i = 0; i < docs.size(); i++) {
                scores[offset + i] = layer.gone().get(i) ? 0 : score.applyAsDouble(docs.get(i));
            }
            offset += docs.size();
        }
        return scores;
    }

    /** The cosine of each; 0 for those without a vector. */
    double[] cosines(Fixed.Query query) {
        double[] scores = new double[size];
        int offset = 0;
        for (Layer<D> layer : layers) {
            layer.cosines(query, scores, offset);
            offset += layer.docs().size();
        }
        return scores;
    }

    /** BM25 of each for these words. */
    double[] words(int[] terms) {
        return words(terms, term -> bm25.rarity(frequency(term)));
    }

    /** The same, where words weigh otherwise than by the texts of this kind. */
    double[] words(int[] terms, IntToDoubleFunction weights) {
        double[] scores = new double[size];
        for (int term : terms) {
            double weight = weights.applyAsDouble(term);
            int offset = 0;
            for (Layer<D> layer : layers) {
                layer.postings().add(term, bm25, weight, layer.docs(), scores, offset);
                offset += layer.docs().size();
            }
        }
        return scores;
    }

    /** How many have the word. */
    long frequency(int term) {
        long frequency = 0;
        for (Layer<D> layer : layers) {
            frequency += layer.postings().frequency(term, layer.gone());
        }
        return frequency;
    }

    /**
     * Those that pass with a score above 0, the best first, then by id. The best alone are asked whether they pass, as
     * to ask an item is to fetch it; only where too few do, all are.
     */
    List<Hit<D>> best(double[] scores, Predicate<D> filter, int limit) {
        int looked = (int) Math.min((long) limit * WIDER, Integer.MAX_VALUE);
        List<Hit<D>> hits = found(scores, null).hits(this::doc, looked);
        List<Hit<D>> passing = hits.stream()
                .filter(hit -> filter.test(hit.item()))
                .limit(limit)
                .toList();
        return passing.size() == limit || hits.size() < looked
                ? passing
                : found(scores, filter).hits(this::doc, limit);
    }

    /** @param filter null for all */
    private Best found(double[] scores, Predicate<D> filter) {
        Best best = new Best(scores);
        int offset = 0;
        for (Layer<D> layer : layers) {
            List<D> docs = layer.docs();
            for (int i = 0; i < docs.size(); i++) {
                if (scores[offset + i] > 0 && !layer.gone().get(i) && (filter == null || filter.test(docs.get(i)))) {
                    best.add(offset + i);
                }
            }
            offset += docs.size();
        }
        return best;
    }

    private D doc(int place) {
        int offset = 0;
        for (Layer<D> layer : layers) {
            if (place < offset + layer.docs().size()) {
                return layer.docs().get(place - offset);
            }
            offset += layer.docs().size();
        }
        throw new IndexOutOfBoundsException(place);
    }
}
