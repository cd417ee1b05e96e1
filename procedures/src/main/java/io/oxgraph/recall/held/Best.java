package io.oxgraph.recall.held;

import io.oxgraph.recall.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Puts the best first. */
final class Best<D extends Item> {
    private final List<Hit<D>> hits = new ArrayList<>();

    void add(D item, double score) {
        hits.add(new Hit<>(item, score));
    }

    <T> List<Hit<T>> hits(Class<T> as, int limit) {
        hits.sort(Comparator.comparingDouble((Hit<D> hit) -> -hit.score())
                .thenComparing(hit -> hit.item().id()));
        return hits.stream()
                .limit(limit)
                .map(hit -> new Hit<>(as.cast(hit.item()), hit.score()))
                .toList();
    }
}
