package io.oxgraph.entity;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Notes what became of entities and by which rule, for whoever asks why. */
final class Transitions {
    private Transitions() {}

    /** @param inputs ids and numbers only */
    static void write(Transaction tx, Node entity, String rule, Map<String, Object> inputs, ZonedDateTime now) {
        Node node = tx.createNode(Labels.MEM, Labels.TRANSITION);
        node.setProperty(Keys.WORKSPACE_ID, entity.getProperty(Keys.WORKSPACE_ID));
        node.setProperty(Keys.ID, UUID.randomUUID().toString());
        node.setProperty(Keys.CREATED_AT, now);
        node.setProperty("at", now);
        node.setProperty("subject_id", entity.getProperty(Keys.ID));
        node.setProperty("subject_kind", "entity");
        node.setProperty("rule", rule);
        node.setProperty("inputs", json(inputs));
    }

    private static String json(Map<String, Object> inputs) {
        return inputs.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> "\"" + entry.getKey() + "\":" + value(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String value(Object value) {
        return value instanceof Number ? value.toString() : "\"" + value + "\"";
    }
}
