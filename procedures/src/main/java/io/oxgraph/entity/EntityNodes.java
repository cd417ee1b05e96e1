package io.oxgraph.entity;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Reads and writes entities. Attributes are the node's own properties, our names apart. */
final class EntityNodes {
    private static final String NAME = "name";
    private static final String TYPE = "type";
    private static final Set<String> RESERVED = Set.of(
            Keys.ID,
            Keys.WORKSPACE_ID,
            Keys.CREATED_AT,
            Keys.REV,
            NAME,
            TYPE,
            "node_id",
            "connection",
            "owned",
            "adopted_properties",
            "merged_into",
            "released_from",
            "deleted_at",
            "unembedded",
            "embedding",
            "embedding_alt",
            "embedding_model");

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cntrl}]+", Pattern.UNICODE_CHARACTER_CLASS);

    private EntityNodes() {}

    /** A name as it is shown: in one line, for it stands in texts that agents read. */
    static String display(String name) {
        return BLANKS.matcher(name).replaceAll(" ").strip();
    }

    /** The attributes that may stand on an entity. */
    static Map<String, Object> attributes(Map<String, Object> given) {
        Map<String, Object> allowed = new TreeMap<>(given);
        allowed.keySet().removeAll(RESERVED);
        allowed.values().removeIf(value -> value == null);
        return allowed;
    }

    static Bearer read(Node node) {
        String id = (String) node.getProperty(Keys.ID);
        String name = String.valueOf(node.getProperty(NAME, id));
        Object type = node.getProperty(TYPE, null);
        return new Bearer(
                node, id, name, type == null ? null : String.valueOf(type), attributes(node.getAllProperties()));
    }

    static Node create(Transaction tx, String workspaceId, Bearer planned, ZonedDateTime now) {
        Node node = tx.createNode(Labels.MEM, Labels.ENTITY);
        planned.attributes().forEach(node::setProperty);
        node.setProperty(Keys.ID, planned.id());
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.CREATED_AT, now);
        node.setProperty("node_id", planned.id());
        node.setProperty(NAME, planned.name());
        if (planned.type() != null) {
            node.setProperty(TYPE, planned.type());
        }
        node.setProperty("owned", true);
        node.setProperty("unembedded", true);
        return node;
    }

    /** An entity of ours whose type was unknown takes it over. */
    static void learnType(Node node, String type) {
        if (node.hasProperty("owned") && !node.hasProperty(TYPE)) {
            node.setProperty(TYPE, type);
        }
    }
}
