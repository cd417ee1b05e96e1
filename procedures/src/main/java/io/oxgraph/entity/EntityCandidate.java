package io.oxgraph.entity;

import io.oxgraph.entity.AttributeEvidence.AttributeValue;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.text.Names;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** An entity as a candidate for a name: stored, or pending creation. */
final class EntityCandidate {
    private final Node node;
    private final String id;
    private final String name;
    private final String owner;
    private final ComparableName canonical;
    private final Map<String, Object> attributes;
    private String type;
    private Map<String, AttributeValue> compared;

    /**
     * @param node null while pending creation
     * @param owner the user who alone knows it; '' where it is shared
     * @param type null when unknown
     */
    EntityCandidate(Node node, String id, String name, String owner, String type, Map<String, Object> attributes) {
        this.node = node;
        this.id = id;
        this.name = name;
        this.owner = owner;
        this.canonical = new ComparableName(Names.key(name));
        this.type = type;
        this.attributes = attributes;
    }

    Node node() {
        return node;
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    String owner() {
        return owner;
    }

    /** Whether a statement of this owner ('': a shared one) can mean it. */
    boolean isKnownTo(String user) {
        return owner.isEmpty() || owner.equals(user);
    }

    ComparableName canonical() {
        return canonical;
    }

    String type() {
        return type;
    }

    /** Sets the type if it was unknown. */
    void learn(String found) {
        type = type == null ? found : type;
    }

    Map<String, Object> attributes() {
        return attributes;
    }

    /** The comparable attributes: neither empty nor repeating the name. */
    Map<String, AttributeValue> compared() {
        if (compared == null) {
            compared = new HashMap<>();
            Set<String> words = new HashSet<>(canonical.words());
            attributes.forEach((key, value) -> {
                AttributeValue attribute = AttributeValue.of(value);
                if (!attribute.empty() && !words.containsAll(attribute.text().words())) {
                    compared.put(key, attribute);
                }
            });
        }
        return compared;
    }

    /** Reads and writes entity nodes. Attributes are the node's properties except reserved ones. */
    static final class EntityNodes {
        private static final String NAME = "name";
        private static final String TYPE = "type";
        /** The user whose statements alone have named it; missing on what is shared. */
        static final String PRIVATE_TO = "private_to";

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
                PRIVATE_TO,
                "unembedded",
                "embedding",
                "embedding_alt",
                "embedding_model");

        private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cntrl}]+", Pattern.UNICODE_CHARACTER_CLASS);

        private EntityNodes() {}

        /** A name for display: on one line, since it appears in agents' prompts. */
        static String display(String name) {
            return BLANKS.matcher(name).replaceAll(" ").strip();
        }

        /** The given attributes without reserved names. */
        static Map<String, Object> attributes(Map<String, Object> given) {
            Map<String, Object> allowed = new TreeMap<>(given);
            allowed.keySet().removeAll(RESERVED);
            allowed.values().removeIf(value -> value == null);
            return allowed;
        }

        static EntityCandidate read(Node node) {
            String id = (String) node.getProperty(Keys.ID);
            String name = String.valueOf(node.getProperty(NAME, id));
            Object type = node.getProperty(TYPE, null);
            return new EntityCandidate(
                    node,
                    id,
                    name,
                    owner(node),
                    type == null ? null : String.valueOf(type),
                    attributes(node.getAllProperties()));
        }

        static String owner(Node node) {
            return node.getProperty(PRIVATE_TO, "") instanceof String owner ? owner : "";
        }

        static Node create(Transaction tx, String workspaceId, EntityCandidate planned, ZonedDateTime now) {
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
            if (!planned.owner().isEmpty()) {
                node.setProperty(PRIVATE_TO, planned.owner());
            }
            node.setProperty("owned", true);
            node.setProperty("unembedded", true);
            return node;
        }

        /** Sets the type of an owned entity if it was unknown. */
        static void learnType(Node node, String type) {
            if (node.hasProperty("owned") && !node.hasProperty(TYPE)) {
                node.setProperty(TYPE, type);
            }
        }
    }
}
