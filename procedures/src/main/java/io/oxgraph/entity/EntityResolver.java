package io.oxgraph.entity;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.Names;
import io.oxgraph.text.Trigrams;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Finds the entities that names mean, for a whole batch before anything is written; then writes those that are missing.
 *
 * <p>Names of one batch find each other as if they had come one after another.
 */
public final class EntityResolver {
    /** Characters of a name, and UTF-8 bytes of its key: what an index entry holds. */
    static final int LONGEST = 1_000;

    private static final int LONGEST_KEY = 4_000;
    private static final double ALIAS_SIMILARITY = 0.85;

    private final Transaction tx;
    private final Workspace workspace;
    private final ZonedDateTime now;
    private final AliasIndex index;
    private final PlannedNames planned = new PlannedNames();
    private final Cascade cascade;
    private final Map<String, Node> created = new HashMap<>();
    private boolean exclusive;

    public EntityResolver(Transaction tx, Workspace workspace, ZonedDateTime now) {
        this.tx = tx;
        this.workspace = workspace;
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
        this.index = new AliasIndex(tx, workspace.id());
        this.cascade = new Cascade(index, planned, similarity());
    }

    private double similarity() {
        return Lookup.byId(tx, Labels.WORKSPACE, workspace.id(), workspace.id())
                .map(node -> ((Number) node.getProperty("alias_similarity", ALIAS_SIMILARITY)).doubleValue())
                .orElse(ALIAS_SIMILARITY);
    }

    /** What each means, in order. Writes nothing but, once a workspace, the node to lock. To be called once. */
    public List<Resolution> find(List<Mention> mentions) {
        return find(mentions, true);
    }

    /** The same for who will not create what is missing: no lock is taken. */
    public List<Resolution> preview(List<Mention> mentions) {
        return find(mentions, false);
    }

    /** How many names were compared with those asked for. */
    public long examined() {
        return index.examined() + planned.examined();
    }

    /** The entity of a resolution; it and the name are made where they are missing. */
    public Node create(Resolution resolution) {
        Node node = resolution.entity() != null ? resolution.entity() : node(resolution.entityId());
        Mention mention = resolution.mention();
        if (mention.name() != null
                && mention.id() == null
                && !resolution.stage().equals(Resolution.EXACT)) {
            learn(node, resolution);
        }
        return node;
    }

    private Node node(String entityId) {
        return created.computeIfAbsent(entityId, id -> {
            Bearer bearer = planned.bearer(id);
            Node node = EntityNodes.create(tx, workspace.id(), bearer, now);
            AliasNodes.write(tx, node, bearer.name(), true, now);
            return node;
        });
    }

    /** What was taken for the same name is known from now on. */
    private void learn(Node node, Resolution resolution) {
        AliasNodes.write(tx, node, resolution.mention().name().strip(), false, now);
    }

    private List<Resolution> find(List<Mention> mentions, boolean locking) {
        List<Resolution> found = new ArrayList<>(mentions.size());
        for (Mention mention : mentions) {
            Optional<Resolution> known = mention.id() != null ? Optional.of(byId(mention)) : byKey(mention);
            if (known.isEmpty() && locking && !exclusive) {
                lock();
                return find(mentions, true);
            }
            found.add(known.orElseGet(() -> bySimilarity(mention)));
        }
        return found;
    }

    /** Another may have made the names while this waited, so all is read again. */
    private void lock() {
        Locks.names(tx, workspace.id(), now);
        exclusive = true;
        index.clear();
        planned.clear();
    }

    private Resolution byId(Mention mention) {
        Bearer bearer = Optional.ofNullable(planned.bearer(mention.id()))
                .or(() -> index.byId(mention.id()))
                .orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "entity", "id", mention.id()));
        return resolution(bearer, Resolution.EXACT, 1, List.of(), mention);
    }

    private Optional<Resolution> byKey(Mention mention) {
        String key = key(mention);
        return cascade.byKey(key, entityId(List.of(key)), mention)
                .map(match -> resolution(
                        match.bearer(),
                        match.name().canonical() ? Resolution.EXACT : Resolution.ALIAS,
                        1,
                        List.of(),
                        mention));
    }

    private Resolution bySimilarity(Mention mention) {
        String key = key(mention);
        Set<String> trigrams = Trigrams.of(key);
        Cascade.Similar similar = cascade.bySimilarity(key, trigrams, mention);
        if (similar.best().isPresent()) {
            Match best = similar.best().get();
            planned.add(new Known(key, trigrams, false, best.bearer()));
            return resolution(best.bearer(), Resolution.TRIGRAM, best.score(), similar.others(), mention);
        }
        Optional<Bearer> judged = judged(mention);
        Bearer bearer = judged.orElseGet(() -> plan(key, mention));
        planned.add(new Known(key, trigrams, judged.isEmpty(), bearer));
        return judged.isPresent()
                ? resolution(bearer, Resolution.MODEL, 1, similar.others(), mention)
                : resolution(bearer, Resolution.NEW, 0, similar.others(), mention);
    }

    private Optional<Bearer> judged(Mention mention) {
        String id = mention.judged();
        return id == null || id.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(planned.bearer(id)).or(() -> index.byId(id));
    }

    private Bearer plan(String key, Mention mention) {
        Map<String, Object> attributes = EntityNodes.allowed(mention.attributes());
        return new Bearer(null, freeId(key, mention, attributes), mention.name().strip(), mention.type(), attributes);
    }

    /** The id of the name where it is free, else one of the name and what is known of the bearer. */
    private String freeId(String key, Mention mention, Map<String, Object> attributes) {
        List<String> parts = new ArrayList<>(List.of(key));
        String id = entityId(parts);
        String digest = Identifiers.sha256(mention.type() + "\u001f" + attributes);
        for (int i = 0; taken(id); i++) {
            parts = List.of(key, i == 0 ? digest : digest + i);
            id = entityId(parts);
        }
        return id;
    }

    private String entityId(List<String> parts) {
        return Identifiers.stableId(workspace.id(), "entity", parts);
    }

    private boolean taken(String id) {
        return planned.bearer(id) != null || Lookup.byId(tx, workspace.id(), id).isPresent();
    }

    private static String key(Mention mention) {
        String name = mention.name();
        String key = name == null || name.length() > LONGEST ? "" : Names.key(name);
        if (key.isEmpty()) {
            String reason = name != null && name.length() > LONGEST
                    ? "is longer than " + LONGEST + " characters"
                    : "has no letter and no digit";
            throw ErrorCode.INVALID_INPUT.with("field", "name", "reason", reason);
        }
        if (key.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY) {
            throw ErrorCode.INVALID_INPUT.with("field", "name", "reason", "is too long");
        }
        return key;
    }

    private static Resolution resolution(
            Bearer bearer, String stage, double score, List<Candidate> candidates, Mention mention) {
        return new Resolution(bearer.node(), bearer.id(), stage, score, candidates, mention);
    }
}
