package io.oxgraph.entity;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.text.Identifiers;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Finds the entities that names mean, for a whole batch before anything is written; then writes those that are missing.
 *
 * <p>Names of one batch find each other as if they had come one after another. One resolver serves one batch.
 */
public final class EntityResolver {
    private static final double ALIAS_SIMILARITY = 0.85;

    private final Transaction tx;
    private final String workspaceId;
    private final ZonedDateTime now;
    private final AliasIndex index;
    private final PlannedNames planned = new PlannedNames();
    private final Cascade cascade;
    private final Map<String, Node> created = new HashMap<>();
    private final Set<Resolution> learned = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<String, String> types = new HashMap<>();
    private boolean exclusive;

    public EntityResolver(Transaction tx, Workspace workspace, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspace.id();
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
        this.index = new AliasIndex(tx, workspaceId);
        this.cascade = new Cascade(index, planned, similarity());
    }

    private double similarity() {
        return Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .map(node -> ((Number) node.getProperty("alias_similarity", ALIAS_SIMILARITY)).doubleValue())
                .orElse(ALIAS_SIMILARITY);
    }

    /** What each means, in order. Writes nothing but, once a workspace, the node that it locks. */
    public List<Resolution> find(List<Mention> mentions) {
        return find(mentions, true);
    }

    /** The same for who will not create what is missing: no lock is taken. */
    public List<Resolution> preview(List<Mention> mentions) {
        return find(mentions, false);
    }

    /** How many names were compared with those asked for: the work, which grows with the number of names. */
    public long examined() {
        return index.examined() + planned.examined();
    }

    /** The entity of a resolution of this batch; it, its name and its type are written where they are missing. */
    public Node create(Resolution resolution) {
        Mention mention = resolution.mention();
        Node node = resolution.entity() != null ? resolution.entity() : planned(resolution.entityId());
        if (types.containsKey(resolution.entityId())) {
            EntityNodes.learnType(node, types.get(resolution.entityId()));
        }
        if (mention.id() == null
                && List.of(Resolution.TRIGRAM, Resolution.MODEL).contains(resolution.stage())) {
            learn(node, resolution);
        }
        return node;
    }

    /** An entity that is the only one of its name is of the type that somebody takes it for. */
    private void learnType(Bearer bearer, String type) {
        if (type != null && bearer.type() == null) {
            bearer.learn(type);
            types.put(bearer.id(), type);
        }
    }

    private void learn(Node node, Resolution resolution) {
        if (learned.add(resolution)) {
            AliasNodes.learn(tx, node, resolution, now);
        }
    }

    private Node planned(String entityId) {
        return created.computeIfAbsent(entityId, id -> {
            Bearer bearer = planned.bearer(id).orElseThrow();
            Node node = EntityNodes.create(tx, workspaceId, bearer, now);
            AliasNodes.write(tx, node, bearer.name(), true, now);
            return node;
        });
    }

    private List<Resolution> find(List<Mention> mentions, boolean locking) {
        List<Resolution> found = new ArrayList<>(mentions.size());
        for (Mention mention : mentions) {
            Optional<Resolution> resolution = resolve(mention, locking && !exclusive);
            if (resolution.isEmpty()) {
                lock();
                return find(mentions, true);
            }
            found.add(resolution.get());
        }
        return found;
    }

    /** Another may have made the names while this waited, so all is read again. */
    private void lock() {
        Locks.names(tx, workspaceId, now);
        exclusive = true;
        index.clear();
        planned.clear();
        types.clear();
    }

    /** Empty when the name is not known and {@code knownOnly}. */
    private Optional<Resolution> resolve(Mention mention, boolean knownOnly) {
        if (mention.id() != null) {
            return Optional.of(byId(mention));
        }
        Asked asked = Asked.of(key(mention), mention);
        Cascade.Found byKey = cascade.byKey(asked, entityId(List.of(asked.name().key())));
        if (byKey.best().isPresent()) {
            if (byKey.sole()) {
                learnType(byKey.best().get().bearer(), mention.type());
            }
            return byKey.best().map(match -> byKey(match, byKey.others(), mention));
        }
        if (knownOnly) {
            return Optional.empty();
        }
        return Optional.of(further(asked, byKey.ambiguous() ? byKey : cascade.bySimilarity(asked)));
    }

    private Resolution byId(Mention mention) {
        Bearer bearer = planned.bearer(mention.id())
                .or(() -> index.byId(mention.id()))
                .orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "entity", "id", mention.id()));
        return resolution(bearer, Resolution.EXACT, 1, List.of(), mention);
    }

    private Resolution byKey(Match match, List<Candidate> others, Mention mention) {
        String stage = match.known().canonical() ? Resolution.EXACT : Resolution.ALIAS;
        return resolution(match.bearer(), stage, 1, others, mention);
    }

    /** By a similar name, by a model's judgement, or as a new entity; it is known by this name from now on. */
    private Resolution further(Asked asked, Cascade.Found similar) {
        Mention mention = asked.mention();
        Optional<Bearer> judged = judged(mention);
        Resolution resolution;
        Bearer bearer;
        if (similar.best().isPresent()) {
            Match best = similar.best().get();
            bearer = best.bearer();
            resolution = resolution(bearer, Resolution.TRIGRAM, best.score(), similar.others(), mention);
        } else if (judged.isPresent()) {
            bearer = judged.get();
            resolution = resolution(bearer, Resolution.MODEL, 1, similar.others(), mention);
        } else {
            bearer = plan(asked);
            resolution = resolution(bearer, Resolution.NEW, 0, similar.others(), mention);
        }
        planned.add(new Known(asked.name(), resolution.stage().equals(Resolution.NEW), bearer));
        return resolution;
    }

    private Optional<Bearer> judged(Mention mention) {
        String id = mention.judged();
        return id == null || id.isEmpty()
                ? Optional.empty()
                : planned.bearer(id).or(() -> index.byId(id));
    }

    private Bearer plan(Asked asked) {
        Bearer like = asked.bearer();
        return new Bearer(null, freeId(asked.name().key(), like), like.name(), like.type(), like.attributes());
    }

    /** The id of the name where it is free, else one of the name and what is known of the bearer. */
    private String freeId(String key, Bearer like) {
        String id = entityId(List.of(key));
        String digest = Identifiers.sha256(like.type() + "\u001f" + like.attributes());
        for (int i = 0; taken(id); i++) {
            id = entityId(List.of(key, i == 0 ? digest : digest + i));
        }
        return id;
    }

    private String entityId(List<String> parts) {
        return Identifiers.stableId(workspaceId, "entity", parts);
    }

    private boolean taken(String id) {
        return planned.bearer(id).isPresent()
                || Lookup.byId(tx, workspaceId, id).isPresent();
    }

    private static String key(Mention mention) {
        Key key = Key.of(mention.name());
        key.reason().ifPresent(reason -> {
            throw ErrorCode.INVALID_INPUT.with("field", "name", "reason", reason);
        });
        return key.text();
    }

    private static Resolution resolution(
            Bearer bearer, String stage, double score, List<Candidate> candidates, Mention mention) {
        return new Resolution(bearer.node(), bearer.id(), stage, score, candidates, mention);
    }
}
