package io.oxgraph.patterns;

import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Counts;
import io.oxgraph.situation.Step;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was done on each target of a pair. */
final class NodeTallies {
    private static final List<String> LISTS = List.of(Window.ACTIONS, Window.FAILURES);

    private final String workspaceId;
    private final Pair pair;
    private final Map<String, Map<String, Object>> stored;
    private final Map<String, Window> windows = new HashMap<>();
    private final Map<String, Window> changed = new LinkedHashMap<>();

    /** @param stored the nodes by id, of any pair */
    NodeTallies(String workspaceId, Pair pair, Map<String, Map<String, Object>> stored) {
        this.workspaceId = workspaceId;
        this.pair = pair;
        this.stored = stored;
    }

    /** The ids of the nodes that a fold of these sequences needs. */
    static Collection<String> idsOf(String workspaceId, List<Map<String, Object>> sequences) {
        Set<String> ids = new LinkedHashSet<>();
        sequences.forEach(sequence -> new Fields(sequence)
                .<Map<String, Object>>list("actions").stream()
                        .map(Step::of)
                        .filter(step -> step.target() != null)
                        .forEach(step -> ids.add(
                                Contexts.nodeTallyId(workspaceId, step.actionType(), step.nodeType(), step.target()))));
        return ids;
    }

    /** The counts of the days from {@code first} on; none for no target. */
    Counts counts(String target, long first) {
        if (target == null) {
            return Counts.NONE;
        }
        Window window = window(target);
        window.dropBefore(first);
        return new Counts(window.sum(Window.ACTIONS), window.sum(Window.FAILURES));
    }

    void add(String target, long day, boolean failed) {
        if (target != null) {
            Window window = window(target);
            window.add(day, 1, failed ? 1 : 0);
            changed.put(id(target), window);
        }
    }

    private Window window(String target) {
        return windows.computeIfAbsent(target, t -> Window.of(new Fields(stored.getOrDefault(id(t), Map.of())), LISTS));
    }

    private String id(String target) {
        return Contexts.nodeTallyId(workspaceId, pair.actionType(), pair.nodeType(), target);
    }

    void collect(FoldResult result) {
        changed.forEach((id, window) -> {
            Map<String, Object> properties = new HashMap<>();
            properties.put("action_type", pair.actionType());
            properties.put("node_type", pair.storedNodeType());
            properties.put("last_day", window.lastDay());
            window.store(properties);
            result.nodeTallies().add(Map.of("id", id, "properties", properties));
        });
    }
}
