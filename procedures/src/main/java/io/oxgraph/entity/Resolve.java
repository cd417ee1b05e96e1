package io.oxgraph.entity;

import io.oxgraph.entity.ComparableName.NameKey;
import io.oxgraph.entity.Resolution.Mention;
import io.oxgraph.entity.Resolution.SimilarEntity;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Workspace;
import io.oxgraph.input.FieldReader;
import io.oxgraph.model.EntityResults.ResolveResult;
import io.oxgraph.table.Limits;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Resolves the names of a call, and creates missing entities on request. */
public final class Resolve {
    private static final String NODE_ID = "node_id";

    private final EntityResolver resolver;
    private final boolean create;
    private final Set<String> made = new HashSet<>();

    private Resolve(EntityResolver resolver, boolean create) {
        this.resolver = resolver;
        this.create = create;
    }

    /**
     * One row per item, in order. Without {@code create} nothing is written; the names still match each other.
     *
     * @param owner the user who names them; '' of shared names
     */
    public static List<ResolveResult> all(
            Transaction tx,
            String workspaceId,
            List<Map<String, Object>> items,
            boolean create,
            String owner,
            ZonedDateTime now) {
        List<Mention> mentions = MentionReader.readAll(items, owner, now);
        Workspace workspace = create ? Workspace.hold(tx, workspaceId) : Workspace.load(tx, workspaceId);
        EntityResolver resolver = new EntityResolver(tx, workspace, now);
        List<Resolution> found = create ? resolver.find(mentions) : resolver.preview(mentions);
        Resolve resolve = new Resolve(resolver, create);
        List<ResolveResult> rows = new ArrayList<>(found.size());
        for (int i = 0; i < found.size(); i++) {
            rows.add(resolve.row(i, found.get(i)));
        }
        return rows;
    }

    private ResolveResult row(int item, Resolution resolution) {
        Optional<Node> node =
                create ? Optional.of(resolver.create(resolution)) : Optional.ofNullable(resolution.entity());
        boolean created = create && resolution.entity() == null && made.add(resolution.entityId());
        return new ResolveResult(
                item,
                resolution.entityId(),
                node.map(found -> (String) found.getProperty(NODE_ID, null)).orElse(null),
                resolution.stage(),
                resolution.score(),
                created,
                resolution.candidates().stream().map(Resolve::map).toList());
    }

    private static Map<String, Object> map(SimilarEntity candidate) {
        return Map.of("entity_id", candidate.entityId(), "name", candidate.name(), "score", candidate.score());
    }

    /** Parses and validates the names of a call. */
    static final class MentionReader {
        /** Maximum number of items per call. */
        static final int MAX_ITEMS = 100_000;

        private static final int ID_LENGTH = Limits.of("id");
        private static final int TYPE_LENGTH = Limits.of("name");
        private static final int ATTRIBUTES = Limits.of("attributes");
        private static final int ATTRIBUTE_NAME = Limits.of("name");
        private static final int ATTRIBUTE_TEXT = 10_000;
        private static final Set<String> FIELDS = Set.of("name", "id", "type", "attributes", "judged");

        private final Map<String, Object> item;
        private final FieldReader fields;

        private MentionReader(Map<String, Object> item, String place, ZonedDateTime now) {
            this.item = item;
            this.fields = new FieldReader(item, place, now);
        }

        static List<Mention> readAll(List<Map<String, Object>> items, String owner, ZonedDateTime now) {
            if (items.size() > MAX_ITEMS) {
                throw ErrorCode.INVALID_INPUT.with(
                        "field", "items", "reason", "has more than " + MAX_ITEMS + " entries");
            }
            List<Mention> mentions = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                mentions.add(new MentionReader(items.get(i), "items[" + i + "].", now).read(owner));
            }
            return mentions;
        }

        private Mention read(String owner) {
            fields.allowOnly(FIELDS);
            String id = fields.optional("id", ID_LENGTH);
            String name = fields.optional("name", NameKey.MAX_NAME_LENGTH);
            if (id == null) {
                NameKey.of(name).reason().ifPresent(reason -> {
                    throw fields.refusal("name", reason);
                });
            }
            return new Mention(name, id, fields.optional("type", TYPE_LENGTH), attributes(), judged(), owner);
        }

        /** The empty text is a valid judgement, for a new entity. */
        private String judged() {
            return "".equals(item.get("judged")) ? "" : fields.optional("judged", ID_LENGTH);
        }

        private Map<String, Object> attributes() {
            Object given = item.get("attributes") == null ? Map.of() : item.get("attributes");
            if (!(given instanceof Map<?, ?> map) || map.size() > ATTRIBUTES) {
                throw fields.refusal("attributes", "must be a map of at most " + ATTRIBUTES + " values by name");
            }
            Map<String, Object> attributes = new HashMap<>();
            map.forEach((name, value) -> put(attributes, String.valueOf(name), value));
            return attributes;
        }

        private void put(Map<String, Object> attributes, String name, Object value) {
            if (name.isBlank() || FieldReader.isLonger(name, ATTRIBUTE_NAME)) {
                throw fields.refusal("attributes", "has an empty or too long name");
            }
            if (value != null) {
                attributes.put(name, property(name, value));
            }
        }

        /** A value as a node property. */
        private Object property(String name, Object value) {
            if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
                return list.stream().map(text -> property(name, text)).toArray(String[]::new);
            }
            boolean fits = value instanceof String text
                    ? text.length() <= ATTRIBUTE_TEXT
                    : value instanceof Number || value instanceof Boolean || value instanceof Temporal;
            if (!fits) {
                String reason = "must be a text of up to " + ATTRIBUTE_TEXT
                        + " characters, a number, a truth value, a time or a list of texts";
                throw fields.refusal("attributes." + name, reason);
            }
            return value;
        }
    }
}
