package io.oxgraph.entity;

import java.util.List;
import org.neo4j.graphdb.Node;

/**
 * What a name means.
 *
 * @param entity the node; null when it is yet to be created by {@link EntityResolver#create}
 * @param entityId its id, also when it is yet to be created
 * @param stage exact, alias, trigram, model or new
 * @param score similarity of the names, 0 to 1; 1 for exact, alias and model, 0 for new
 * @param candidates other entities with similar names, the most similar first; at most five
 * @param mention what was asked
 */
public record Resolution(
        Node entity, String entityId, String stage, double score, List<Candidate> candidates, Mention mention) {
    public static final String EXACT = "exact";
    public static final String ALIAS = "alias";
    public static final String TRIGRAM = "trigram";
    public static final String MODEL = "model";
    public static final String NEW = "new";
}
