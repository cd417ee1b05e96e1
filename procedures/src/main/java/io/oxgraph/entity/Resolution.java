package io.oxgraph.entity;

import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;

/**
 * The resolution of a mention.
 *
 * @param entity node of the entity; null when pending creation by {@link EntityResolver#create}
 * @param entityId id of the entity, also when pending
 * @param stage stage that resolved it: exact, alias, trigram, model or new
 * @param score similarity of the names, 0 to 1; 1 for exact, alias and model, 0 for new
 * @param candidates other entities with similar names, the most similar first; at most five
 * @param mention the mention
 */
public record Resolution(
        Node entity, String entityId, String stage, double score, List<SimilarEntity> candidates, Mention mention) {
    public static final String EXACT = "exact";
    public static final String ALIAS = "alias";
    public static final String TRIGRAM = "trigram";
    public static final String MODEL = "model";
    public static final String NEW = "new";

    /** A similar entity: its id, name and name similarity, 0 to 1. */
    public record SimilarEntity(String entityId, String name, double score) {}

    /**
     * A name to resolve.
     *
     * @param name text of the name; null when {@code id} is given
     * @param id id or node_id of the entity if known; else null
     * @param type type according to the caller; null when unknown
     * @param attributes known attributes; not null
     * @param judged a model's judgement: an entity's id, '' for a new entity, null when not judged
     * @param owner the user who names it; '' of a shared name
     */
    public record Mention(
            String name, String id, String type, Map<String, Object> attributes, String judged, String owner) {
        /** A bare name. */
        public static Mention of(String name) {
            return new Mention(name, null, null, Map.of(), null, "");
        }
    }
}
