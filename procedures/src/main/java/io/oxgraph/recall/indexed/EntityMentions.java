package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Scope;
import io.oxgraph.graph.Statements;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import io.oxgraph.text.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Finds the entities that a text mentions: every run of up to five words that is the key of an alias. */
final class EntityMentions {
    private static final int MAX_RUN_WORDS = 5;
    private static final int MAX_WORDS = 256;

    private final Transaction tx;
    private final String workspaceId;
    private final Scope scope;

    EntityMentions(Transaction tx, String workspaceId, Scope scope) {
        this.scope = scope;
        this.tx = tx;
        this.workspaceId = workspaceId;
    }

    List<NamedEntity> named(String text) {
        Map<String, NamedEntity> found = new LinkedHashMap<>();
        Map<String, Object> parameters = Map.of("workspace_id", workspaceId, "keys", List.copyOf(runs(text)));
        try (Result result = tx.execute(Statements.get("recall/named"), parameters)) {
            while (result.hasNext()) {
                Map<String, Object> row = result.next();
                resolve((String) row.get("entity_id")).ifPresent(entity -> add(found, entity, (String) row.get("key")));
            }
        }
        return new ArrayList<>(found.values());
    }

    private static void add(Map<String, NamedEntity> found, Node entity, String mention) {
        String id = (String) entity.getProperty("id");
        String name = (String) entity.getProperty("name", mention);
        found.putIfAbsent(id, new NamedEntity(id, name, mention));
    }

    private static Set<String> runs(String text) {
        String key = Names.key(text);
        String[] words = key.isEmpty() ? new String[0] : key.split(" ", MAX_WORDS + 1);
        Set<String> runs = new LinkedHashSet<>();
        int count = Math.min(words.length, MAX_WORDS);
        for (int start = 0; start < count; start++) {
            StringBuilder run = new StringBuilder();
            for (int end = start; end < Math.min(count, start + MAX_RUN_WORDS); end++) {
                run.append(run.isEmpty() ? "" : " ").append(words[end]);
                runs.add(run.toString());
            }
        }
        return runs;
    }

    /** Follows merges; deleted entities are not found. */
    private Optional<Node> resolve(String id) {
        return Lookup.entityById(tx, workspaceId, id).filter(scope::readsEntity);
    }
}
