package io.oxgraph.entity;

import java.util.Map;

/**
 * A name that somebody used, to be resolved.
 *
 * @param name the text as it was used; null where {@code id} is given
 * @param id id or node_id of the entity, where the caller knows it; else null
 * @param type the ontology type the caller takes it for; else null
 * @param attributes what else is known of the bearer, by name; not null
 * @param judged what a model decided: an entity's id, '' for a new one, null where none was asked
 */
public record Mention(String name, String id, String type, Map<String, Object> attributes, String judged) {
    /** A bare name. */
    public static Mention of(String name) {
        return new Mention(name, null, null, Map.of(), null);
    }
}
