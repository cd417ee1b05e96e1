package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PatternKey.ActionPair;
import io.oxgraph.patterns.SituationFold.NodeTallies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The stored state that a fold continues from. */
final class StoredState {
    private final String workspaceId;
    private final Optional<Set<ActionPair>> asked;
    private final Map<ActionPair, Map<String, Object>> tallies = new HashMap<>();
    private final Map<ActionPair, List<Map<String, Object>>> plainKeys = new HashMap<>();
    private final Map<ActionPair, List<Map<String, Object>>> contexts = new HashMap<>();
    private final Map<PatternKey, List<Map<String, Object>>> versions = new HashMap<>();
    private final Map<String, Map<String, Object>> nodeTallies = new HashMap<>();

    /** @param stored lists of nodes' properties: tallies, keys, versions, node_tallies; the pairs to fold, if not all */
    StoredState(String workspaceId, Map<String, Object> stored) {
        this.workspaceId = workspaceId;
        Fields fields = new Fields(stored);
        this.asked = Optional.ofNullable(stored.get("pairs"))
                .map(given ->
                        nodes(fields, "pairs").stream().map(ActionPair::of).collect(Collectors.toSet()));
        nodes(fields, "tallies").forEach(tally -> tallies.put(ActionPair.of(tally), tally));
        nodes(fields, "keys").forEach(node -> {
            PatternKey key = PatternKey.of(node);
            (key.isPlain() ? plainKeys : contexts)
                    .computeIfAbsent(key.pair(), pair -> new ArrayList<>())
                    .add(node);
        });
        nodes(fields, "versions")
                .forEach(node -> versions.computeIfAbsent(PatternKey.of(node), key -> new ArrayList<>())
                        .add(node));
        nodes(fields, "node_tallies").forEach(node -> nodeTallies.put((String) node.get("id"), node));
    }

    private static List<Map<String, Object>> nodes(Fields fields, String kind) {
        return fields.list(kind);
    }

    String workspaceId() {
        return workspaceId;
    }

    /** Whether the pair is one of those to fold. */
    boolean isAsked(ActionPair pair) {
        return asked.map(pairs -> pairs.contains(pair)).orElse(true);
    }

    /** Pairs with a tally. */
    Set<ActionPair> pairs() {
        return tallies.keySet();
    }

    /** Empty when there is none. */
    Map<String, Object> tally(ActionPair pair) {
        return tallies.getOrDefault(pair, Map.of());
    }

    /** Stored plain keys of the pair. */
    List<Map<String, Object>> plainKeys(ActionPair pair) {
        return plainKeys.getOrDefault(pair, List.of());
    }

    KeyFold open(PatternKey key, PromotionRules rules, Map<String, Object> stored) {
        return new KeyFold(workspaceId, key, rules, stored, versions.getOrDefault(key, List.of()));
    }

    ContextFold contexts(ActionPair pair, PromotionRules rules) {
        return new ContextFold(this, pair, rules, contexts.getOrDefault(pair, List.of()));
    }

    NodeTallies targets(ActionPair pair) {
        return new NodeTallies(workspaceId, pair, nodeTallies);
    }
}
